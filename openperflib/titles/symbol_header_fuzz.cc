// Any bytes as a symbol header: each symbol can be found, and its number can be used. An .ini that
// uses them all is then checked against it.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "openperflib/titles/checked_titles.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

IniFile ini_of(const SymbolHeader& header) {
  IniFile ini{.driver_name = "D", .symbol_file = "d.h"};
  for (const Symbol& symbol : header.symbols()) {
    if (symbol.fault.has_value()) continue;
    const std::size_t line = ini.texts.size() + 1;
    ini.objects.push_back({symbol.name, line});
    ini.texts.push_back({symbol.name, kEnglish, IniText::Kind::name, symbol.name, line});
  }
  return ini;
}

void check_symbols(const SymbolHeader& header, std::size_t size) {
  for (const Symbol& symbol : header.symbols()) {
    check(header.find(symbol.name) == &symbol);
    check(symbol.line >= 1 && symbol.line <= size);
    check(symbol.number % 2 == 0 && symbol.number <= 1U << 20U);
  }
}

void read(Bytes bytes) {
  const SymbolHeader header = SymbolHeader::read(bytes);
  check_symbols(header, bytes.size());
  const IniFile ini = ini_of(header);
  const auto titles = check_titles(ini, header);
  if (!titles.has_value()) return check(has_mistakes(titles.error()));
  check(titles->titles.objects.size() == ini.objects.size());
  if (ini.texts.empty()) return check(titles->titles.languages.empty());
  check(titles->titles.languages.front().texts.size() == ini.texts.size());
  check(titles->titles.languages.front().texts.back().distance == titles->titles.last_distance);
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read(std::as_bytes(std::span(data, size)));
  return 0;
}
