#include "openperflib/state/store_edit.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/state/store/store_file_internal.h"
#include "openperflib/state/store/store_rows_internal.h"
#include "openperflib/state/store/stored_text_internal.h"
#include "openperflib/state/store_change_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr auto kNumbers = std::to_array<std::string_view>(
    {"First Counter", "Last Counter", "First Help", "Last Help", "Object List"});

// Spreads times over all numbers, among which generations are that were calculated from bytes.
constexpr std::uint64_t kOddFactor = 0x9E3779B97F4A7C15U;

// A refusal of SQLite leaves a call half done: the change as a whole is then given up.
template <typename T>
std::expected<T, StoreFault> noted(StoreChange& change, std::expected<T, StoreFault> result) {
  const bool is_refusal = !result.has_value() && (result.error().code == StoreErrc::io ||
                                                  result.error().code == StoreErrc::damaged);
  if (is_refusal && !change.broken.has_value()) change.broken = result.error();
  return result;
}

std::expected<ServiceRow, StoreFault> existing(const StoreChange& change,
                                               std::string_view service) {
  auto row = OPENPERFLIB_TRY(find_service(change.database, folded(service)));
  if (!row.has_value()) return std::unexpected(fault_about(StoreErrc::no_service, service));
  return *std::move(row);
}

std::expected<ServiceRow, StoreFault> existing(const StoreChange& change, std::string_view service,
                                               ServiceKey key) {
  ServiceRow row = OPENPERFLIB_TRY(existing(change, service));
  const bool is_there = (row.keys & key_bit(key)) != 0;
  if (!is_there) return std::unexpected(fault_about(StoreErrc::no_key, service));
  return row;
}

std::expected<void, StoreFault> create(StoreChange& change, std::string_view name, ServiceKey key) {
  if (!may_name_service(name)) return std::unexpected(fault_about(StoreErrc::invalid, name));
  const std::string service = folded(name);
  const auto found = OPENPERFLIB_TRY(find_service(change.database, service));
  ServiceRow row = found.value_or(ServiceRow{.name = std::string(name), .range = {}});
  const std::int64_t keys = row.keys | key_bit(ServiceKey::service) | key_bit(key);
  if (keys == row.keys) return {};
  row.keys = keys;
  change.touch(service);
  return store_service(change.database, service, row);
}

std::expected<void, StoreFault> remove_service(StoreChange& change, const std::string& service,
                                               const ServiceRow& row) {
  for (std::size_t i = 0; i < kServiceKeys; ++i) {
    OPENPERFLIB_TRY(erase_values(change.database, service, static_cast<ServiceKey>(i)));
  }
  if (row.installation != 0) OPENPERFLIB_TRY(erase_titles(change.database, row.range));
  return erase_service(change.database, service);
}

std::expected<void, StoreFault> remove(StoreChange& change, std::string_view name, ServiceKey key) {
  ServiceRow row = OPENPERFLIB_TRY(existing(change, name, key));
  const std::string service = folded(name);
  change.touch(service);
  if (key == ServiceKey::service) return remove_service(change, service, row);
  row.keys &= ~key_bit(key);
  OPENPERFLIB_TRY(erase_values(change.database, service, key));
  return store_service(change.database, service, row);
}

std::expected<void, StoreFault> set(StoreChange& change, const std::string& service, ServiceKey key,
                                    const RegisteredValue& value) {
  if (!is_value_name(value.name) || value.data.size() > kLargestValue) {
    return std::unexpected(fault_about(StoreErrc::invalid, value.name));
  }
  change.touch(service);
  return store_value(change.database, service, key, value);
}

std::expected<void, StoreFault> unset(StoreChange& change, const std::string& service,
                                      ServiceKey key, std::string_view name) {
  const bool was_there = OPENPERFLIB_TRY(erase_value(change.database, service, key, name));
  if (!was_there) return std::unexpected(fault_about(StoreErrc::no_value, name));
  change.touch(service);
  return {};
}

