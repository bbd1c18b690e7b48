#include "apps/drop_in/help_layout.h"

#include <fmt/core.h>
#include <sys/auxv.h>

#include <cstdlib>
#include <iterator>
#include <memory>

namespace openperflib::drop_in {

std::string help_rows(std::span<const HelpRow> rows) {
  std::string text;
  for (const HelpRow& row : rows) {
    fmt::format_to(std::back_inserter(text), "  {:<30}{}\r\n", row.option, row.meaning);
  }
  return text;
}

std::string help_examples(std::span<const std::string_view> examples) {
  std::string text;
  for (const std::string_view example : examples) {
    fmt::format_to(std::back_inserter(text), "  {}\r\n", example);
  }
  return text;
}

std::string program_path(std::string_view name) {
  const unsigned long executed = ::getauxval(AT_EXECFN);
  if (executed == 0) return std::string(name);
  const char* const as_called = reinterpret_cast<const char*>(executed);
  const std::unique_ptr<char, decltype(&std::free)> whole(::realpath(as_called, nullptr),
                                                          &std::free);
  return whole == nullptr ? as_called : whole.get();
}

}  // namespace openperflib::drop_in
