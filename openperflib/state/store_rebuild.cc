#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/state/store/store_rows_internal.h"
#include "openperflib/state/store_rebuild_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// A service whose titles are to be installed.
struct Pending {
  const KeptService* kept = nullptr;
  ServiceTitles titles;
};

bool is_refusal_of_sqlite(const StoreFault& fault) {
  return fault.code == StoreErrc::io || fault.code == StoreErrc::damaged;
}

std::optional<TitleIndex> recorded_first(const KeptValues& values) {
  const auto& performance = values.keys[static_cast<std::size_t>(ServiceKey::performance)];
  if (!performance.has_value()) return std::nullopt;
  for (const RegisteredValue& value : *performance) {
    if (equal_ignoring_case(value.name, "First Counter")) return number_of(value);
  }
  return std::nullopt;
}

std::expected<void, StoreFault> store_keys(StoreChange& change, const KeptValues& values) {
  const std::string service = folded(values.service);
  ServiceRow row{.name = values.service, .range = {}};
  for (std::size_t i = 0; i < kServiceKeys; ++i) {
    if (!values.keys[i].has_value()) continue;
    const auto key = static_cast<ServiceKey>(i);
    row.keys |= key_bit(key);
    for (const RegisteredValue& value : *values.keys[i]) {
      OPENPERFLIB_TRY(store_value(change.database, service, key, value));
    }
  }
  change.touch(service);
  if (service.empty()) return {};
  return store_service(change.database, service, row);
}

std::expected<ServiceTitles, StoreFault> titles_of(const KeptService& kept,
                                                   const TitleStore::ReadTitles& read_titles) {
  const TitleSources sources{as_bytes(kept.sources->ini), as_bytes(kept.sources->header)};
  auto titles = OPENPERFLIB_TRY(read_titles(sources));
  titles.driver_name = kept.values.service;  // the .ini may have been read for another name
  return titles;
}

// What was replaced after the installation, at the indices that the service has now.
std::expected<void, StoreFault> replace(StoreChange& change, const TitleRange& range,
                                        const std::vector<KeptTitles>& replaced) {
  for (const KeptTitles& kept : replaced) {
    const TitleIndex first = range.first + (kept.table.kind == TitleKind::names ? 0 : 1);
    std::vector<Title> titles;
    for (const KeptTitles::Text& text : kept.texts) {
      if (text.distance > range.last - range.first) break;
      titles.push_back({first + text.distance, text.text});
    }
    OPENPERFLIB_TRY(change.replace(kept.table.language, titles));
  }
  return {};
}

// Whether the titles are installed where they were before.
std::expected<bool, StoreFault> install_as_before(StoreChange& change, const Pending& pending) {
  const auto first = recorded_first(pending.kept->values);
  if (!first.has_value()) return false;
  const auto installed = change.install(pending.titles, *pending.kept->sources, first);
  if (installed.has_value()) {
    OPENPERFLIB_TRY(replace(change, *installed, pending.kept->replaced));
    return true;
  }
  if (is_refusal_of_sqlite(installed.error())) return std::unexpected(installed.error());
  return false;
}

// Leaves the service out if its titles cannot be installed; its texts stay.
std::expected<void, StoreFault> install(StoreChange& change, const Pending& pending,
                                        std::vector<StoreFault>& faults) {
  const auto installed = change.install(pending.titles, *pending.kept->sources, std::nullopt);
  if (installed.has_value()) return replace(change, *installed, pending.kept->replaced);
  if (is_refusal_of_sqlite(installed.error())) return std::unexpected(installed.error());
  faults.push_back(installed.error());
  const std::string service = folded(pending.kept->values.service);
  for (std::size_t i = 0; i < kServiceKeys; ++i) {
    OPENPERFLIB_TRY(erase_values(change.database, service, static_cast<ServiceKey>(i)));
  }
  change.touched.erase(service);
  return erase_service(change.database, service);
}

}  // namespace

std::expected<void, StoreFault> store_kept(StoreChange& change, std::span<const KeptService> kept,
                                           const TitleStore::ReadTitles& read_titles,
                                           std::vector<StoreFault>& faults) {
  std::vector<Pending> pending;
  for (const KeptService& service : kept) {
    if (service.sources.has_value()) {
      auto titles = titles_of(service, read_titles);
      if (!titles.has_value()) {
        faults.push_back(titles.error());
        continue;
      }
      pending.push_back({&service, *std::move(titles)});
    }
    OPENPERFLIB_TRY(store_keys(change, service.values));
  }
  std::vector<const Pending*> displaced;
  for (const Pending& one : pending) {
    if (!OPENPERFLIB_TRY(install_as_before(change, one))) displaced.push_back(&one);
  }
  for (const Pending* const one : displaced) OPENPERFLIB_TRY(install(change, *one, faults));
  return {};
}

std::expected<void, StoreFault> store_kept_providers(StoreChange& change,
                                                     std::span<const ProviderRecord> kept,
                                                     std::vector<StoreFault>& faults) {
  for (const ProviderRecord& provider : kept) {
    const auto installed = change.install(provider);
    if (installed.has_value()) continue;
    if (is_refusal_of_sqlite(installed.error())) return installed;
    faults.push_back(installed.error());
  }
  return {};
}

}  // namespace openperflib
