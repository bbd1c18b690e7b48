// Catalog: what there is to ask a source for: its objects, their counters and their instances. A
// path of a series is composed where it is wanted, so that 1,000 processes cost 1,000 names.
//
// Value:   move-only; owns all its texts (UTF-8), which live until it ends or is assigned.
// Threads: immutable after assign(); any number of threads may read one.
// Errors:  none: an index without a title is called by its number.
// Source:  docs/counter_paths.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/query/snapshot.h"
#include "openperflib/query/text_arena.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// All stands in the block's order; spans and texts belong to the catalog.
class Catalog {
 public:
  // A counter that can be asked for: bases stand with their numerators.
  struct Counter {
    std::string_view name;
    std::string_view folded_name;
    std::uint32_t title_index = 0;
    std::uint32_t help_index = 0;
    std::uint32_t ordinal = 0;                  // position of its definition, bases counted
    std::optional<std::uint32_t> base_ordinal;  // of its base or multiplier, the next definition
    CounterType type;
    std::int32_t default_scale = 0;
    std::uint32_t detail_level = 0;
    std::uint32_t size = 0;       // bytes of its value
    std::uint32_t offset = 0;     // of its value in a counter block
    std::uint32_t base_size = 0;  // of its base, where it has one
    std::uint32_t base_offset = 0;
  };

  // One instance. A parent that is not in the block counts as none.
  struct Instance {
    std::string_view name;     // where it has none: its unique id in decimal
    std::string_view parent;   // empty: none
    std::uint32_t number = 0;  // the n of #n: how many before it are called the same
    std::int32_t unique_id = -1;
    std::uint64_t name_hash = 0;  // of the folded full name: equal for those called the same
  };

  // One object with all that can be asked of it.
  struct Object {
    std::string_view name;
    std::string_view folded_name;
    std::uint32_t title_index = 0;
    std::uint32_t help_index = 0;
    std::uint32_t detail_level = 0;
    bool has_instances = false;                    // by nature; there may be none now
    bool has_data = true;                          // false: it only describes itself (metadata)
    std::optional<std::uint32_t> default_counter;  // position in counters
    std::span<const Counter> counters;
    std::span<const Instance> instances;  // by position in the block
  };

  Catalog() = default;
  Catalog(Catalog&&) = default;
  Catalog& operator=(Catalog&&) = default;
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  // Becomes the catalog of a snapshot's block; keeps its memory for the next. `decode` knows the
  // code pages in which blocks of files may have their instances' names (os/code_page.h); null:
  // what is no ASCII in such a name is U+FFFD. UTF-16 and UTF-8 need none.
  void assign(const Snapshot& snapshot, const TitleTable& titles, CodePageDecoder decode = nullptr);

  // The machine's name in the block's header; empty: there is none.
  [[nodiscard]] std::string_view machine() const noexcept { return machine_; }
  // In the block's order; empty where the snapshot was.
  [[nodiscard]] std::span<const Object> objects() const noexcept { return objects_; }
  // The first object of that title index, null where there is none.
  [[nodiscard]] const Object* find(std::uint32_t object_title_index) const noexcept;

  // The position of an object's first counter (one of objects()) among the counters of all objects.
  [[nodiscard]] std::size_t first_counter(const Object& object) const noexcept {
    return static_cast<std::size_t>(object.counters.data() - counters_.data());
  }

  // The positions of the instances of an object (one of objects()) whose full name, "parent/name",
  // is that one, in their order; the name as folded() makes it.
  void find_instances(const Object& object, std::string_view folded_full_name,
                      std::vector<std::uint32_t>& positions) const;

  // Grows with every change of layout within one query; 0 for one that stands alone.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }
  void set_generation(std::uint64_t generation) noexcept { generation_ = generation; }

 private:
  // An instance by its name's hash; `position` is in its object.
  struct NameHash {
    std::uint64_t hash;
    std::uint32_t position;
    auto operator<=>(const NameHash&) const = default;
  };
  // What find() looks up.
  struct TitlePosition {
    std::uint32_t title_index;
    std::uint32_t position;  // in objects_
    auto operator<=>(const TitlePosition&) const = default;
  };
  // An instance whose parent has its name only when all objects are here.
  struct Child {
    std::size_t instance;  // position in instances_
    ParentInstance parent;
  };
  // assign(), step by step. The title of an index, else the index in decimal; kept in texts_.
  [[nodiscard]] std::string_view title(std::uint32_t index, const TitleTable& titles);
  // Adds an object; its spans are set when the vectors grow no more.
  void add_object(const ObjectTypeView& object, const TitleTable& titles);
  // Adds its counters, each with the base that follows it.
  void add_counters(const ObjectTypeView& object, const TitleTable& titles);
  // Adds its instances, parents still without their names.
  void add_instances(const ObjectTypeView& object);
  // Gives each object its part of counters_ and instances_, and fills by_title_.
  void set_spans();
  // A parent that is not in the block stays empty.
  void name_parents();
  // The n of #n, counted by hash within an object.
  void number_equal_names();
  // The object's part of hashes_, sorted.
  [[nodiscard]] std::span<const NameHash> hashes_of(const Object& object) const noexcept;

  TextArena texts_;
  std::string_view machine_;
  std::vector<Object> objects_;
  std::vector<Counter> counters_;
  std::vector<Instance> instances_;
  std::vector<NameHash> hashes_;         // an object's side by side, as in instances_, and sorted
  std::vector<TitlePosition> by_title_;  // sorted
  std::vector<std::size_t> counter_counts_;   // by object
  std::vector<std::size_t> instance_counts_;  // by object
  std::vector<Child> children_;
  CodePageDecoder decode_ = nullptr;
  std::uint64_t generation_ = 0;
};

// The catalog of a snapshot; that of an empty snapshot is empty.
[[nodiscard]] Catalog catalog_of(const Snapshot& snapshot, const TitleTable& titles,
                                 CodePageDecoder decode = nullptr);

// "name", "parent/name" as instances are called without #n.
[[nodiscard]] std::string full_name(const Catalog::Instance& instance);
// As people see it: with #n where an instance before it has the same name.
[[nodiscard]] std::string display_name(const Catalog::Instance& instance);

}  // namespace openperflib
