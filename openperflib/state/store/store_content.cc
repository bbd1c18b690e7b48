#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/state/store/store_schema_internal.h"
#include "openperflib/state/store/stored_text_internal.h"
#include "openperflib/state/store/title_row_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::int64_t kAllKeys = (std::int64_t{1} << kServiceKeys) - 1;

bool is_in(std::int64_t number, std::int64_t first, std::int64_t last) {
  return number >= first && number <= last;
}

std::expected<std::int64_t, StoreFault> read_next(const StoreDatabase& database) {
  auto row = OPENPERFLIB_TRY(database.prepare("SELECT name, value FROM state ORDER BY name"));
  const bool has_row = OPENPERFLIB_TRY(row.step());
  const auto number = has_row && row.text(0) == "next" ? row.number(1) : std::nullopt;
  if (!number.has_value() || *number < 1 || OPENPERFLIB_TRY(row.step())) {
    return std::unexpected(database.damaged("the table state is damaged"));
  }
  return *number;
}

// A row of the table services; nullopt: it cannot be one.
struct ReadRow {
  std::string_view folded;
  std::int64_t keys = 0;
  RegisteredService service;
};

// The range of a service with titles; 0 and 0 for one without.
std::optional<TitleRange> range_of(std::int64_t first, std::int64_t last, bool is_installed,
                                   StoreScope scope) {
  if (!is_installed) return first == 0 && last == 0 ? std::optional(TitleRange{}) : std::nullopt;
  const TitleRange whole = allocatable(scope);
  const bool is_valid =
      is_in(first, whole.first, last) && last <= whole.last && first % 2 == 0 && last % 2 == 0;
  if (!is_valid) return std::nullopt;
  return TitleRange{static_cast<TitleIndex>(first), static_cast<TitleIndex>(last)};
}

std::optional<ReadRow> service_row(const StoreStatement& row, StoreScope scope, std::int64_t next) {
  const auto folded_name = row.text(0);
  const auto name = row.text(1);
  const std::int64_t keys = row.number(2).value_or(0);
  const std::int64_t installation = row.number(3).value_or(-1);
  const auto range =
      range_of(row.number(4).value_or(-1), row.number(5).value_or(-1), installation != 0, scope);
  const bool is_valid = folded_name.has_value() && name.has_value() && may_name_service(*name) &&
                        folded(*name) == *folded_name && is_in(keys, 1, kAllKeys) &&
                        (keys & key_bit(ServiceKey::service)) != 0 &&
                        is_in(installation, 0, next - 1) && range.has_value();
  if (!is_valid) return std::nullopt;
  ReadRow read{*folded_name, keys, {std::string(*name), scope, 0, *range, {}}};
  if (installation != 0) {
    const std::uint64_t bit = scope == StoreScope::user ? kUserInstallation : 0;
    read.service.installation = static_cast<std::uint64_t>(installation) | bit;
  }
  for (std::size_t key = 0; key < kServiceKeys; ++key) {
    if ((keys & key_bit(static_cast<ServiceKey>(key))) != 0) read.service.keys[key].emplace();
  }
  return read;
}

// Reads the tables of one store, in the order in which each is checked against those before.
class ContentReader {
 public:
  ContentReader(const StoreDatabase& database, StoreScope scope, StringPool& texts)
      : database_(database), scope_(scope), texts_(texts) {}

  std::expected<StoreContent, StoreFault> read() {
    OPENPERFLIB_TRY(check_tables(database_));
    content_.next = OPENPERFLIB_TRY(read_next(database_));
    OPENPERFLIB_TRY(read_services());
    content_.providers = OPENPERFLIB_TRY(read_providers(database_, scope_));
    content_.sets = OPENPERFLIB_TRY(read_sets(database_, scope_, content_.providers));
    OPENPERFLIB_TRY(check_ranges());
    OPENPERFLIB_TRY(read_values());
    OPENPERFLIB_TRY(read_titles());
    return std::move(content_);
  }

 private:
  std::unexpected<StoreFault> damaged(const char* table) const {
    return std::unexpected(database_.damaged(std::string("the table ") + table + " is damaged"));
  }

  std::expected<void, StoreFault> read_services() {
    auto row = OPENPERFLIB_TRY(
        database_.prepare("SELECT folded, name, keys, installation, first, last FROM services"
                          " ORDER BY folded"));
    while (OPENPERFLIB_TRY(row.step())) {
      auto read = service_row(row, scope_, content_.next);
      const bool is_in_order =
          read.has_value() && (folded_.empty() || folded_.back() < read->folded);
      if (!is_in_order || std::cmp_greater_equal(folded_.size(), kMostServices))
        return damaged("services");
      folded_.emplace_back(read->folded);
      content_.services.push_back(std::move(read->service));
    }
    return {};
  }

