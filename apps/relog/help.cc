#include "apps/relog/help.h"

#include <fmt/core.h>

#include <array>

#include "apps/drop_in/help_layout.h"

namespace openperflib::relog {
namespace {

using drop_in::HelpRow;

constexpr auto kParameters = std::to_array<HelpRow>({
    {"<filename [filename ...]>", "Logs: BLG, CSV, TSV, PERFREC, SQL:DATABASE!SET."},
});

constexpr auto kOptions = std::to_array<HelpRow>({
    {"-?", "Show this help."},
    {"-a", "Append to the output log."},
    {"-c <path [path ...]>", "Counters to include. Default: all."},
    {"-cf <filename>", "File with one counter path per line."},
    {"-f <CSV|TSV|BIN|SQL>", "Output format. Default: BIN."},
    {"-t <n>", "Include only every nth sample."},
    {"-o <filename>", "Output file, or SQL:DATABASE!SET with -f SQL."},
    {"-b <M/d/yyyy h:mm:ss[AM|PM]>", "Begin at this time of the log."},
    {"-e <M/d/yyyy h:mm:ss[AM|PM]>", "End at this time of the log."},
    {"-config <filename>", "Read options from this settings file."},
    {"-q", "List the counters of the input."},
    {"-y", "Overwrite the output without asking."},
});

constexpr auto kExamples = std::to_array<std::string_view>({
    "relog server.blg",
    "relog server.blg -q",
    "relog server.blg -f CSV -o server.csv",
    "relog server.blg -c '\\Processor(_Total)\\% Processor Time' -f CSV -o cpu.csv",
    "relog server.blg -cf counters.txt -t 10 -o small.blg -y",
    "relog server.blg -b '1/13/2018 5:13:23' -e '1/13/2018 6:00:00' -o hour.blg",
    "relog monday.blg tuesday.blg -o both.blg",
    "relog server.blg -f SQL -o 'SQL:logs.db!monday'",
});

}  // namespace

std::string help_text(std::string_view program) {
  return fmt::format(
      "\r\nOpenPerflib Relog (" OPENPERFLIB_VERSION
      ")\r\n\r\n"
      "Shows what a performance log contains. With -o it copies the log: to another\r\n"
      "format, with fewer counters or samples, or several logs merged into one.\r\n\r\n"
      "Usage:\r\n{} <filename [filename ...]> [options]\r\n\r\n"
      "Parameters:\r\n{}\r\nOptions:\r\n{}\r\nExamples:\r\n{}",
      program, drop_in::help_rows(kParameters), drop_in::help_rows(kOptions),
      drop_in::help_examples(kExamples));
}

}  // namespace openperflib::relog
