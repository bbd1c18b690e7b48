// BlgRecordView reads one record of a data message of a binary performance log in place;
// BlgCounterView and BlgInstancesView read the readings in records of form 1 and 2. The payload of
// form 5 is a PERF_DATA_BLOCK.
//
// Views:   own none of the bytes given to parse(), which must live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() checks the extents and every name; after that no accessor can fail. Offsets are
// those in the given bytes.
// Source:  docs/formats/blg.md, section "Data".
#pragma once

#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/log/blg/blg_layout.h"

namespace openperflib {

// The contents of a record; records with other numbers are skipped.
enum class BlgForm : std::uint8_t {
  sample = 0,     // a record of each entry of the catalog, in its order
  counter = 1,    // one reading
  instances = 2,  // the readings of all instances of a counter
  object = 5,     // a whole PERF_DATA_BLOCK
};

// View of a record's head and payload.
class BlgRecordView {
 public:
  // The record at byte 0 of `rest`. Errors: truncated, wrong_value, out_of_range, outside.
  [[nodiscard]] static std::expected<BlgRecordView, Error> parse(Bytes rest) noexcept;

  // The form of the payload; may be a number that is not in BlgForm.
  [[nodiscard]] BlgForm form() const noexcept {
    return static_cast<BlgForm>(load<std::uint8_t>(bytes_, blg::record::kForm.offset));
  }
  // Everything after the head.
  [[nodiscard]] Bytes payload() const noexcept { return bytes_.subspan(blg::record::kHeadSize); }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }  // with its head

 private:
  // parse() has checked the extent.
  explicit BlgRecordView(Bytes bytes) noexcept : bytes_(bytes) {}
  Bytes bytes_;
};

// The payload of form 1.
class BlgCounterView {
 public:
  // Errors: truncated.
  [[nodiscard]] static std::expected<BlgCounterView, Error> parse(Bytes payload) noexcept;

  [[nodiscard]] std::uint32_t status() const noexcept {  // a PDH code
    return load<std::uint32_t>(bytes_, blg::single::kStatus.offset);
  }
  // When it was read, by the clock of the machine's zone.
  [[nodiscard]] FileTime time_local() const noexcept {
    return load<std::int64_t>(bytes_, blg::single::kTimeStamp.offset);
  }
  // RawCounter::first.
  [[nodiscard]] std::uint64_t first() const noexcept {
    return load<std::uint64_t>(bytes_, blg::single::kFirst.offset);
  }
  // RawCounter::second.
  [[nodiscard]] std::uint64_t second() const noexcept {
    return load<std::uint64_t>(bytes_, blg::single::kSecond.offset);
  }
  // RawCounter::multi.
  [[nodiscard]] std::uint32_t multi() const noexcept {
    return load<std::uint32_t>(bytes_, blg::single::kMulti.offset);
  }

 private:
  // parse() has checked that all bytes exist.
  explicit BlgCounterView(Bytes bytes) noexcept : bytes_(bytes) {}
  Bytes bytes_;
};

// The payload of form 2.
class BlgInstancesView {
 public:
  // One instance: its name and its reading, as in RawCounter.
  struct Item {
    Bytes name;  // UTF-16, without its NUL; equal ones are not numbered
    std::uint32_t multi;
    std::uint64_t first;
    std::uint64_t second;
  };

  // Errors: truncated, disagrees (its own length), outside (ItemCount, or an item's name).
  [[nodiscard]] static std::expected<BlgInstancesView, Error> parse(Bytes payload) noexcept;

  // The number of instances; parse() has checked that they exist.
  [[nodiscard]] std::uint32_t count() const noexcept {
    return load<std::uint32_t>(bytes_, blg::multi::kCount.offset);
  }
  [[nodiscard]] std::uint32_t status() const noexcept {  // a PDH code, for all of them
    return load<std::uint32_t>(bytes_, blg::multi::kStatus.offset);
  }
  // When they were read, by the clock of the machine's zone.
  [[nodiscard]] FileTime time_local() const noexcept {
    return load<std::int64_t>(bytes_, blg::multi::kTimeStamp.offset);
  }
  // i below count(). Without its name, for callers that know the names.
  [[nodiscard]] Item values(std::uint32_t i) const noexcept {
    const Bytes item = item_bytes(i);
    return {{},
            load<std::uint32_t>(item, blg::multi::kItemMulti.offset),
            load<std::uint64_t>(item, blg::multi::kItemFirst.offset),
            load<std::uint64_t>(item, blg::multi::kItemSecond.offset)};
  }
  // Item::name of item i.
  [[nodiscard]] Bytes name(std::uint32_t i) const noexcept;
  // The position of an item's name, in bytes from the start of the payload.
  [[nodiscard]] std::uint32_t name_offset(std::uint32_t i) const noexcept {
    return load<std::uint32_t>(item_bytes(i), blg::multi::kItemName.offset);
  }
  // All names, with the bytes that follow them.
  [[nodiscard]] Bytes names() const noexcept { return bytes_.subspan(names_at()); }

 private:
  // The length and the items are checked; the names are checked afterwards.
  explicit BlgInstancesView(Bytes bytes) noexcept : bytes_(bytes) {}
  // Item i as stored.
  [[nodiscard]] Bytes item_bytes(std::uint32_t i) const noexcept {
    return bytes_.subspan(blg::multi::kItems + i * blg::multi::kItemSize, blg::multi::kItemSize);
  }
  // Names follow the items.
  [[nodiscard]] std::size_t names_at() const noexcept {
    return blg::multi::kItems + count() * blg::multi::kItemSize;
  }
  // Errors: outside, of a name.
  [[nodiscard]] std::expected<void, Error> check_names() const noexcept;
  Bytes bytes_;
};

}  // namespace openperflib
