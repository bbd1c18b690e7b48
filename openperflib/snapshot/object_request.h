// What a source is asked to collect: the value name of a registry query, and the requested
// counters.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib {

// Value. "Global" is every object that is not costly, "Costly" every object that is; an id list
// names objects by title index. Whole tokens are matched: 23 is not 238.
class ObjectRequest {
 public:
  // What is named: all objects except the costly ones, only the costly ones, those of an id list,
  // or those of another machine, which do not exist here.
  enum class Kind : std::uint8_t { global, costly, ids, foreign };
  // Which part of an object: its definitions and values, or only its definitions (Metadata...).
  enum class Content : std::uint8_t { values, definitions };
  // Which objects: all, or only those that are not counter sets of version 2 providers (OLD_...).
  // Our own ones from 100000 on count as such; of those of other programs, their providers know.
  enum class Providers : std::uint8_t { all, first_kind };

  // "Global", "Costly", "" (global), "MetadataGlobal", "MetadataCostly", "OLD_Global",
  // "OLD_MetadataGlobal", "OLD_MetadataCostly", "Foreign MACHINE", or decimal indices separated by
  // spaces; case is ignored. Errors: syntax; out_of_range for a number beyond 32 bits; each with
  // the byte.
  [[nodiscard]] static std::expected<ObjectRequest, Error> parse(std::string_view value_name);
  // The same as a registry query reads it: a text that is not understood names nothing.
  [[nodiscard]] static ObjectRequest of_value_name(std::string_view value_name);

  // Every object that is not costly, every counter.
  ObjectRequest() = default;
  // An id list without an id, to be added to.
  [[nodiscard]] static ObjectRequest nothing();

  // Adds an object with all its counters; the request becomes an id list.
  void add_object(std::uint32_t object_title_index);
  // Adds one counter of an object: costly sources are then read only for the counters that were
  // added.
  void add_counter(std::uint32_t object_title_index, std::uint32_t counter_title_index);

  // Adds all counter sets of other programs, which a path that names no known object may mean; the
  // request becomes an id list.
  void add_counter_sets();

  // Asks for what describes the block as well: Collection Status, Titles and Counter Links. A
  // source that does not always write them does so for this request.
  void add_description() noexcept { has_description_ = true; }

  // `ids` also for an empty list.
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] Content content() const noexcept { return content_; }
  // Whether the object is named: global requests name all except the costly ones.
  [[nodiscard]] bool wants_object(std::uint32_t object_title_index,
                                  bool costly = false) const noexcept;
  // Whether an object is named that is a counter set of another program.
  [[nodiscard]] bool wants_counter_set(std::uint32_t object_title_index) const noexcept;
  // Whether what describes the block was added.
  [[nodiscard]] bool wants_description() const noexcept { return has_description_; }
  // What a module of the first kind is asked: the same text, or for definitions, which few of them
  // know, the values; without OLD_. Indices ascend. UTF-8.
  [[nodiscard]] std::string value_name(bool knows_definitions) const;
  // The objects of an id list, ascending; none for other requests.
  [[nodiscard]] std::vector<std::uint32_t> objects() const;
  // Whether that counter of a requested object is requested (all are, if none was added).
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
