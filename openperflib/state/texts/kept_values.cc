#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/fnv1a.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/stored_text_internal.h"
#include "openperflib/state/texts/kept_lines_internal.h"
#include "openperflib/state/texts/kept_values_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kValuesHeader = "openperflib values 1";
constexpr std::string_view kHex = "hex:";

struct ValuesLine {
  enum : std::size_t { kHeader, kService, kKey, kValue, kEnd };
};
constexpr auto kValuesFields = std::to_array<Field>({{"values", "header"},
                                                     {"values", "service"},
                                                     {"values", "key"},
                                                     {"values", "value"},
                                                     {"values", "end"}});

constexpr std::array<std::string_view, kServiceKeys> kKeys = {"service", "performance", "linkage"};

struct TypeName {
  std::uint32_t type;
  std::string_view name;
};
// Other types are written as numbers.
constexpr auto kTypes = std::to_array<TypeName>({{REG_NONE, "none"},
                                                 {REG_SZ, "sz"},
                                                 {REG_EXPAND_SZ, "expand_sz"},
                                                 {REG_BINARY, "binary"},
                                                 {REG_DWORD, "dword"},
                                                 {REG_MULTI_SZ, "multi_sz"},
                                                 {REG_QWORD, "qword"}});

bool is_text_type(std::uint32_t type) { return type == REG_SZ || type == REG_EXPAND_SZ; }

// The text of a value of a text type, if it can be given back exactly.
std::optional<std::string> plain_text(const RegisteredValue& value) {
  if (!is_text_type(value.type)) return std::nullopt;
  const std::string text = utf8_from_utf16(value.data).text;
  if (text_value(value.name, text).data != value.data) return std::nullopt;
  return text;
}

void append_value(std::string& to, std::string_view key, const RegisteredValue& value) {
  to.append(key).append(" ");
  append_kept_text(to, value.name);
  const auto* const type = std::ranges::find(kTypes, value.type, &TypeName::type);
  to += ' ';
  to += type == kTypes.end() ? std::to_string(value.type) : std::string(type->name);
  to += ' ';
  if (const auto number = number_of(value)) {
    to += std::to_string(*number);
  } else if (const auto text = plain_text(value)) {
    append_kept_text(to, *text);
  } else {
    to += kHex;
    for (const std::byte byte : value.data)
      append_kept_hex(to, std::to_integer<unsigned char>(byte));
  }
  to += '\n';
}

std::expected<std::uint32_t, Error> read_type(KeptLines& lines) {
  const std::string_view word = lines.word();
  const auto* const type = std::ranges::find(kTypes, word, &TypeName::name);
  return type == kTypes.end() ? lines.number_in(word) : type->type;
}

std::expected<std::vector<std::byte>, Error> read_hex(KeptLines& lines) {
  OPENPERFLIB_TRY(lines.expect(kHex));
  std::string_view digits = lines.rest();
  if (digits.size() % 2 != 0 || digits.size() / 2 > kLargestValue) return lines.fault();
  std::vector<std::byte> bytes;
  bytes.reserve(digits.size() / 2);
  for (; !digits.empty(); digits.remove_prefix(2)) {
    const auto byte = kept_hex_byte(digits.substr(0, 2));
    if (!byte.has_value()) return lines.fault();
    bytes.push_back(std::byte{*byte});
  }
  return bytes;
}

std::expected<RegisteredValue, Error> read_value(KeptLines& lines) {
  std::string name = OPENPERFLIB_TRY(lines.quoted());
  OPENPERFLIB_TRY(lines.expect(" "));
  const std::uint32_t type = OPENPERFLIB_TRY(read_type(lines));
  if (!is_value_name(name)) return lines.fault(Errc::wrong_value);
  if (lines.rest().starts_with('"')) {
    if (!is_text_type(type)) return lines.fault();
    RegisteredValue value = text_value(name, OPENPERFLIB_TRY(lines.quoted()));
    value.type = type;
    OPENPERFLIB_TRY(lines.expect_end());
    if (value.data.size() > kLargestValue) return lines.fault(Errc::over_limit);
    return value;
  }
  if (type == REG_DWORD && !lines.rest().starts_with(kHex)) {
    return number_value(name, OPENPERFLIB_TRY(lines.number_in(lines.rest())));
  }
  return RegisteredValue{std::move(name), type, OPENPERFLIB_TRY(read_hex(lines))};
}

