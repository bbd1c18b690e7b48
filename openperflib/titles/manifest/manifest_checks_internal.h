// What the elements of a manifest say together: unique names, and counters that name others.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "openperflib/titles/manifest/manifest_attributes_internal.h"
#include "openperflib/titles/remark_list_internal.h"

namespace openperflib {

// Where an element has an attribute.
struct AttributePlace {
  std::size_t line = 0;   // 0: it has not
  bool is_valid = false;  // whether its value was stored
};

// In the order of attributes_of() its record.
inline constexpr std::size_t kMostAttributes = 17;
using AttributePlaces = std::array<AttributePlace, kMostAttributes>;

template <typename Record>
[[nodiscard]] AttributePlace place_of(const AttributePlaces& places, std::string_view name) {
  const auto rows = attributes_of<Record>();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return places[i];
  }
  return {};
}

// Values of which each may come once, as text. An empty one may come more often.
class UniqueTexts {
 public:
  explicit UniqueTexts(TitleRule rule) : rule_(rule) {}
  // Remarks if a valid value has come before.
  void add(AttributePlace place, const std::string& value, RemarkList& remarks);

 private:
  TitleRule rule_;
  std::unordered_set<std::string> values_;
};

// What is unique in a whole document.
class UniqueNames {
 public:
  void add(const ManifestProvider& provider, const AttributePlaces& places, RemarkList& remarks);
  void add(const ManifestCounterSet& set, const AttributePlaces& places, RemarkList& remarks);
  void add(const ManifestCounter& counter, const AttributePlaces& places, RemarkList& remarks);

 private:
  UniqueTexts provider_guids_{TitleRule::provider_guid_shared};
  UniqueTexts set_guids_{TitleRule::set_guid_shared};
  UniqueTexts set_uris_{TitleRule::set_uri_shared};
  UniqueTexts set_names_{TitleRule::set_name_shared};
  UniqueTexts set_symbols_{TitleRule::set_symbol_shared};
  UniqueTexts counter_uris_{TitleRule::counter_uri_shared};
  UniqueTexts counter_symbols_{TitleRule::counter_symbol_shared};
};

// What the counters of a set say together. `counters` has the places of each, in their order.
void check_counters(const ManifestCounterSet& set, std::span<const AttributePlaces> counters,
                    RemarkList& remarks);

// The attributes of one counter and what they say together.
struct PlacedFlag {
  std::uint64_t flag = 0;
  std::size_t line = 1;
};
void check_flags(std::span<const PlacedFlag> flags, RemarkList& remarks);

}  // namespace openperflib
