// BlgEntry: one entry of the catalog of a log, with its record in the current sample.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_instance_names_internal.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/log/blg/blg_titles_internal.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/object_readings.h"
#include "openperflib/query/record.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// The result of reading a record.
struct BlgTaken {
  bool layout_changed = false;      // other series than in the previous sample; of whole objects
                                    // find_series() may have to tell
  bool has_unknown_status = false;  // an unknown CStatus: its readings are invalid data
};

// How much of a record a caller needs (LogReadings).
enum class BlgDepth : std::uint8_t {
  series,  // all series
  names,   // those of objects only as far as they may be new (LogReadings::names)
  checks,  // none: only what is wrong with the record, and the time that it tells
};

// A time by two clocks.
struct BlgTimestamp {
  FileTime local = 0;
  FileTime utc = 0;
};

// Takes the usual records of form 1 from the start of `records`: intact ones with valid data, one
// after the other. Returns their number, at most one per place of `into`. Only what changes from
// sample to sample is written. BlgEntry::take() handles all other records.
[[nodiscard]] std::size_t take_usual_counters(Bytes records, std::span<RawCounter> into) noexcept;
// Returns how many such records there are at the start of `records`, at most `most`.
[[nodiscard]] std::size_t count_usual_counters(Bytes records, std::size_t most) noexcept;
// Bytes of such a record.
inline constexpr std::size_t kUsualCounterSize = blg::record::kHeadSize + blg::single::kSize;

// One reading a sample.
class BlgCounterEntry {
 public:
  // `reading` is kept by who has the readings of all entries of this form side by side.
  BlgCounterEntry(const LogEntry& entry, RawCounter& reading);
  [[nodiscard]] std::expected<BlgTaken, Error> take(Bytes payload, BlgDepth depth);
  // The numbers of the record before must not pass for those of this one.
  void miss() noexcept {
    reading_->first = reading_->second = reading_->multi = 0;
    reading_->status = CStatus::invalid_data;
  }
  [[nodiscard]] std::uint32_t series_count() const noexcept { return 1; }
  void add_series(const LogEntry& entry, std::uint32_t number, Catalog& catalog) const;
  void read(std::span<RawCounter> into) const noexcept { into.front() = *reading_; }
  [[nodiscard]] std::optional<BlgTimestamp> moment() const noexcept;

 private:
  RawCounter* reading_;
  FileTime time_local_ = 0;
};

// The readings of all instances.
class BlgInstancesEntry {
 public:
  explicit BlgInstancesEntry(const LogEntry& entry);
  [[nodiscard]] std::expected<BlgTaken, Error> take(Bytes payload, BlgDepth depth);
  void miss() noexcept { view_.reset(); }
  [[nodiscard]] std::uint32_t series_count() const noexcept {
    return static_cast<std::uint32_t>(instances_.size());
  }
  void add_series(const LogEntry& entry, std::uint32_t number, Catalog& catalog) const;
  void read(std::span<RawCounter> into) const noexcept;
  [[nodiscard]] std::optional<BlgTimestamp> moment() const noexcept;

 private:
  struct Instance {
    std::string name;
    std::uint32_t number = 0;  // how many before it are called the same
    bool operator==(const Instance&) const = default;
  };
  [[nodiscard]] bool has_known_names(const BlgInstancesView& view) const noexcept;
  [[nodiscard]] static std::expected<void, Error> check_names(const BlgInstancesView& view);
  [[nodiscard]] bool take_names(const BlgInstancesView& view);
  void keep_stored_names(const BlgInstancesView& view);
  void number_twins();

  RawCounter pattern_;
  std::optional<BlgInstancesView> view_;  // of the present sample
  std::vector<Instance> instances_;
  std::vector<Instance> next_instances_;
  std::vector<std::uint32_t> name_offsets_;  // as stored, and the bytes that they point into
  std::vector<std::byte> name_bytes_;
};

// A whole object: its block is read as every other one, by the query that takes it or, where its
// series are needed, without one.
class BlgObjectEntry {
 public:
  // `titles` live as long as this.
  explicit BlgObjectEntry(const BlgMachineTitles& titles);
  [[nodiscard]] std::expected<BlgTaken, Error> take(Bytes payload, BlgDepth depth);
  void miss() noexcept;
  // Finds the series of the present sample, as those who need them do after take(). Returns whether
  // they are others than before.
  bool find_series();
  [[nodiscard]] std::uint32_t series_count() const noexcept;
  void add_series(const LogEntry& entry, std::uint32_t number, Catalog& catalog) const;
  void read(std::span<RawCounter> into);
  [[nodiscard]] std::optional<BlgTimestamp> moment() const noexcept;
  [[nodiscard]] Bytes block() const noexcept { return block_; }
  // Returns what a query takes of the present sample. It lives until the next one.
  [[nodiscard]] LoggedObject object(std::string_view machine) const noexcept;