  // No index belongs to two services or sets.
  std::expected<void, StoreFault> check_ranges() {
    for (const RegisteredService& service : content_.services) {
      if (service.installation != 0) ranges_.push_back(service.range);
    }
    for (const RegisteredSet& set : content_.sets) ranges_.push_back(set.range);
    std::ranges::sort(ranges_, {}, &TitleRange::first);
    const auto overlap = std::ranges::adjacent_find(
        ranges_, [](const TitleRange& a, const TitleRange& b) { return a.last >= b.first; });
    return overlap == ranges_.end() ? std::expected<void, StoreFault>() : damaged("services");
  }

  // The values of a key; null: it does not exist. Services come in order.
  std::vector<RegisteredValue>* values_of(std::string_view service, std::int64_t key) {
    if (service.empty()) return key == 0 ? &content_.perflib : nullptr;
    while (service_ < folded_.size() && folded_[service_] < service) ++service_;
    const bool is_there = service_ < folded_.size() && folded_[service_] == service &&
                          is_in(key, 0, kServiceKeys - 1);
    if (!is_there) return nullptr;
    auto& values = content_.services[service_].keys[static_cast<std::size_t>(key)];
    return values.has_value() ? &*values : nullptr;
  }

  std::expected<void, StoreFault> read_values() {
    auto row = OPENPERFLIB_TRY(
        database_.prepare("SELECT service, key, folded, name, type, content FROM key_values"
                          " ORDER BY service, key, folded"));
    std::int64_t count = 0;
    while (OPENPERFLIB_TRY(row.step())) {
      if (++count > kMostValues || !add_value(row)) return damaged("key_values");
    }
    return {};
  }

  bool add_value(const StoreStatement& row) {
    const auto service = row.text(0);
    const auto folded_name = row.text(2);
    const auto name = row.text(3);
    const std::int64_t type = row.number(4).value_or(-1);
    const auto content = row.bytes(5);
    const bool is_valid = service.has_value() && folded_name.has_value() && name.has_value() &&
                          is_value_name(*name) && folded(*name) == *folded_name &&
                          is_in(type, 0, std::numeric_limits<std::uint32_t>::max()) &&
                          content.has_value() && content->size() <= kLargestValue;
    if (!is_valid) return false;
    std::vector<RegisteredValue>* const values = values_of(*service, row.number(1).value_or(-1));
    if (values == nullptr) return false;
    if (!values->empty() && folded(values->back().name) >= *folded_name) return false;
    values->push_back({std::string(*name), static_cast<std::uint32_t>(type),
                       std::vector<std::byte>(content->begin(), content->end())});
    return true;
  }

  std::expected<void, StoreFault> read_titles() {
    auto row = OPENPERFLIB_TRY(
        database_.prepare("SELECT language, first, texts FROM titles ORDER BY language, first"));
    while (OPENPERFLIB_TRY(row.step())) {
      if (!add_titles(row)) return damaged("titles");
    }
    return {};
  }

  // The service whose first index it is. Rows come in order within a language.
  const TitleRange* range_at(std::int64_t first, bool is_first_of_language) {
    if (is_first_of_language) range_ = 0;
    while (range_ < ranges_.size() && ranges_[range_].first < first) ++range_;
    return range_ < ranges_.size() && ranges_[range_].first == first ? &ranges_[range_] : nullptr;
  }

  bool add_titles(const StoreStatement& row) {
    const std::int64_t language = row.number(0).value_or(0);
    const std::int64_t first = row.number(1).value_or(0);
    const auto texts = row.bytes(2);
    const bool is_valid = is_in(language, 1, std::numeric_limits<LanguageId>::max()) &&
                          language >= language_ && texts.has_value();
    const TitleRange* const range = is_valid ? range_at(first, language > language_) : nullptr;
    // The pool keeps the row as a whole, with its texts.
    if (range == nullptr || !read_title_row(as_bytes(texts_.add(as_text(*texts))), row_)) {
      return false;
    }
    language_ = language;
    for (const RowTitle& title : row_) {
      if (title.distance > range->last - range->first) return false;
      content_.titles.push_back({static_cast<LanguageId>(language), range->first + title.distance,
                                 title.name, title.help});
    }
    return true;
  }

  const StoreDatabase& database_;
  StoreScope scope_;
  StringPool& texts_;
  StoreContent content_;
  std::vector<std::string> folded_;  // of the services
  std::vector<TitleRange> ranges_;   // ascending
  std::size_t service_ = 0;          // of the values that are being read
  std::int64_t language_ = 0;        // of the titles that are being read
  std::size_t range_ = 0;
  std::vector<RowTitle> row_;
};

}  // namespace

std::expected<StoreContent, StoreFault> read_content(const StoreDatabase& database,
                                                     StoreScope scope, StringPool& texts) {
  return ContentReader(database, scope, texts).read();
}

}  // namespace openperflib
