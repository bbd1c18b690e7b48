// ObjectTable: the values of one object in one collection, instances by counters, each with its
// number or with the reason why there is none. Every collector fills one; one function makes an
// object of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/linux/object_catalogue.h"
#include "openperflib/wire/instance_definition_view.h"

namespace openperflib::linux_objects {

// Why a value is missing. Reasons of the kinds not_asked_for and first_collection keep the
// counter's definition even where no instance has a value; of the other kinds, a counter that no
// instance can feed has no definition.
enum class MissingKind : std::uint8_t { no_source, not_asked_for, first_collection };

// Names a reason of one collection.
using ReasonId = std::uint32_t;

// Reasons of one collection, as text, each once. Ids are valid until clear(), which keeps the
// memory: reasons that come back at each collection allocate nothing.
class Reasons {
 public:
  static constexpr ReasonId kPresent = 0;  // not a reason: the value is there
  // The fixed ones.
  static constexpr ReasonId kNotCollected = 1;  // "not collected": what a cell says that nobody set
  static constexpr ReasonId kNotAskedFor = 2;   // "not asked for"
  static constexpr ReasonId kFirstCollection = 3;  // "first collection"
  static constexpr ReasonId kSumTooLarge = 4;      // "a sum above 2^64-1"
  Reasons();
  void clear();
  // The id of `text`, a new one or the one it has already.
  [[nodiscard]] ReasonId add(std::string_view text, MissingKind kind = MissingKind::no_source);
  // "no permission: /proc/4711/io": what errno says of a file as it is shown.
  [[nodiscard]] ReasonId add_errno(int errno_value, std::string_view shown_path);
  // The same of a path below a ProcRoot ("proc/4711/io"). Below a folder too it is the path on the
  // machine that was recorded, so that one tree gives one block wherever it lies.
  [[nodiscard]] ReasonId add_file_errno(int errno_value, std::string_view path);
  // "/proc/meminfo: MemFree at byte 28: is not a number": a word of a file below a ProcRoot that
  // does not say what it should. `error`: not_a_number or out_of_range.
  [[nodiscard]] ReasonId add_bad_word(std::string_view path, std::string_view field,
                                      std::uint64_t offset, Errc error);
  // "/proc/vmstat has no pgfault": the file can be read, but does not have it.
  [[nodiscard]] ReasonId add_lacking(std::string_view path, std::string_view field);
  [[nodiscard]] std::string_view text(ReasonId id) const noexcept;
  [[nodiscard]] MissingKind kind(ReasonId id) const noexcept;

 private:
  struct Entry {
    std::uint32_t begin;
    std::uint32_t length;
    MissingKind kind;
  };
  struct ErrnoText {
    int errno_value;
    std::string text;
  };
  [[nodiscard]] std::string_view errno_text(int errno_value);
  [[nodiscard]] ReasonId intern(std::size_t begin, MissingKind kind);
  [[nodiscard]] std::size_t slot_of(std::string_view text) const noexcept;
  void grow_slots();
  std::string texts_;
  std::vector<Entry> entries_;          // by id - 1
  std::vector<ReasonId> slots_;         // by hash of the text; 0: free
  std::vector<ErrnoText> errno_texts_;  // met so far; never cleared
};

// A value of a counter row or of its base.
enum class Part : std::uint8_t { value, base };

// Reused from collection to collection: a table of a size seen before allocates nothing.
class ObjectTable {
 public:
  explicit ObjectTable(const CatalogueObject& object);

  // The time of the collection, which is the _Total of a start time (TotalRule::now); before
  // add_total. nullopt: this machine tells none.
  void set_now(std::optional<FileTime> now) noexcept { now_ = now; }
  // Forgets all instances. An object without instances has one row, made here.
  void clear();
  // Adds a row, all its values missing (kNotCollected); returns its position. `name` is UTF-8,
  // cleaned of what cannot be in it by the collector. `key` is what makes it the same as in an
  // earlier collection (0: its name does).
  std::size_t add_instance(std::string_view name, std::uint64_t key = 0);
  // The instance of another object of the same collection that a row belongs to.
  void set_parent(std::size_t instance, ParentInstance parent) noexcept {
    rows_[instance].parent = parent;
  }
  // Adds the row `_Total`, each value made from those of rows [first, end) by the counter's rule; a
  // missing one among them makes the total missing too (its reason), except where a collector sets
  // it afterwards. mean: the floor of the mean; a sum that 64 bits do not hold is missing.
  // TotalRule::source is left to the collector.
  std::size_t add_total(std::size_t first = 0);

  // One cell costs no call: of 20,000 threads there are some 200,000.
  void set(std::size_t instance, std::size_t order, std::uint64_t value,
           Part part = Part::value) noexcept {
    values_[place(instance, order, part)] = value;
    reasons_[cell(instance, order)] = Reasons::kPresent;
  }
  // Value and base are missing together.
  void set_missing(std::size_t instance, std::size_t order, ReasonId reason) noexcept {
    reasons_[cell(instance, order)] = reason;
  }
  // Every value of the row that is not set yet.
  void set_rest_missing(std::size_t instance, ReasonId reason) noexcept;

  // Why there are no instances; kPresent: nobody says. Forgotten by clear().
  void set_why_empty(ReasonId reason) noexcept { why_empty_ = reason; }
  [[nodiscard]] ReasonId why_empty() const noexcept { return why_empty_; }

  [[nodiscard]] std::uint64_t value(std::size_t instance, std::size_t order,
                                    Part part = Part::value) const noexcept {
    return values_[place(instance, order, part)];
  }
  [[nodiscard]] ReasonId reason(std::size_t instance, std::size_t order) const noexcept {
    return reasons_[cell(instance, order)];
  }
  [[nodiscard]] std::size_t instance_count() const noexcept { return rows_.size(); }
  [[nodiscard]] std::string_view instance_name(std::size_t instance) const noexcept;
  [[nodiscard]] std::uint64_t instance_key(std::size_t instance) const noexcept;
  // object_title_index 0: it belongs to none.
  [[nodiscard]] ParentInstance parent(std::size_t instance) const noexcept {
    return rows_[instance].parent;
  }
  [[nodiscard]] const CatalogueObject& object() const noexcept { return *object_; }

 private:
  struct Row {
    std::uint32_t name_begin;
    std::uint32_t name_length;
    std::uint64_t key;
    ParentInstance parent;
  };
  static constexpr std::size_t kParts = 2;
  [[nodiscard]] std::size_t cell(std::size_t instance, std::size_t order) const noexcept {
    return instance * object_->counters.size() + order;
  }
  [[nodiscard]] std::size_t place(std::size_t instance, std::size_t order,
                                  Part part) const noexcept {
    return cell(instance, order) * kParts + (part == Part::value ? 0 : 1);
  }
  // nullopt: 64 bits do not hold it.
  [[nodiscard]] std::optional<std::uint64_t> total_of(std::size_t first, std::size_t end,
                                                      std::size_t order, Part part) const noexcept;
  void set_total(std::size_t total, std::size_t first, std::size_t order) noexcept;
  const CatalogueObject* object_;
  std::optional<FileTime> now_;
  std::string names_;
  std::vector<Row> rows_;
  std::vector<std::uint64_t> values_;  // rows x counters x 2 (value, base)
  std::vector<ReasonId> reasons_;      // rows x counters
  ReasonId why_empty_ = Reasons::kPresent;
};

}  // namespace openperflib::linux_objects