std::optional<std::size_t> key_named(std::string_view name) {
  const auto* const key = std::ranges::find(kKeys, name);
  if (key == kKeys.end()) return std::nullopt;
  return static_cast<std::size_t>(key - kKeys.begin());
}

// "key performance": the key exists.
std::expected<void, Error> read_key(KeptLines& lines, KeptValues& values) {
  const auto key = key_named(lines.rest());
  if (!key.has_value() || values.keys[*key].has_value()) return lines.fault();
  values.keys[*key].emplace();
  return {};
}

std::expected<void, Error> read_value_line(KeptLines& lines, std::string_view word,
                                           KeptValues& values) {
  const auto key = key_named(word);
  if (!key.has_value() || !values.keys[*key].has_value()) return lines.fault();
  RegisteredValue value = OPENPERFLIB_TRY(read_value(lines));
  auto& others = *values.keys[*key];
  const bool is_in_order = others.empty() || folded(others.back().name) < folded(value.name);
  if (!is_in_order) return lines.fault(Errc::disagrees);
  others.push_back(std::move(value));
  return {};
}

std::expected<void, Error> read_service(KeptLines& lines, KeptValues& values) {
  OPENPERFLIB_TRY(lines.next(kValuesFields[ValuesLine::kService]));
  if (lines.rest() == "perflib") return {};
  OPENPERFLIB_TRY(lines.expect("service "));
  values.service = OPENPERFLIB_TRY(lines.quoted());
  if (!may_name_service(values.service)) return lines.fault(Errc::wrong_value);
  return lines.expect_end();
}

// Only a service has further keys, and Perflib always has its own.
bool has_right_keys(const KeptValues& values) {
  const bool is_only_one = !values.keys[1].has_value() && !values.keys[2].has_value();
  return values.keys[0].has_value() && (is_only_one || !values.service.empty());
}

constexpr bool is_plain(char one) {
  return (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') || one == '-' || one == '_';
}

}  // namespace

std::string text_of(const KeptValues& values) {
  std::string text(kValuesHeader);
  text += '\n';
  if (values.service.empty()) {
    text += "perflib";
  } else {
    text += "service ";
    append_kept_text(text, values.service);
  }
  text += '\n';
  for (std::size_t key = 0; key < kServiceKeys; ++key) {
    if (!values.keys[key].has_value()) continue;
    text.append("key ").append(kKeys[key]).append("\n");
    for (const RegisteredValue& value : *values.keys[key]) append_value(text, kKeys[key], value);
  }
  return text + "end\n";
}

std::expected<KeptValues, Error> parse_kept_values(std::string_view text) {
  KeptLines lines(text);
  KeptValues values;
  OPENPERFLIB_TRY(lines.next(kValuesFields[ValuesLine::kHeader]));
  OPENPERFLIB_TRY(lines.expect(kValuesHeader));
  OPENPERFLIB_TRY(lines.expect_end());
  OPENPERFLIB_TRY(read_service(lines, values));
  for (;;) {
    OPENPERFLIB_TRY(lines.next(kValuesFields[ValuesLine::kEnd]));
    if (lines.rest() == "end") break;
    const bool is_key = lines.rest().starts_with("key ");
    lines.set_field(kValuesFields[is_key ? ValuesLine::kKey : ValuesLine::kValue]);
    const std::string_view word = lines.word();
    OPENPERFLIB_TRY(is_key ? read_key(lines, values) : read_value_line(lines, word, values));
  }
  if (!lines.is_at_end() || !has_right_keys(values)) return lines.fault();
  return values;
}

std::string folder_name_of(std::string_view service) {
  constexpr std::size_t kLongest = 200;  // a name of a file has at most 255 bytes
  const std::string name = folded(service);
  std::string text;
  for (const char one : name) {
    if (is_plain(one)) {
      text += one;
    } else {
      text += '%';
      append_kept_hex(text, static_cast<unsigned char>(one));
    }
  }
  if (text.size() <= kLongest) return text;
  return fmt::format("{}%-{:016x}", text.substr(0, kLongest), fnv1a(name));
}

}  // namespace openperflib