std::expected<void, StoreFault> uninstall_titles(StoreChange& change, std::string_view name) {
  ServiceRow row = OPENPERFLIB_TRY(existing(change, name));
  if (row.installation == 0) return std::unexpected(fault_about(StoreErrc::not_installed, name));
  const std::string service = folded(name);
  OPENPERFLIB_TRY(erase_titles(change.database, row.range));
  for (const std::string_view value : kNumbers) {
    (void)OPENPERFLIB_TRY(erase_value(change.database, service, ServiceKey::performance, value));
  }
  row.installation = 0;
  row.range = {};
  change.touched[service] = {};
  return store_service(change.database, service, row);
}

KeptSources kept(const TitleSources& sources) {
  return {std::string(as_text(sources.ini)), std::string(as_text(sources.header))};
}

std::expected<std::shared_ptr<const Registration>, StoreFault> read_now(StoreChange& change) {
  OPENPERFLIB_TRY(store_next(change.database, change.next));
  const auto texts = std::make_shared<StringPool>();
  const StoreContent content = OPENPERFLIB_TRY(read_content(change.database, change.scope, *texts));
  // The change may be given up, so that only the time tells this state from all others.
  const auto generation = static_cast<std::uint64_t>(now_ns()) * kOddFactor;
  return registration_of(change.fixed, std::span(&content, 1), texts, generation);
}

}  // namespace

std::expected<std::string, StoreFault> StoreEdit::name_of(std::string_view service) {
  const auto row = noted(change_, existing(change_, service));
  if (!row.has_value()) return std::unexpected(row.error());
  return row->name;
}

std::expected<void, StoreFault> StoreEdit::create_key(std::string_view service, ServiceKey key) {
  return noted(change_, create(change_, service, key));
}

std::expected<void, StoreFault> StoreEdit::delete_key(std::string_view service, ServiceKey key) {
  return noted(change_, remove(change_, service, key));
}

std::expected<void, StoreFault> StoreEdit::set_value(std::string_view service, ServiceKey key,
                                                     const RegisteredValue& value) {
  OPENPERFLIB_TRY(noted(change_, existing(change_, service, key)));
  return noted(change_, set(change_, folded(service), key, value));
}

std::expected<void, StoreFault> StoreEdit::delete_value(std::string_view service, ServiceKey key,
                                                        std::string_view name) {
  OPENPERFLIB_TRY(noted(change_, existing(change_, service, key)));
  return noted(change_, unset(change_, folded(service), key, name));
}

std::expected<void, StoreFault> StoreEdit::set_perflib_value(const RegisteredValue& value) {
  return noted(change_, set(change_, {}, ServiceKey::service, value));
}

std::expected<void, StoreFault> StoreEdit::delete_perflib_value(std::string_view name) {
  return noted(change_, unset(change_, {}, ServiceKey::service, name));
}

std::expected<TitleRange, StoreFault> StoreEdit::install(const ServiceTitles& titles,
                                                         const TitleSources& sources) {
  return noted(change_, change_.install(titles, kept(sources), std::nullopt));
}

std::expected<TitleRange, StoreFault> StoreEdit::install_at(const ServiceTitles& titles,
                                                            const TitleSources& sources,
                                                            TitleIndex first) {
  return noted(change_, change_.install(titles, kept(sources), first));
}

std::expected<void, StoreFault> StoreEdit::uninstall(std::string_view service) {
  return noted(change_, uninstall_titles(change_, service));
}

std::expected<void, StoreFault> StoreEdit::set_titles(LanguageId language,
                                                      std::span<const Title> titles) {
  const bool is_valid = language != 0 && std::ranges::all_of(titles, is_title, &Title::text);
  if (!is_valid) return std::unexpected(fault_about(StoreErrc::invalid, {}));
  return noted(change_, change_.replace(language, titles));
}

std::expected<void, StoreFault> StoreEdit::install_provider(const ProviderRecord& provider) {
  return noted(change_, change_.install(provider));
}

std::expected<void, StoreFault> StoreEdit::remove_provider(const Guid& provider) {
  return noted(change_, change_.remove_provider(provider));
}

std::expected<void, StoreFault> StoreEdit::remove_set(const Guid& set) {
  return noted(change_, change_.remove_set(set));
}

std::expected<std::optional<ProviderRecord>, StoreFault> StoreEdit::provider(const Guid& provider) {
  return noted(change_, find_record(change_.database, change_.scope, provider));
}

std::expected<std::shared_ptr<const Registration>, StoreFault> StoreEdit::read() {
  return noted(change_, read_now(change_));
}

}  // namespace openperflib
