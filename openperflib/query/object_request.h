// What a source is asked to collect: the value name of a registry query, and the counters wanted.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib {

// Value. "Global" is every object that is not costly; "Costly" those that are; an id list names
// objects by title index. Whole tokens are matched: 23 is not 238.
class ObjectRequest {
 public:
  // What is named: all objects but the costly, the costly alone, those of an id list, or those of
  // another machine, of which there are none here.
  enum class Kind : std::uint8_t { global, costly, ids, foreign };
  // What of an object: its definitions and values, or its definitions alone (Metadata...).
  enum class Content : std::uint8_t { values, definitions };
  // Whose objects: everybody's, or those alone that are no counter sets of providers of the second
  // kind (OLD_...): ours from 100000 count as such.
  enum class Providers : std::uint8_t { all, first_kind };

  // "Global", "Costly", "" (global), "MetadataGlobal", "MetadataCostly", "OLD_Global",
  // "OLD_MetadataGlobal", "OLD_MetadataCostly", "Foreign MACHINE", or decimal indices with blanks
  // between; case ignored. An id list brings what its objects need: Thread brings Process.
  // Errors: syntax; out_of_range for a number beyond 32 bits; each with the byte.
  [[nodiscard]] static std::expected<ObjectRequest, Error> parse(std::string_view value_name);
  // The same as a registry query reads it: what is not understood names nothing.
  [[nodiscard]] static ObjectRequest of_value_name(std::string_view value_name);

  // Every object that is not costly, every counter.
  ObjectRequest() = default;
  // An id list without an id, to be added to.
  [[nodiscard]] static ObjectRequest nothing();

  // Adds an object with all its counters; makes an id list of it.
  void add_object(std::uint32_t object_title_index);
  // Adds one counter of an object: costly sources are then read for those named only.
  void add_counter(std::uint32_t object_title_index, std::uint32_t counter_title_index);

  // `ids` also for a list that is empty.
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] Content content() const noexcept { return content_; }
  // Whether the object is named: global requests name all but the costly.
  [[nodiscard]] bool wants_object(std::uint32_t object_title_index,
                                  bool costly = false) const noexcept;
  // The objects of an id list, ascending; none of another request.
  [[nodiscard]] std::vector<std::uint32_t> objects() const;
  // Whether that counter of a wanted object is asked for (all are, where none was named).
  [[nodiscard]] bool wants_counter(std::uint32_t object_title_index,
                                   std::uint32_t counter_title_index) const noexcept;
  bool operator==(const ObjectRequest&) const = default;

 private:
  // An object of an id list.
  struct Wanted {
    std::uint32_t object;
    bool all_counters;
    std::vector<std::uint32_t> counters;  // sorted
    bool operator==(const Wanted&) const = default;
  };
  // An id list of these and what they need, each with all its counters.
  [[nodiscard]] static ObjectRequest of_indices(std::vector<std::uint32_t> indices);
  [[nodiscard]] Wanted& wanted(std::uint32_t object_title_index);  // makes an id list
  // The object's entry; null where it is not named.
  [[nodiscard]] const Wanted* find(std::uint32_t object_title_index) const noexcept;
  Kind kind_ = Kind::global;
  Content content_ = Content::values;
  Providers providers_ = Providers::all;
  std::vector<Wanted> wanted_;  // sorted by object
};

}  // namespace openperflib
