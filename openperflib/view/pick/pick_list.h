// PickList: the counters of a source for people who choose some of them: what is typed narrows the
// list, and the instances of a counter are rows where they are asked for.
//
// Resource: a list over a catalog, which must outlive it. One thread at a time.
// Source: docs/perflib.md, section 3.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/names.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib {

// What is listed. Value.
struct PickOptions {
  // counters: each counter, and its instances where it is opened; objects: objects alone.
  enum class Rows : std::uint8_t { counters, objects };
  using Instances = Names::EqualNames;
  Rows rows = Rows::counters;
  Instances instances = Instances::numbered;
  std::uint32_t detail_level = Names::kFullDetail;  // this one and those below it
  std::optional<std::string> machine = {};          // of this one alone, without backslashes
};

// A row: all instances of a counter, one of them, or all counters of an object. Value.
struct PickRow {
  static constexpr std::uint32_t kAll = 0xFFFFFFFF;
  std::uint32_t object = 0;       // among the objects of the source (Names)
  std::uint32_t counter = kAll;   // in the object
  std::uint32_t instance = kAll;  // among the instances of the object that are listed
  auto operator<=>(const PickRow&) const = default;
};

class PickList {
 public:
  // Lists all that the options allow, without words and with nothing opened or marked.
  PickList(const Catalog& catalog, PickOptions options);

  // Shows what has all of these words in its names: a counter whose object and own name have them,
  // otherwise those of its instances that have the rest. Words are separated by blanks, slashes, or
  // as in a path.
  void narrow(std::string_view words);
  // Shows what has this detail level (PERF_DETAIL_...) or one below it.
  void set_detail_level(std::uint32_t level);
  [[nodiscard]] std::uint32_t detail_level() const noexcept { return options_.detail_level; }

  // The rows that are shown, in the order of the catalog; valid until the list changes.
  [[nodiscard]] std::span<const PickRow> rows() const noexcept { return rows_; }
  // The selected row stays selected while it is shown; without rows it is 0.
  [[nodiscard]] std::size_t selected() const noexcept { return selected_; }
  void select(std::size_t row) noexcept;
  // Shows the row of a path and selects it. False: the list has no such counter; it is unchanged.
  bool show(const CounterPath& path);

  // Opens or closes the counter of the selected row, if it has instances.
  void open();
  void close();

  // Marks the selected row, or removes its mark. Marks stay while their rows are not shown.
  void toggle_mark();
  [[nodiscard]] bool is_marked(const PickRow& row) const { return marks_.contains(row); }
  [[nodiscard]] std::size_t marked() const noexcept { return marks_.size(); }  // how many rows are

  // The path of a row, with the machine if the catalog has several; a query matches it with this
  // row only, whatever characters its names contain.
  [[nodiscard]] std::string path_of(const PickRow& row) const;
  // The same for people: names as they are.
  [[nodiscard]] std::string text_of(const PickRow& row) const;
  [[nodiscard]] bool has_instances(const PickRow& row) const;
  [[nodiscard]] const Catalog::Object& object_of(const PickRow& row) const;
  // Null: the row is an object.
  [[nodiscard]] const Catalog::Counter* counter_of(const PickRow& row) const;

  // The paths of the marked rows in the order of the list, or else that of the selected row; none
  // if the list is empty.
  [[nodiscard]] std::vector<std::string> chosen() const;

 private:
  // The instances of an object as they are listed.
  struct ListedInstances {
    std::vector<Names::Instance> names;
    std::vector<std::string> folded;  // the same names
  };
  using Words = std::vector<std::string>;  // folded
  // Whether the options allow an object, or a counter; words do not matter.
  [[nodiscard]] bool is_listed(const Catalog::Object& object) const;
  [[nodiscard]] bool is_listed(const Catalog::Counter& counter) const;
  // Returns the names of a row; an instance "" and an empty counter mean all of them.
  [[nodiscard]] CounterPath parts_of(const PickRow& row) const;
  // Makes rows_ again. The selected row stays selected if it is still shown.
  void fill();
  // Adds the counters that have all of the words, and the instances of others that have the rest.
  void add_counters(std::uint32_t object, const Words& words);
  // Adds the instances of a counter whose names have all of the words.
  void add_instances(const PickRow& counter, const Words& words);
  // Returns the row of a path, whether or not it is shown; nullopt: it is not in the list.
  [[nodiscard]] std::optional<PickRow> find(const CounterPath& path) const;

  Names names_;
  PickOptions options_;
  bool has_machines_ = false;               // several
  std::vector<ListedInstances> instances_;  // by object
  Words words_;                             // folded
  std::vector<PickRow> rows_;
  std::size_t selected_ = 0;
  std::set<PickRow> open_;
  std::set<PickRow> marks_;
};

}  // namespace openperflib
