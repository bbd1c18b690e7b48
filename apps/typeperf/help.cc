#include "apps/typeperf/help.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "apps/windows_tool/help_layout.h"

namespace openperflib::typeperf {
namespace {

using windows_tool::help_rows;
using windows_tool::HelpRow;

constexpr auto kParameters = std::to_array<HelpRow>({
    {"<counter [counter ...]>", "What to read: paths of counters, wildcards allowed."},
});

constexpr auto kOptions = std::to_array<HelpRow>({
    {"-?", "Show this text."},
    {"-f <CSV|TSV|BIN|SQL>", "How the output is written. CSV unless told otherwise."},
    {"-cf <filename>", "A file with one counter path a line."},
    {"-si <[[hh:]mm:]ss>", "Time from sample to sample. 1 second unless told otherwise."},
    {"-o <filename>",
     "Write to this file, or with -f SQL to SQL:DATABASE!SET, instead of the console."},
    {"-q [object]", "List the counters (of one object), not instance by instance."},
    {"-qx [object]", "List the counters (of one object), instance by instance."},
    {"-sc <samples>", "Stop after that many samples. Without it, CTRL+C stops."},
    {"-config <filename>", "A file of settings: a line [option], then a line a value."},
    {"-s <computer_name>", "The computer of paths that name none: this one alone can be read."},
    {"-y", "Answer every question with yes."},
});

constexpr std::string_view kNote =
    "A path is \\\\computer\\object(parent/instance#number)\\counter; computer, parent and number "
    "may\r\n"
    "be left out, and * stands for any instance or counter. A wildcard stands for what is there "
    "when\r\n"
    "the first sample is taken. A value that is missing is shown as -1.\r\n";

constexpr auto kExamples = std::to_array<std::string_view>({
    "typeperf '\\Processor(_Total)\\% Processor Time'",
    "typeperf '\\Memory\\Available Bytes' '\\PhysicalDisk(*)\\Disk Bytes/sec' -si 5 -sc 12 -o "
    "disks.csv",
    "typeperf -cf counters.txt -f TSV -o counters.tsv -y",
    "typeperf -qx Process -o counters.txt",
});

}  // namespace

std::string help_text(std::string_view program) {
  return fmt::format(
      "\r\nOpenPerflib TypePerf (" OPENPERFLIB_VERSION
      ")\r\n\r\n"
      "Reads performance counters at a steady pace and writes each sample as a row, to\r\n"
      "the console or to a log file.\r\n\r\n"
      "Usage:\r\n"
      "{0} {{ <counter [counter ...]>\r\n"
      "{1} | -cf <filename>\r\n"
      "{1} | -q [object]\r\n"
      "{1} | -qx [object]\r\n"
      "{1} }} [options]\r\n\r\n"
      "Parameters:\r\n{2}\r\nOptions:\r\n{3}\r\nNote:\r\n{4}\r\nExamples:\r\n{5}",
      program, std::string(program.size(), ' '), help_rows(kParameters), help_rows(kOptions), kNote,
      windows_tool::help_examples(kExamples));
}

}  // namespace openperflib::typeperf
