// Any bytes as an .ini: what is read is valid text in its place, and each remark names a line.
#include <cstdint>
#include <span>
#include <string_view>

#include "openperflib/testing/title_checks.h"
#include "openperflib/titles/ini_file.h"

namespace openperflib {
namespace {

void read(Bytes bytes) {
  const IniFile ini = IniFile::read(bytes);
  check(ini.driver_name.empty() || is_service_name(ini.driver_name));
  check(ini.symbol_file.find('/') == std::string::npos);
  check_valid(ini.driver_name);
  check_valid(ini.symbol_file);
  for (const IniText& text : ini.texts) {
    check(text.language == kNeutral || language_of(text.language) == text.language);
    check(!text.symbol.empty() && text.line <= bytes.size());
    check_valid(text.symbol);
    check_valid(text.text);
  }
  for (const IniObject& object : ini.objects) check_valid(object.symbol);
  check_remarks(ini.remarks, bytes.size());
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read(std::as_bytes(std::span(data, size)));
  return 0;
}
