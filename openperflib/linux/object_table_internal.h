// ObjectTable: the values of one object in one collection, instances by counters, each with its number
// or with the reason why there is none. Every collector fills one; one function makes an object of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/counter/cstatus.h"
#include "openperflib/linux/object_catalogue.h"

namespace openperflib::linux_objects {

// Why a value is missing. Rows of the kinds not_asked_for and first_collection keep the counter's
// definition even where no instance has a value; of the other kinds, a counter that no instance can
// feed has no definition.
enum class MissingKind : std::uint8_t { no_source, not_asked_for, first_collection, clock_was_set };

// Reasons of one collection, as text, each once. Ids are valid until clear(), which keeps the memory.
using ReasonId = std::uint32_t;
class Reasons {
 public:
  static constexpr ReasonId kPresent = 0;  // not a reason: the value is there
  // The fixed ones.
  static constexpr ReasonId kNotCollected = 1;     // "not collected": what a cell says that nobody set
  static constexpr ReasonId kNotAskedFor = 2;      // "not asked for"
  static constexpr ReasonId kFirstCollection = 3;  // "first collection"
  Reasons();
  void clear();
  // The id of `text`, a new one or the one it has already.
  [[nodiscard]] ReasonId add(std::string_view text, MissingKind kind = MissingKind::no_source);
  // "no permission: /proc/4711/io": what errno says of a file as it is shown.
  [[nodiscard]] ReasonId add_errno(int errno_value, std::string_view shown_path);
  [[nodiscard]] std::string_view text(ReasonId id) const noexcept;
  [[nodiscard]] MissingKind kind(ReasonId id) const noexcept;

 private:
  struct Entry { std::uint32_t begin; std::uint32_t length; MissingKind kind; };
  std::string texts_;
  std::vector<Entry> entries_;
};

// A value of a counter row or of its base.
enum class Part : std::uint8_t { value, base };

// Reused from collection to collection: a table of a size seen before allocates nothing.
class ObjectTable {
 public:
  explicit ObjectTable(const CatalogueObject& object);

  // Forgets all instances. An object without instances has one row, made here.
  void clear();
  // Adds a row, all its values missing (kNotCollected); returns its position. `name` is UTF-8, cleaned
  // of what cannot be in it by the collector. `key` is what makes it the same as in an earlier
  // collection (0: its name does).
  std::size_t add_instance(std::string_view name, std::uint64_t key = 0);
  // Adds the row `_Total`, each value made from those of rows [first, end) by the counter's rule; a
  // missing one among them makes the total missing too (its reason), except where a collector sets it
  // afterwards. mean: the floor of the mean.
  std::size_t add_total(std::size_t first = 0);

  void set(std::size_t instance, std::size_t order, std::uint64_t value,
           Part part = Part::value) noexcept;
  // Value and base are missing together.
  void set_missing(std::size_t instance, std::size_t order, ReasonId reason) noexcept;
  // Every value of the row that is not set yet.
  void set_rest_missing(std::size_t instance, ReasonId reason) noexcept;

  [[nodiscard]] std::uint64_t value(std::size_t instance, std::size_t order,
                                    Part part = Part::value) const noexcept;
  [[nodiscard]] ReasonId reason(std::size_t instance, std::size_t order) const noexcept;
  [[nodiscard]] std::size_t instance_count() const noexcept { return rows_.size(); }
  [[nodiscard]] std::string_view instance_name(std::size_t instance) const noexcept;
  [[nodiscard]] std::uint64_t instance_key(std::size_t instance) const noexcept;
  [[nodiscard]] const CatalogueObject& object() const noexcept { return *object_; }

 private:
  struct Row { std::uint32_t name_begin; std::uint32_t name_length; std::uint64_t key; };
  const CatalogueObject* object_;
  std::string names_;
  std::vector<Row> rows_;
  std::vector<std::uint64_t> values_;   // rows x counters x 2 (value, base)
  std::vector<ReasonId> reasons_;       // rows x counters
};

}  // namespace openperflib::linux_objects
