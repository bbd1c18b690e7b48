#include "openperflib/loading/service_settings.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/service_loading.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr auto kPerformance = ServiceKey::performance;
constexpr std::string_view kLibrary = "Library";

constexpr auto kSettings = std::to_array<ServiceSetting>({
    {kLibrary, kPerformance, REG_SZ,
     "the module: an absolute path, or a name in the modules' folder"},
    {"Open", kPerformance, REG_SZ, "the procedure that is called once"},
    {"Collect", kPerformance, REG_SZ, "the procedure that writes the objects"},
    {"Close", kPerformance, REG_SZ, "the procedure that is called at the end"},
    {"Query", kPerformance, REG_SZ, "the old procedure, called if there is no Collect"},
    {"Export", ServiceKey::linkage, REG_MULTI_SZ, "what Open is given, separated by ':'"},
    {"Object List", kPerformance, REG_SZ, "the title indices of the objects"},
    {"Open Timeout", kPerformance, REG_DWORD, "milliseconds (default: 10000)"},
    {"Collect Timeout", kPerformance, REG_DWORD, "milliseconds (default: 10000)"},
    {"Disable Performance Counters", kPerformance, REG_DWORD, "0: the module is called"},
    {"Collect Supports Metadata", kPerformance, REG_DWORD, "1: it answers MetadataGlobal"},
    {"Sandbox", kPerformance, REG_SZ, "strict, network or none (default: strict)"},
    {"Sandbox Paths", kPerformance, REG_MULTI_SZ, "what it may read, separated by ':'"},
    {"Memory Limit", kPerformance, REG_DWORD, "megabytes (default: 512)"},
    {"Host User", kPerformance, REG_SZ, "who runs it for root (default: nobody)"},
});

// Each text with its NUL, and one more at the end.
std::vector<std::byte> texts_data(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(':'));
    if (!one.empty()) all.append(one) += '\0';
    text.remove_prefix(std::min(text.size(), one.size() + 1));
  }
  const std::u16string utf16 = utf16_from_utf8(all + '\0');
  const auto bytes = std::as_bytes(std::span(utf16));
  return {bytes.begin(), bytes.end()};
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_hexadecimal) text.remove_prefix(2);
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number, is_hexadecimal ? 16 : 10);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

// Without NULs at the end; those between texts become ':'.
std::string joined_texts(Bytes utf16) {
  std::string text = utf8_from_all_utf16(utf16);
  text.erase(std::find_if(text.rbegin(), text.rend(), [](char c) { return c != 0; }).base(),
             text.end());
  std::ranges::replace(text, '\0', ':');
  return text;
}

std::string hexadecimal(Bytes bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
  }
  return text;
}

}  // namespace

std::span<const ServiceSetting> service_settings() noexcept { return kSettings; }

const ServiceSetting* find_service_setting(std::string_view name) noexcept {
  const auto found = std::ranges::find_if(
      kSettings, [&](const ServiceSetting& row) { return equal_ignoring_case(row.name, name); });
  return found == kSettings.end() ? nullptr : &*found;
}

std::expected<RegisteredValue, std::string> setting_value(const ServiceSetting& setting,
                                                          std::string_view text) {
  if (setting.type == REG_SZ) {
    RegisteredValue value = text_value(setting.name, text);
    if (setting.name == kLibrary && text.starts_with('%')) value.type = REG_EXPAND_SZ;
    return value;
  }
  if (setting.type == REG_MULTI_SZ) {
    return RegisteredValue{
        .name = std::string(setting.name), .type = setting.type, .data = texts_data(text)};
  }
  const auto number = number_in(text);
  if (!number.has_value()) return std::unexpected("must be a whole number below 2^32");
  return number_value(setting.name, *number);
}

std::string value_text(const RegisteredValue& value) {
  if (const auto number = number_of(value)) return std::to_string(*number);
  switch (value.type) {
    case REG_SZ:
    case REG_EXPAND_SZ:
    case REG_MULTI_SZ:
      return joined_texts(value.data);
    default:
      break;
  }
  return hexadecimal(value.data);
}

std::expected<void, LoadFault> set_service_value(TitleStore& store, std::string_view service,
                                                 const ServiceSetting& setting,
                                                 const std::optional<RegisteredValue>& value) {
  const auto registration = store.read();
  const RegisteredService* const found =
      OPENPERFLIB_TRY(own_service(store, *registration, service));
  const auto edited = [&](StoreEdit& edit) -> std::expected<void, StoreFault> {
    if (!value.has_value()) return edit.delete_value(found->name, setting.key, setting.name);
    OPENPERFLIB_TRY(edit.create_key(found->name, setting.key));
    return edit.set_value(found->name, setting.key, *value);
  };
  auto changed = store.change(store.own_scope(), edited);
  if (changed.has_value()) return {};
  return std::unexpected(LoadFault{.code = LoadErrc::store, .store = std::move(changed).error()});
}

}  // namespace openperflib
