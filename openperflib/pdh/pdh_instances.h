// PdhInstances: the instances of one counter at the last collection of its query.
#pragma once

#include <cstddef>
#include <mutex>
#include <string_view>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/formatted_value.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

struct PdhCounter;
struct PdhQueryState;

// Resource, movable: holds its query, so that other threads wait until it ends. One thread at a
// time. A moved-from one can only be destroyed.
class PdhInstances {
 public:
  // Only PdhQuery makes one.
  PdhInstances(std::unique_lock<std::mutex> lock, const PdhQueryState& query,
               const PdhCounter& counter) noexcept
      : lock_(std::move(lock)), query_(&query), counter_(&counter) {}

  [[nodiscard]] std::size_t size() const noexcept;  // at least 1
  [[nodiscard]] CounterType type() const noexcept;  // 0 in a text log
  // Whether values of the type exist at all; bases and texts have none.
  [[nodiscard]] bool has_values() const noexcept;
  // Whether there are readings; a text log has only values.
  [[nodiscard]] bool has_readings() const noexcept;
  // The local time of the collection.
  [[nodiscard]] FileTime time_local() const noexcept;

  // All names ("parent/name#n") one after the other, each with its NUL; an object without instances
  // has the name "". The texts live as long as this.
  [[nodiscard]] std::string_view names_utf8() const noexcept;
  [[nodiscard]] std::u16string_view names_utf16() const noexcept;
  // Where the name of an instance begins in them.
  [[nodiscard]] std::size_t utf8_offset(std::size_t instance) const noexcept;
  [[nodiscard]] std::size_t utf16_offset(std::size_t instance) const noexcept;

  // As PdhQuery::value() and reading().
  [[nodiscard]] FormattedValue value(std::size_t instance, ValueFormat format) const noexcept;
  [[nodiscard]] RawCounter reading(std::size_t instance) const noexcept;

 private:
  std::unique_lock<std::mutex> lock_;
  const PdhQueryState* query_;
  const PdhCounter* counter_;
};

}  // namespace openperflib
