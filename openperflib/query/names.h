// Names: the machines, objects, counters and instances of a source: the contents of its catalog,
// with the source's descriptions of its objects (Source::describe()). Lists, completion, choices of
// counters and PDH all ask it; it matches names as a query does.
//
// View:    of a catalog, of descriptions and of titles, which must outlive it unchanged.
// Threads: immutable; any number of threads may use one.
// Errors:  none: what does not exist is not found.
// Source:  docs/counter_paths.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/object_description.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

class Names {
 public:
  using Descriptions = std::span<const ObjectDescription* const>;
  using OfMachine = std::optional<std::string_view>;              // nullopt: of any
  using IsMeant = std::function<bool(std::string_view machine)>;  // by a path

  // The highest level of detail (PERF_DETAIL_...): lists up to it leave nothing out.
  static constexpr std::uint32_t kFullDetail = 0xFFFF;

  // How lists show instances with the same name: numbered: each, with its #n; merged: once, without
  // #n.
  enum class EqualNames : std::uint8_t { numbered, merged };

  // A counter of an object. View.
  struct Counter {
    const Catalog::Counter* defined = nullptr;      // null: the catalog lacks it
    const CounterDescription* described = nullptr;  // null: nothing describes it

    // Returns the name of the description or, without one, that of the catalog.
    [[nodiscard]] std::string_view name() const noexcept;
    [[nodiscard]] std::uint32_t title_index() const noexcept;
    // Returns 0 if the catalog lacks it.
    [[nodiscard]] std::uint32_t detail_level() const noexcept;
  };

  // An instance as lists show it. Value.
  struct Instance {
    std::uint32_t position = 0;  // in the object; of several with the name, the first
    std::string name;            // "parent/name#n", or without #n
  };

  // An object that a source has, describes, or both. View.
  struct Object {
    const Catalog::Object* defined = nullptr;      // null: the catalog lacks it
    const ObjectDescription* described = nullptr;  // null: nothing describes it

    // Returns the name of the description or, without one, that of the catalog.
    [[nodiscard]] std::string_view name() const noexcept;
    // Returns the name of its machine; empty: it has no name, or the object is only described.
    [[nodiscard]] std::string_view machine() const noexcept;
    // Returns the name in the language of a log that is not in English; empty: the same.
    [[nodiscard]] std::string_view original_name() const noexcept;
    [[nodiscard]] std::uint32_t title_index() const noexcept;
    // Returns whether objects of its kind have instances; there may be none now.
    [[nodiscard]] bool has_instances() const noexcept;
    // Returns 0 if the catalog lacks it.
    [[nodiscard]] std::uint32_t detail_level() const noexcept;

    // Returns the listed counters, in the order of the description or, without one, of the catalog.
    // Counters that only serve others, such as clocks, are not listed.
    [[nodiscard]] std::vector<Counter> counters() const;
    // Returns the names of the counters up to a level of detail, each once.
    [[nodiscard]] std::vector<std::string_view> counter_names(
        std::uint32_t detail_level = kFullDetail) const;
    // Returns the instances in the order of the catalog.
    [[nodiscard]] std::vector<Instance> instances(EqualNames equal) const;
    [[nodiscard]] std::vector<std::string> instance_names(EqualNames equal) const;
  };

  // The object and counter that a path names. View, also of the Names that found it.
  struct Found {
    PathMatch match = PathMatch::no_object;  // never no_instance or left_out
    const Object* object = nullptr;          // set as far as the path matched, like the next
    const Catalog::Counter* counter = nullptr;
  };

  // Without titles, numbers do not find objects and counters of a catalog that has only names.
  explicit Names(const Catalog& catalog);
  Names(const Catalog& catalog, const TitleTable& titles, Descriptions described = {});

  // Returns the objects of the catalog in its order, then those that are only described. Objects
  // that describe a block are not among them. Pointers to objects, here and below, are valid as
  // long as this.
  [[nodiscard]] std::span<const Object> objects() const& noexcept { return objects_; }
  std::span<const Object> objects() && = delete;

  // Returns the machines of the catalog's objects, in their order, each once; "": it has no name.
  [[nodiscard]] std::vector<std::string_view> machines() const;
  // Returns the names of the objects up to a level of detail, each once.
  [[nodiscard]] std::vector<std::string_view> object_names(
      OfMachine machine = std::nullopt, std::uint32_t detail_level = kFullDetail) const;

  // Returns the first object with that name, also in the language of its log; null: none. Wildcards
  // and numbers are taken literally.
  [[nodiscard]] const Object* find(std::string_view name, OfMachine machine = std::nullopt) const&;
  const Object* find(std::string_view name, OfMachine machine = std::nullopt) && = delete;
  // Finds the counter that a path names by names or numbers, also of an object that describes a
  // block; its instance may be any. `is_meant(machine)`: whether the path is for that machine.
  // Wildcards name nothing.
  [[nodiscard]] Found find(const PathPattern& path, const IsMeant& is_meant) const&;
  Found find(const PathPattern& path, const IsMeant& is_meant) && = delete;

  // Returns the object that a choice of counters shows first: Processor, otherwise the first
  // object; null: none.
  [[nodiscard]] const Object* default_object(OfMachine machine = std::nullopt) const&;
  // Returns the default of the object's block or, in logs of single counters, of the object with
  // its name on every machine; otherwise the first one. Null: the catalog has no counter of it.
  [[nodiscard]] const Catalog::Counter* default_counter(const Object& object) const;

 private:
  void add_described(Descriptions described);
  // Finds the counter that a path names, in an object of a machine for which the path is meant.
  [[nodiscard]] Found find_of(const PathPattern& path, const Object& object) const;

  TitleTable titles_;
  std::vector<Object> objects_;
  std::vector<Object> block_objects_;  // which describe the block
};

}  // namespace openperflib
