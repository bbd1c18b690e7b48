// The rows of CounterDetails: what a counter of a database is called, and the number it has there.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "openperflib/log/sql_log_database_internal.h"
#include "openperflib/query/series.h"

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

// `machine`: that of a series which names none.
[[nodiscard]] SqlCounter sql_counter_of(const Series& series, std::string_view machine);
// Views into `counter`, which must outlive it.
[[nodiscard]] Series series_of(const SqlCounter& counter);

// A row with its number.
struct SqlCounterRow {
  std::int32_t id = 0;
  SqlCounter counter;
};

// The rows of CounterDetails that `where` ("WHERE ...") picks, by their numbers. A row whose number
// is none, or that has no name, is left out: whoever has readings of it says so.
[[nodiscard]] std::expected<std::vector<SqlCounterRow>, SourceFault> read_sql_counters(
    SqlLogDatabase& database, std::string_view where);

// Which numbers a database gave. Counters are shared by all its sets; of several that are called
// the same, the n-th has the n-th number. Resource; memory is that of the rows of CounterDetails.
class SqlCounterNumbers {
 public:
  // Reads all that there are.
  [[nodiscard]] std::expected<void, SourceFault> load(SqlLogDatabase& database);
  // The number of the n-th of that name, from 0; nullopt: there is none yet.
  [[nodiscard]] std::optional<std::int32_t> find(const SqlCounter& counter, std::uint32_t n) const;
  // Adds rows; find() knows them then.
  [[nodiscard]] std::expected<void, SourceFault> add(SqlLogDatabase& database,
                                                     std::span<const SqlCounter* const> counters);

 private:
  [[nodiscard]] std::expected<void, SourceFault> read_new(SqlLogDatabase& database);
  std::unordered_map<std::string, std::vector<std::int32_t>> numbers_;
  std::int32_t last_ = 0;
};

}  // namespace openperflib