 private:
  // What samples had so far, where only names are needed.
  struct Names {
    BlgInstanceNames instances;
    std::span<const BlgInstanceNames::Instance> new_instances;  // of the present sample
    std::vector<std::byte> definitions;       // of the last sample with all series; empty: none
    std::vector<std::byte> next_definitions;  // scratch
    std::vector<std::size_t> sizes;           // of its counter blocks, each once
    std::vector<bool> has_data;               // by ordinal of the counter, with these definitions
    std::vector<std::uint32_t> lacking;       // ordinals of counters that had no data so far
    std::vector<RawCounter> readings;         // scratch
  };
  // Which series of the present sample it has.
  enum class Shown : std::uint8_t { all, new_instances, none };

  [[nodiscard]] std::expected<BlgTaken, Error> take_block(Bytes payload);
  [[nodiscard]] std::expected<BlgTaken, Error> take_names(Bytes payload);
  // Returns whether the series of the sample are those that were found last, but for instances, and
  // no counter may have data for the first time.
  [[nodiscard]] std::expected<bool, Error> is_known_but_for_names(const DataBlockView& view);
  [[nodiscard]] std::expected<bool, Error> may_have_first_data(const DataBlockView& view,
                                                               const ObjectTypeView& object);
  // Notes what a sample of which all series are shown has, to compare later ones with.
  void note_series(const ObjectTypeView& object);

  const BlgMachineTitles* titles_;
  ObjectReadings series_;
  Snapshot snapshot_;
  bool is_new_block_ = false;          // in snapshot_: its series were not looked for
  Bytes block_;                        // of the present sample; empty: it has none
  std::optional<DataBlockView> view_;  // the same

  Shown shown_ = Shown::all;
  std::unique_ptr<Names> names_;  // null: all samples show all series
};

// An entry that could not be read: its records are passed over.
class BlgUnknownEntry {
 public:
  [[nodiscard]] std::expected<BlgTaken, Error> take(Bytes /*payload*/, BlgDepth /*depth*/) {
    return BlgTaken{};
  }
  void miss() noexcept {}
  [[nodiscard]] std::uint32_t series_count() const noexcept { return 0; }
  void add_series(const LogEntry&, std::uint32_t, Catalog&) const {}
  void read(std::span<RawCounter>) const noexcept {}
  [[nodiscard]] std::optional<BlgTimestamp> moment() const noexcept { return std::nullopt; }
};

// What every entry has, whatever its records are. Resource.
class BlgEntry {
 public:
  // Decodes an entry of the catalog; `number`: its position among those that could be read,
  // `titles`: those of its machine, `reading`: where the reading of one of form 1 is kept.
  BlgEntry(const BlgCatalogEntryView& view, std::uint32_t number, const BlgMachineTitles& titles,
           RawCounter& reading);
  // For an entry that could not be read.
  BlgEntry() = default;

  // Takes its record of a sample. Errors: what is wrong with it, in bytes from the start of the
  // record; its series then have no values.
  [[nodiscard]] std::expected<BlgTaken, Error> take(const BlgRecordView& record, BlgDepth depth);
  // The sample has no record for it: its series have no values.
  void miss() noexcept;

  [[nodiscard]] bool is_known() const noexcept { return form_.has_value(); }
  [[nodiscard]] const LogEntry& entry() const noexcept { return entry_; }
  // Its position among those that could be read.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  // Whether its records are of form 1.
  [[nodiscard]] bool is_counter() const noexcept { return form_ == BlgForm::counter; }
  // Whether its records are whole objects.
  [[nodiscard]] bool is_object() const noexcept { return form_ == BlgForm::object; }
  // Whether its records contain the time of day in UTC.
  [[nodiscard]] bool tells_utc() const noexcept { return tells_utc_; }
  // See BlgObjectEntry. False for other forms, which take() says it of.
  bool find_series();
  // For an entry of a whole object.
  [[nodiscard]] LoggedObject object() const noexcept;
  // The number of series that the last add_series() added.
  [[nodiscard]] std::uint32_t series_count() const noexcept { return series_count_; }
  void add_series(Catalog& catalog);
  // The readings of the current sample, one per series.
  void read(std::span<RawCounter> into);
  // The block of the current sample; empty if there is none.
  [[nodiscard]] Bytes block() const noexcept;
  // Minutes to add to local time to get UTC, if the current record shows it.
  [[nodiscard]] std::optional<int> bias_minutes() const noexcept {
    return tells_utc_ ? bias_of_moment() : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<int> bias_of_moment() const noexcept;
  LogEntry entry_;
  std::uint32_t series_count_ = 0;
  bool tells_utc_ = false;  // its records contain the time of day in UTC
  std::uint32_t number_ = 0;
  std::optional<BlgForm> form_;  // of its records; nullopt: it could not be read
  std::variant<BlgUnknownEntry, BlgCounterEntry, BlgInstancesEntry, BlgObjectEntry> series_;
};

// The entry of the catalog as a LogEntry.
[[nodiscard]] LogEntry log_entry_from(const BlgCatalogEntryView& view);

// The offset between two FILETIMEs of one time, in minutes; nullopt if they are not the local and
// UTC time of one moment.
[[nodiscard]] std::optional<int> bias_between(FileTime time_local, FileTime time_utc) noexcept;

}  // namespace openperflib
