// Catalog: everything that a source can be asked for: its objects, their counters, their instances,
// and the series of these, each with a number. A snapshot fills it as a whole: every instance of an
// object has all its counters; so do the snapshots of several machines, each with objects of its
// own. The entries of a log fill it one by one: only their series exist. The path of a series is
// composed only when it is needed, so that 1,000 processes cost 1,000 names.
//
// Value:   move-only; owns all its texts (UTF-8), which live until it ends, is assigned or cleared.
// Threads: immutable after assign() or the last add(); any number of threads may read one.
// Errors:  none: an index without a title is shown as its number.
// Source:  docs/counter_paths.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/query/catalog/series.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/text/string_pool.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// Everything is in the order of the block, or of the first entries that name it; the catalog owns
// the spans and texts.
class Catalog {
 public:
  // A counter that can be asked for: a base belongs to its numerator.
  struct Counter {
    std::string_view name;
    std::string_view folded_name;
    std::string_view original_name;  // in a log that is not in English; empty: the same
    std::uint32_t title_index = 0;   // 0 in logs without titles
    std::uint32_t help_index = 0;
    std::uint32_t ordinal = 0;                  // position of its definition, bases counted
    std::optional<std::uint32_t> base_ordinal;  // of its base or multiplier, the next definition
    CounterType type;
    std::int32_t default_scale = 0;
    std::uint32_t detail_level = 0;
    std::uint32_t size = 0;       // bytes of its value
    std::uint32_t offset = 0;     // offset of its value in a counter block
    std::uint32_t base_size = 0;  // of its base, if it has one
    std::uint32_t base_offset = 0;
    // The clock of a counter of a set (Counter Links), if it has one of its own, as positions in
    // the object's counters: of the counter that has the time, and of the one with the ticks per
    // second of that.
    std::optional<std::uint32_t> time;
    std::optional<std::uint32_t> frequency;
    bool is_listed = true;  // false: neither in lists nor meant by wildcards
  };

  // One instance. A parent that is not in the block counts as none.
  struct Instance {
    std::string_view name;     // or its unique id in decimal
    std::string_view parent;   // empty: none
    std::uint32_t number = 0;  // the n of #n: how many before it have the same name
    std::int32_t unique_id = -1;
    std::uint64_t name_hash = 0;  // name_hash_of() its folded full name
  };

  // One object of one machine with its counters and instances.
  struct Object {
    std::string_view machine;  // empty: it has no name
    std::string_view name;
    std::string_view folded_name;
    std::string_view original_name;  // in a log that is not in English; empty: the same
    std::uint32_t title_index = 0;   // 0 in logs without titles
    std::uint32_t help_index = 0;
    std::uint32_t detail_level = 0;
    bool has_instances = false;                    // of its kind; there may be none now
    bool has_data = true;                          // false: it only describes itself (metadata)
    std::optional<std::uint32_t> default_counter;  // position in counters
    std::span<const Counter> counters;
    std::span<const Instance> instances;  // by position in the block
  };

  // The snapshot of one of several machines, and the titles there. View.
  struct Machine {
    std::string_view name;  // as paths call it; empty: as its block does
    const Snapshot& snapshot;
    const TitleTable& titles;
  };

  // The place of a series, by its number.
  struct Place {
    std::uint32_t object = 0;    // position in objects()
    std::uint32_t instance = 0;  // in its object; kNone: the series has none
    std::uint32_t counter = 0;   // in its object
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    bool operator==(const Place&) const = default;
  };

  Catalog() = default;
  Catalog(Catalog&&) = default;
  Catalog& operator=(Catalog&&) = default;
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  // Becomes the catalog of a snapshot's block; keeps its memory for the next one. `decode` converts
  // instance names from the code pages that blocks in files may use (os/portable/code_page.h); if
  // it is null, characters of such names outside ASCII become U+FFFD. UTF-16 and UTF-8 do not need
  // it. `originals`: the names in a log that is not in English, by index, where they are not those
  // of `titles`.
  void assign(const Snapshot& snapshot, const TitleTable& titles, CodePageDecoder decode = nullptr,
              std::span<const Title> originals = {});
  // Becomes the catalog of several machines: the objects of the first one, then those of the next
  // one. A machine with an empty snapshot has none.
  void assign(std::span<const Machine> machines);

