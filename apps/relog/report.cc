#include "apps/relog/report.h"

#include <fmt/core.h>

#include "apps/drop_in/given_time.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/text/printable.h"

namespace openperflib::relog {
namespace {

std::string extent_lines(const LogExtent& extent) {
  return fmt::format("\r\nBegin:    {}\r\nEnd:      {}\r\nSamples:  {}\r\n\r\n",
                     drop_in::written_time(extent.first_local),
                     drop_in::written_time(extent.last_local), extent.records);
}

std::string title(std::string_view name) {
  return fmt::format("\r\n{}\r\n----------------\r\n", name);
}

}  // namespace

std::string input_block(std::span<const InputFile> files, const LogExtent& extent) {
  std::string text = title("Input") + "File(s):\r\n";
  for (const InputFile& file : files) {
    text += fmt::format("     {} ({})\r\n", printable(file.path), name_of(file.format).title);
  }
  return text + extent_lines(extent);
}

std::string output_block(const std::string& path, const LogExtent& extent) {
  return title("Output") + fmt::format("File:     {}\r\n", printable(path)) + extent_lines(extent);
}

}  // namespace openperflib::relog
