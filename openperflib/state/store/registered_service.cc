#include "openperflib/state/store/registered_service.h"

#include <algorithm>
#include <charconv>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/text/utf16.h"

namespace openperflib {

std::optional<std::uint32_t> number_of(const RegisteredValue& value) noexcept {
  if (value.type != REG_DWORD || value.data.size() != sizeof(std::uint32_t)) return std::nullopt;
  return load<std::uint32_t>(value.data, 0);
}

RegisteredValue number_value(std::string_view name, std::uint32_t number) {
  RegisteredValue value{std::string(name), REG_DWORD, std::vector<std::byte>(sizeof(number))};
  store(value.data, 0, number);
  return value;
}

RegisteredValue text_value(std::string_view name, std::string_view text) {
  const std::u16string units = utf16_from_utf8(text);
  RegisteredValue value{std::string(name), REG_SZ, {}};
  value.data.resize((units.size() + 1) * sizeof(char16_t));
  for (std::size_t i = 0; i < units.size(); ++i) {
    store(value.data, i * sizeof(char16_t), static_cast<std::uint16_t>(units[i]));
  }
  return value;
}

const RegisteredValue* RegisteredService::find(ServiceKey key,
                                               std::string_view value) const noexcept {
  const auto& values = keys[static_cast<std::size_t>(key)];
  if (!values.has_value()) return nullptr;
  const auto found = std::ranges::find_if(
      *values, [&](const RegisteredValue& one) { return equal_ignoring_case(one.name, value); });
  return found == values->end() ? nullptr : &*found;
}

std::optional<std::string> RegisteredService::text(ServiceKey key, std::string_view value) const {
  const RegisteredValue* const found = find(key, value);
  const bool is_text = found != nullptr && (found->type == REG_SZ || found->type == REG_EXPAND_SZ);
  if (!is_text) return std::nullopt;
  return utf8_from_utf16(found->data).text;
}

std::optional<std::uint32_t> RegisteredService::number(ServiceKey key,
                                                       std::string_view value) const {
  const RegisteredValue* const found = find(key, value);
  return found == nullptr ? std::nullopt : number_of(*found);
}

std::optional<TitleRange> RegisteredService::titles() const noexcept {
  if (installation == 0) return std::nullopt;
  return range;
}

std::optional<std::vector<TitleIndex>> RegisteredService::objects() const {
  const auto list = text(ServiceKey::performance, "Object List");
  if (!list.has_value()) return std::nullopt;
  std::vector<TitleIndex> objects;
  const char* const end = list->data() + list->size();
  for (const char* at = list->data(); at != end;) {
    TitleIndex index = 0;
    const auto [next, error] = std::from_chars(at, end, index);
    const bool is_word = next == end || *next == ' ';
    if (error == std::errc() && is_word) objects.push_back(index);
    at = std::find(next, end, ' ');
    at = std::find_if(at, end, [](char one) { return one != ' '; });
  }
  std::ranges::sort(objects);
  const auto repeated = std::ranges::unique(objects);
  objects.erase(repeated.begin(), repeated.end());
  return objects;
}

}  // namespace openperflib
