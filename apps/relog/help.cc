#include "apps/relog/help.h"

#include <fmt/format.h>

#include <array>

#include "apps/windows_tool/help_layout.h"

namespace openperflib::relog {
namespace {

using windows_tool::HelpRow;

constexpr auto kParameters = std::to_array<HelpRow>({
    {"<filename [filename ...]>",
     "Logs to read: BLG, CSV, TSV or SQL:DATABASE!SET; several are read as one."},
});

constexpr auto kOptions = std::to_array<HelpRow>({
    {"-?", "Show this text."},
    {"-a", "Go on with the output log where it ends."},
    {"-c <path [path ...]>",
     "Counters to take over, wildcards allowed. All unless told otherwise."},
    {"-cf <filename>", "A file with one such path a line."},
    {"-f <CSV|TSV|BIN|SQL>", "How the output is written. BIN unless told otherwise."},
    {"-t <value>", "Take over every value-th record of the input."},
    {"-o <filename>",
     "The output log: a file, or SQL:DATABASE!SET. Without it the input is only reported."},
    {"-b <M/d/yyyy h:mm:ss[AM|PM]>", "Begin with the first record at or after this time."},
    {"-e <M/d/yyyy h:mm:ss[AM|PM]>", "End with the last record at or before this time."},
    {"-config <filename>", "A file of settings: a line [option], then a line a value."},
    {"-q", "List the counters of the input, instance by instance."},
    {"-y", "Answer every question with yes."},
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
  return fmt::format("\r\nOpenPerflib Relog (" OPENPERFLIB_VERSION
                     ")\r\n\r\n"
                     "Writes a performance log anew: in another format, with fewer counters or\r\n"
                     "records, between two times, or several logs as one.\r\n\r\n"
                     "Usage:\r\n{} <filename [filename ...]> [options]\r\n\r\n"
                     "Parameters:\r\n{}\r\nOptions:\r\n{}\r\nExamples:\r\n{}",
                     program, windows_tool::help_rows(kParameters),
                     windows_tool::help_rows(kOptions), windows_tool::help_examples(kExamples));
}

}  // namespace openperflib::relog
