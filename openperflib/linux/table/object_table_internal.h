// ObjectTable: the values of one object in one collection, instances by counters, each a number or
// the reason why it is missing. Collectors fill it, and ObjectWriter writes it as an object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/linux/table/linux_counters.h"
#include "openperflib/snapshot/missing_reason.h"
#include "openperflib/wire/instance_definition_view.h"

namespace openperflib::linux_objects {

__extension__ using Wide = unsigned __int128;  // holds the sum of any number of 64-bit values

// Identifies a reason within one collection.
using ReasonId = std::uint32_t;

// The reasons of one collection, as unique texts. Ids are valid until clear(), which keeps the
// memory: reasons that recur in each collection allocate nothing.
class Reasons {
 public:
  static constexpr ReasonId kPresent = 0;  // not a reason: the value is present
  // Fixed reasons.
  static constexpr ReasonId kNotCollected = 1;     // "not collected": the cell was not set
  static constexpr ReasonId kNotAskedFor = 2;      // "not asked for"
  static constexpr ReasonId kFirstCollection = 3;  // "first collection"
  static constexpr ReasonId kSumTooLarge = 4;      // "a sum above 2^64-1"
  Reasons();
  void clear();
  // The id of `text`, which is added if it is new.
  [[nodiscard]] ReasonId add(std::string_view text, MissingReason code = MissingReason::other);
  // "no permission: /proc/4711/io": the error of a file, given its path for display.
  [[nodiscard]] ReasonId add_errno(int errno_value, std::string_view shown_path);
  // The same for a path relative to a ProcRoot ("proc/4711/io"). In a recorded folder, too, the
  // path on the recorded machine is shown, so that the location of the folder does not affect the
  // block.
  [[nodiscard]] ReasonId add_file_errno(int errno_value, std::string_view path);
  // "/proc/meminfo: MemFree at byte 28: is not a number": an invalid word in a file below a
  // ProcRoot. `error`: not_a_number or out_of_range.
  [[nodiscard]] ReasonId add_bad_word(std::string_view path, std::string_view field,
                                      std::uint64_t offset, Errc error);
  // "/proc/vmstat has no pgfault": the file was read but lacks the field.
  [[nodiscard]] ReasonId add_lacking(std::string_view path, std::string_view field);
  [[nodiscard]] std::string_view text(ReasonId id) const noexcept;
  [[nodiscard]] MissingReason code(ReasonId id) const noexcept;

 private:
  struct Entry {
    std::uint32_t begin;
    std::uint32_t length;
    MissingReason code;
  };
  struct ErrnoText {
    int errno_value;
    std::string text;
  };
  [[nodiscard]] std::string_view errno_text(int errno_value);
  [[nodiscard]] ReasonId intern(std::size_t begin, MissingReason code);
  [[nodiscard]] std::size_t slot_of(std::string_view text) const noexcept;
  void grow_slots();
  std::string texts_;
  std::vector<Entry> entries_;          // by id - 1
  std::vector<ReasonId> slots_;         // by hash of the text; 0: free
  std::vector<ErrnoText> errno_texts_;  // those used so far; never cleared
};

// Selects the value of a counter or that of its base.
enum class Part : std::uint8_t { value, base };

// Resource, reused: a table of a size seen before allocates nothing.
class ObjectTable {
 public:
  explicit ObjectTable(const CatalogueObject& object);

  // Sets the time of the collection, which is the _Total of a start time (TotalRule::now); call
  // before add_total. nullopt: unknown.
  void set_now(std::optional<FileTime> now) noexcept { now_ = now; }
  // Removes all instances. An object without instances gets its one row.
  void clear();
  // Adds a row whose values are all missing (kNotCollected); returns its position. `name` is UTF-8,
  // with invalid characters already replaced. `key` identifies the instance across collections (0:
  // its name does).
  std::size_t add_instance(std::string_view name, std::uint64_t key = 0);
  // Sets the instance of another object of the same collection that a row belongs to.
  void set_parent(std::size_t instance, ParentInstance parent) noexcept {
    rows_[instance].parent = parent;
  }
  // Adds the row `_Total` with values computed from rows [first, end) by each counter's rule. If
  // one of them is missing, so is the total, with the same reason, unless the collector sets it
  // afterwards. mean is rounded down; a sum above 2^64-1 is missing. The collector sets values with
  // TotalRule::source.
  std::size_t add_total(std::size_t first = 0);

  // Sets a value. Inline, because 20,000 threads have some 200,000 cells.
  void set(std::size_t instance, std::size_t order, std::uint64_t value,
           Part part = Part::value) noexcept {
    values_[place(instance, order, part)] = value;
    reasons_[cell(instance, order)] = Reasons::kPresent;
  }
  // Marks value and base as missing.
  void set_missing(std::size_t instance, std::size_t order, ReasonId reason) noexcept {
    reasons_[cell(instance, order)] = reason;
  }
  // Marks all values of the row that are not set yet as missing.
  void set_rest_missing(std::size_t instance, ReasonId reason) noexcept;

  // Sets why there are no instances; kPresent: no reason. Reset by clear().
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
  // The parent of a row; object_title_index is 0 if it has none.
  [[nodiscard]] ParentInstance parent(std::size_t instance) const noexcept {
    return rows_[instance].parent;
  }
  [[nodiscard]] const CatalogueObject& object() const noexcept { return *object_; }
  [[nodiscard]] TotalRule total_rule(std::size_t order) const noexcept {
    return on_linux(object_->counters[order]).total;
  }

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
  // nullopt if the result exceeds 64 bits.
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
