#include "openperflib/state/store/store_fault.h"

#include <algorithm>
#include <array>

namespace openperflib {
namespace {

struct CodeText {
  StoreErrc code;
  const char* text;
};

constexpr auto kTexts = std::to_array<CodeText>({
    {StoreErrc::no_permission, "no permission"},
    {StoreErrc::io, "the system refused"},
    {StoreErrc::damaged, "is damaged"},
    {StoreErrc::not_trusted,
     "is not used, because others may write it or it belongs to another user"},
    {StoreErrc::newer_version, "was written by a newer version"},
    {StoreErrc::no_library, "SQLite is not installed (Debian: libsqlite3-0)"},
    {StoreErrc::no_service, "the service does not exist"},
    {StoreErrc::no_key, "the key does not exist"},
    {StoreErrc::no_value, "the value does not exist"},
    {StoreErrc::already_installed, "its titles are already installed"},
    {StoreErrc::not_installed, "its titles are not installed"},
    {StoreErrc::no_free_run, "there are not enough free title indices"},
    {StoreErrc::invalid, "may not be stored"},
    {StoreErrc::no_provider, "no provider or counter set of this name is registered"},
});

}  // namespace

StoreFault fault_about(StoreErrc code, std::string_view name) {
  return {code, {.errno_value = 0, .file = std::string(name), .error = std::nullopt}};
}

std::string describe(const StoreFault& fault) {
  const auto* const row = std::ranges::find(kTexts, fault.code, &CodeText::code);
  std::string text = row == kTexts.end() ? "" : row->text;
  const std::string reason = reason_of(fault.source);
  if (fault.code == StoreErrc::io && !reason.empty()) text = reason;
  if (fault.code == StoreErrc::damaged && !reason.empty()) text += ": " + reason;
  if (fault.source.file.empty()) return text;
  return fault.source.file + ": " + text;
}

}  // namespace openperflib
