// The rows of CounterDetails: the names of the counters in a database, and their numbers.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "openperflib/log/sql/sql_log_database_internal.h"
#include "openperflib/query/catalog/series.h"

namespace openperflib {

// One row without its number. Value; texts are UTF-8.
struct SqlCounter {
  std::string machine;  // without backslashes
  std::string object;
  std::string counter;
  std::optional<std::string> instance;
  std::optional<std::string> parent;
  std::int32_t instance_index = 0;
  CounterType type;
  std::int32_t default_scale = 0;
  std::uint64_t time_base = 0;
  bool operator==(const SqlCounter&) const = default;
};

// `machine`: used if the series names none.
[[nodiscard]] SqlCounter sql_counter_of(const Series& series, std::string_view machine);
// Views into `counter`, which must outlive it.
[[nodiscard]] Series series_of(const SqlCounter& counter);

// A row with its number.
struct SqlCounterRow {
  std::int32_t id = 0;
  SqlCounter counter;
};

// The rows of CounterDetails that `where` ("WHERE ...") selects, by their numbers. A row without a
// valid number or a name is left out, which is reported with its readings.
[[nodiscard]] std::expected<std::vector<SqlCounterRow>, SourceFault> read_sql_counters(
    SqlLogDatabase& database, std::string_view where);

// The numbers that a database assigned. Counters are shared by all its sets; among several with the
// same name, the n-th has the n-th number. Resource; memory is that of the rows of CounterDetails.
class SqlCounterNumbers {
 public:
  // Reads all rows.
  [[nodiscard]] std::expected<void, SourceFault> load(SqlLogDatabase& database);
  // The number of the n-th with this name, from 0; nullopt: there is none yet.
  [[nodiscard]] std::optional<std::int32_t> find(const SqlCounter& counter, std::uint32_t n) const;
  // Adds rows, which find() then returns.
  [[nodiscard]] std::expected<void, SourceFault> add(SqlLogDatabase& database,
                                                     std::span<const SqlCounter* const> counters);

 private:
  [[nodiscard]] std::expected<void, SourceFault> read_new(SqlLogDatabase& database);
  std::unordered_map<std::string, std::vector<std::int32_t>> numbers_;
  std::int32_t last_ = 0;
};

}  // namespace openperflib