  // Removes everything; the series that are added next belong to another generation.
  void clear() noexcept;

  // Adds a series of a log, with its object, counter and instance if they are new, and copies its
  // texts. Its number is the count of those added before. `machine` has no backslashes. If
  // `identity` is 0, it is derived from the names, so that the same series has the same identity in
  // the next layout; each of several equal names gets its own.
  void add(const Series& series);
  // Adds a series after `before`, the one that was added last: texts at one address are equal, and
  // are not compared.
  void add_after(const Series& before, const Series& series);

  // Returns the series of add(), by number, which is also the order of the readings; valid until
  // the next add() or clear(). None for a snapshot: its series are described where they are bound.
  [[nodiscard]] std::span<const Series> series() const noexcept { return series_; }
  // Returns the series at a place, also if a log has none there. Its texts are those of the
  // catalog; it has neither a path nor an identity.
  [[nodiscard]] Series series_at(const Place& place) const noexcept;
  // Returns the number of series, also of a snapshot: their numbers are below it. Series of a
  // snapshot are in the order of object, instance and counter.
  [[nodiscard]] std::size_t series_count() const noexcept;
  [[nodiscard]] Place place_of(std::size_t series) const noexcept;

  // Returns the name of the one machine; empty: it has none, or there are several.
  [[nodiscard]] std::string_view machine() const noexcept { return machine_; }
  // Returns the objects; none if the snapshot was empty.
  [[nodiscard]] std::span<const Object> objects() const noexcept { return objects_; }
  // Returns the first object with that title index; null: none.
  [[nodiscard]] const Object* find(std::uint32_t object_title_index) const noexcept;

  // Returns whether snapshots filled it: every instance of an object has all its counters.
  [[nodiscard]] bool is_of_snapshot() const noexcept { return !first_series_.empty(); }
  // Returns the number of the first series of an object's instance in a snapshot (Place::kNone: of
  // none). Those of its other counters follow.
  [[nodiscard]] std::size_t first_series(const Place& place) const noexcept {
    const std::size_t counters = objects_[place.object].counters.size();
    const std::size_t instance = place.instance == Place::kNone ? 0 : place.instance;
    return first_series_[place.object] + instance * counters;
  }

  // Grows with every clear() and assign(); readings of one generation have the same series. 0:
  // nothing was ever added.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  // An instance by the hash of its name; `position` is in its object.
  struct NameHash {
    std::uint64_t hash;
    std::uint32_t position;
    auto operator<=>(const NameHash&) const = default;
  };
  // The index for find().
  struct TitlePosition {
    std::uint32_t title_index;
    std::uint32_t position;  // in objects_
    auto operator<=>(const TitlePosition&) const = default;
  };
  // An instance whose parent gets its name only after all objects were added.
  struct Child {
    std::size_t instance;  // position in instances_
    ParentInstance parent;
    std::uint32_t first_object = 0;  // of its machine, in objects_
    std::uint32_t end_object = 0;
  };
  // The steps of assign(). Adds the objects of a snapshot; `machine` as in Machine::name.
  void add_block(std::string_view machine, const Snapshot& snapshot, const TitleTable& titles);
  // Does what needs all objects.
  void complete();
  // The title of an index: of the table, otherwise of the block, otherwise
  // the index in decimal; kept in texts_.
  [[nodiscard]] std::string_view title(std::uint32_t index, const TitleTable& titles);
  // Returns the name of an index in the language of the log; empty: the same.
  [[nodiscard]] std::string_view original(std::uint32_t index);
  // Adds an object; its spans are set once the vectors no longer grow.
  void add_object(const ObjectTypeView& object, const TitleTable& titles,
                  std::span<const CounterLink> links);
  // Adds its counters, each with the base that follows it.
  void add_counters(const ObjectTypeView& object, const TitleTable& titles);
  // Adds what Counter Links says of them.
  void add_links(std::size_t first_counter, std::uint32_t object,
                 std::span<const CounterLink> links);
  // Adds its instances, without the names of their parents.
  void add_instances(const ObjectTypeView& object);
  // Gives each object its part of counters_ and instances_, and fills by_title_.
  void set_spans();
  // Sets the names of the parents. A parent that is not in the block stays empty.
  void name_parents();
  // Sets the n of #n, counted by hash within an object.
  void number_equal_names();
  // The steps of add() (catalog_entries.cc).
  struct Entries;  // of one object: its counters and instances, in the order of their first series
  // Return the position of the series' object, counter or instance, which is added if it is new.
  [[nodiscard]] std::uint32_t entry_object(const Series& series);
  [[nodiscard]] std::uint32_t entry_counter(const Series& series, Entries& of);
  [[nodiscard]] std::uint32_t entry_instance(const Series& series, Entries& of);
  // Adds an object with an empty run of entries. `hash` is that of the names of machine and object.
  [[nodiscard]] std::uint32_t add_object(const Series& series, std::uint64_t hash);
  // Adds a series of the object with that number. `has_last_instance`: of its last instance.
  void add_entry(std::uint32_t number, const Series& series, bool has_last_instance);
  // The number that `hash` was noted with, if `is_meant(number)`; otherwise notes `next`, and
  // returns it.
  template <class IsMeant>
  [[nodiscard]] std::uint32_t number_of(std::uint64_t hash, std::size_t next, IsMeant is_meant);

