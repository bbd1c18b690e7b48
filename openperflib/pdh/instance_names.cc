#include <fmt/format.h>

#include <iterator>

#include "openperflib/pdh/instance_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

void append_name(std::string& text, const Series& series) {
  if (!series.parent.empty()) fmt::format_to(std::back_inserter(text), "{}/", series.parent);
  text += series.instance.value_or("");
  if (series.instance_number == 0) return;
  fmt::format_to(std::back_inserter(text), "#{}", series.instance_number);
}

}  // namespace

void InstanceNames::assign(std::span<const Series> series) {
  utf8.clear();
  utf16.clear();
  utf8_offsets.clear();
  utf16_offsets.clear();
  std::u16string name;
  for (const Series& one : series) {
    const std::size_t begin = utf8.size();
    utf8_offsets.push_back(static_cast<std::uint32_t>(begin));
    utf16_offsets.push_back(static_cast<std::uint32_t>(utf16.size()));
    append_name(utf8, one);
    utf16_from_utf8(std::string_view(utf8).substr(begin), name);
    utf16 += name;
    utf8 += '\0';
    utf16 += u'\0';
  }
}

}  // namespace openperflib
