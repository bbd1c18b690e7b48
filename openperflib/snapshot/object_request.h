// ObjectRequest: what a source collects: the value name of a registry query, and the requested
// counters.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib {

// Value. "Global" names every object that is not costly, "Costly" the costly ones; an id list
// names objects by title index. Whole tokens are matched: 23 is not 238.
class ObjectRequest {
 public:
  // The objects that a request names: all except the costly ones, only the costly ones, those of an
  // id list, or those of another machine, which this one does not have.
  enum class Kind : std::uint8_t { global, costly, ids, foreign };
  // Which part of an object: its definitions and values, or only its definitions (Metadata...).
  enum class Content : std::uint8_t { values, definitions };
  // Which objects: all, or only those that are not counter sets of version 2 providers (OLD_...).
  // Our own objects from 100000 on belong to version 2; the providers of other programs decide
  // about theirs.
  enum class Providers : std::uint8_t { all, first_kind };

  // Parses "Global", "Costly", "" (global), "MetadataGlobal", "MetadataCostly", "OLD_Global",
  // "OLD_MetadataGlobal", "OLD_MetadataCostly", "Foreign MACHINE", or decimal indices separated by
  // spaces; case is ignored. Errors: syntax; out_of_range for a number beyond 32 bits; each with
  // the byte.
  [[nodiscard]] static std::expected<ObjectRequest, Error> parse(std::string_view value_name);
  // Parses a value name as a registry query does: a text that is not understood names nothing.
  [[nodiscard]] static ObjectRequest of_value_name(std::string_view value_name);

  // Names every object that is not costly, with every counter.
  ObjectRequest() = default;
  // Returns an id list without an id, to add to.
  [[nodiscard]] static ObjectRequest nothing();

  // Adds an object with all its counters; the request becomes an id list.
  void add_object(std::uint32_t object_title_index);
  // Adds one counter of an object: costly sources are then read only for the counters that were
  // added.
  void add_counter(std::uint32_t object_title_index, std::uint32_t counter_title_index);

  // Adds all counter sets of other programs, because a path with an unknown object may name one;
  // the request becomes an id list.
  void add_counter_sets();

  // Also requests the objects that describe the block: Collection Status, Titles and Counter Links.
  // A source that does not always write them does so for this request.
  void add_description() noexcept { has_description_ = true; }

  // `ids` also for an empty list.
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] Content content() const noexcept { return content_; }
  // Returns whether the object is named: global requests name all except the costly ones.
  [[nodiscard]] bool wants_object(std::uint32_t object_title_index,
                                  bool costly = false) const noexcept;
  // Returns whether an object is named that is a counter set of another program.
  [[nodiscard]] bool wants_counter_set(std::uint32_t object_title_index) const noexcept;
  // Returns whether add_description() was called.
  [[nodiscard]] bool wants_description() const noexcept { return has_description_; }
  // Returns the value name for a module of the first kind: the same text without OLD_; values in
  // place of definitions, unless the module knows these. Indices ascend. UTF-8.
  [[nodiscard]] std::string value_name(bool knows_definitions) const;
  // Returns the objects of an id list, ascending; none for other requests.
  [[nodiscard]] std::vector<std::uint32_t> objects() const;
  // Returns whether a counter of a requested object is requested (all are, if none was added).
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
  // An id list of these, each with all counters.
  [[nodiscard]] static ObjectRequest of_indices(std::vector<std::uint32_t> indices);
  [[nodiscard]] Wanted& wanted(std::uint32_t object_title_index);  // makes an id list
  // The object's entry; null if it is not named.
  [[nodiscard]] const Wanted* find(std::uint32_t object_title_index) const noexcept;
  Kind kind_ = Kind::global;
  Content content_ = Content::values;
  Providers providers_ = Providers::all;
  bool counter_sets_ = false;  // besides those of the id list
  bool has_description_ = false;
  std::string machine_;         // of Foreign
  std::vector<Wanted> wanted_;  // sorted by object
};

}  // namespace openperflib