  // Removes what assign() and add() have in common.
  void remove_all() noexcept;

  StringPool texts_;
  std::string_view machine_;
  std::vector<Object> objects_;
  std::vector<Counter> counters_;
  std::vector<Instance> instances_;
  std::vector<NameHash> hashes_;              // while the instances of an object are numbered
  std::vector<TitlePosition> by_title_;       // sorted
  std::vector<std::size_t> counter_counts_;   // by object
  std::vector<std::size_t> instance_counts_;  // by object
  std::vector<std::size_t> first_series_;     // by object, and the end
  std::vector<Child> children_;

  // A run of entries. Those of an object grow while the ones of others do.
  struct Entries {
    std::uint32_t object = 0;
    std::uint64_t hash = 0;  // of the names of machine and object
    std::vector<Counter> counters;
    std::vector<std::uint64_t> counter_hashes;
    std::vector<Instance> instances;
    std::vector<std::uint64_t> instance_hashes;
    std::uint32_t last_counter = 0;  // of the series before
    std::uint32_t last_instance = 0;
  };
  std::vector<Entries> entries_;  // by object; those after the last one keep their memory
  std::vector<Series> series_;
  std::vector<Place> places_;                                     // by series
  std::unordered_map<std::uint64_t, std::uint32_t> by_hash_;      // objects, counters and instances
  std::unordered_map<std::uint64_t, std::uint32_t> occurrences_;  // of one identity by name
  std::uint32_t last_object_ = 0;                                 // of the series before
  bool has_machines_ = false;                                     // several
  CodePageDecoder decode_ = nullptr;
  std::span<const Title> block_titles_;  // during assign()
  std::span<const Title> originals_;     // the same
  std::uint64_t generation_ = 0;
};

// The catalog of a snapshot; that of an empty snapshot is empty.
[[nodiscard]] Catalog catalog_of(const Snapshot& snapshot, const TitleTable& titles,
                                 CodePageDecoder decode = nullptr);

// Stands for the name of an instance, "parent/name", which must be folded (text/utf16.h).
[[nodiscard]] std::uint64_t name_hash_of(std::string_view folded_full_name) noexcept;
// Returns name_hash_of() the full name of an instance, in lower case.
[[nodiscard]] std::uint64_t name_hash_of(const Catalog::Instance& instance);

// "name" or "parent/name", without #n.
[[nodiscard]] std::string full_name(const Catalog::Instance& instance);
// The name for display: with #n if an instance before it has the same name.
[[nodiscard]] std::string display_name(const Catalog::Instance& instance);

}  // namespace openperflib
