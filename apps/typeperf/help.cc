#include "apps/typeperf/help.h"

#include <fmt/core.h>

#include <array>
#include <string_view>

#include "apps/drop_in/help_layout.h"

namespace openperflib::typeperf {
namespace {

using drop_in::help_rows;
using drop_in::HelpRow;

constexpr auto kParameters = std::to_array<HelpRow>({
    {"<counter [counter ...]>", "Counters to read. Wildcards are allowed."},
});

constexpr auto kOptions = std::to_array<HelpRow>({
    {"-?", "Show this help."},
    {"-f <CSV|TSV|BIN|SQL>", "Output format. Default: CSV."},
    {"-cf <filename>", "File with one counter path per line."},
    {"-si <[[hh:]mm:]ss>", "Time between samples. Default: 1 second."},
    {"-o <filename>", "Output file, or SQL:DATABASE!SET with -f SQL."},
    {"-q [object]", "List counters, with * for their instances."},
    {"-qx [object]", "List counters with all their instances."},
    {"-sc <samples>", "Number of samples. Default: until CTRL+C."},
    {"-config <filename>", "Read options from this settings file."},
    {"-s <computer_name>", "Computer. Only the local one is supported."},
    {"-y", "Overwrite the output file without asking."},
});

constexpr std::string_view kNote =
    "A path is \\\\computer\\object(parent/instance#number)\\counter, in single quotes.\r\n"
    "The computer, the parent and the number are optional, and * matches any\r\n"
    "instance or counter. Wildcards are expanded once, at the first sample.\r\n"
    "A missing value is -1 on the console, and a blank in a CSV or TSV file.\r\n";

constexpr auto kExamples = std::to_array<std::string_view>({
    "typeperf '\\Processor(_Total)\\% Processor Time'",
    "typeperf '\\PhysicalDisk(*)\\Disk Bytes/sec' -si 5 -sc 12 -o disks.csv",
    "typeperf -cf counters.txt -f TSV -o counters.tsv -y",
    "typeperf -qx Process -o counters.txt",
});

}  // namespace

std::string help_text(std::string_view program) {
  return fmt::format(
      "\r\nOpenPerflib TypePerf (" OPENPERFLIB_VERSION
      ")\r\n\r\n"
      "Reads performance counters at a fixed interval and writes one row per sample to\r\n"
      "the console or to a log.\r\n\r\n"
      "Usage:\r\n"
      "{0} {{ <counter [counter ...]>\r\n"
      "{1} | -cf <filename>\r\n"
      "{1} | -q [object]\r\n"
      "{1} | -qx [object]\r\n"
      "{1} }} [options]\r\n\r\n"
      "Parameters:\r\n{2}\r\nOptions:\r\n{3}\r\nNote:\r\n{4}\r\nExamples:\r\n{5}",
      program, std::string(program.size(), ' '), help_rows(kParameters), help_rows(kOptions), kNote,
      drop_in::help_examples(kExamples));
}

}  // namespace openperflib::typeperf
