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
  std::uint32_t path = 0;    // which path of the query asked for it, from 0 in the order of add()
  std::string_view machine;  // empty: the one machine of its binding
  std::string_view object;
  std::string_view parent;                   // empty: none
  std::optional<std::string_view> instance;  // nullopt: the object has none by nature
  std::uint32_t instance_number = 0;         // the n of #n among equal names; for display alone
  std::string_view counter;
  // What a log in another language than English calls them; empty: the same.
  std::string_view original_object;
  std::string_view original_counter;
  std::uint32_t object_title_index = 0;  // 0 in logs without titles
  std::uint32_t counter_title_index = 0;
  std::uint32_t counter_ordinal = 0;    // position of its definition; kNoOrdinal: it has none here
  std::uint32_t instance_position = 0;  // in its object
  CounterType type;
  std::int32_t default_scale = 0;
  std::uint32_t size = 0;        // bytes of the stored value
  std::uint64_t identity = 0;    // equal in two bindings of one query: the same series
  std::uint32_t process_id = 0;  // of Process instances; 0: none
  bool is_named = false;         // its path has no wildcard: whoever has the name is shown there
  static constexpr std::uint32_t kNoOrdinal = 0xFFFFFFFF;
};

// "\\machine\object(parent/instance#n)\counter" as CSV writes it; of `machine` where the series
// names none.
[[nodiscard]] std::string path_of(const Series& series, std::string_view machine = {});

// The same as a query understands it as this series alone, whatever characters its names have.
[[nodiscard]] std::string exact_path_of(const Series& series, std::string_view machine = {});

// The same in the names of the log itself; empty where it is in English or tells no others.
[[nodiscard]] std::string original_path_of(const Series& series, std::string_view machine = {});

}  // namespace openperflib
