// Series: one counter of one instance, as rows, headers and logs name it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/counter/counter_type.h"

namespace openperflib {

// One series as a row shows it. Texts are UTF-8 and live as long as the Binding does.
struct Series {
  std::uint32_t path = 0;  // the path of the query that it belongs to, from 0 in the order of add()
  std::string_view machine;  // empty: the one machine of its binding
  std::string_view object;
  std::string_view parent;                   // empty: none
  std::optional<std::string_view> instance;  // nullopt: the object has none by nature
  std::uint32_t instance_number = 0;         // the n of #n among equal names; only for display
  std::string_view counter;
  // Their names in a log that is not in English; empty: the same.
  std::string_view original_object;
  std::string_view original_counter;
  std::uint32_t object_title_index = 0;  // 0 in logs without titles
  std::uint32_t counter_title_index = 0;
  std::uint32_t counter_ordinal = 0;    // position of its definition; kNoOrdinal: it has none
  std::uint32_t instance_position = 0;  // in its object
  CounterType type;
  std::int32_t default_scale = 0;
  std::uint32_t size = 0;  // bytes of the stored value
  std::uint64_t identity =
      0;  // a token: equal for the same series in every query over the same data
  std::uint32_t process_id = 0;  // of Process instances; 0: none
  // The power of ten that brings its values into the unit of its name (QueryOptions::Units); the
  // readings stay as they are.
  std::int8_t shown_scale = 0;
  bool is_named = false;  // its path has no wildcard: it shows the instance that has the name now
  static constexpr std::uint32_t kNoOrdinal = 0xFFFFFFFF;
};

// Returns whether two texts of one owner are one, at the same address: a binding or a catalog keeps
// most names once. Equal texts at different addresses count as two.
[[nodiscard]] inline bool are_one_text(std::string_view a, std::string_view b) noexcept {
  return a.data() == b.data() && a.size() == b.size();
}

// Returns a hash of the name of a series in its path, ignoring case. Another instance may get the
// same name later.
[[nodiscard]] std::uint64_t hash_of_name(const Series& series) noexcept;

// Returns whether two series have the same name, ignoring case and the numbers of their paths.
// Producers of logs spell names in different case.
[[nodiscard]] bool have_same_name(const Series& a, const Series& b) noexcept;

// Returns "\\machine\object(parent/instance#n)\counter" as in CSV; `machine` is used if the series
// has none.
[[nodiscard]] std::string path_of(const Series& series, std::string_view machine = {});

// Returns a path that a query matches only with this series, whatever characters its names contain.
[[nodiscard]] std::string exact_path_of(const Series& series, std::string_view machine = {});

// Returns the path in the language of the log; empty if that is English or unknown.
[[nodiscard]] std::string original_path_of(const Series& series, std::string_view machine = {});

}  // namespace openperflib
