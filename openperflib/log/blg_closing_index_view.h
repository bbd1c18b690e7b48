// BlgClosingIndexView reads the last message of a log of whole objects: which counters and
// instances its samples had. Readings do without it.
//
// Views:   own none of the bytes given to parse(), which must live and stay as they are.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() proves the extents and every name; no accessor can fail after it. Offsets are
//          those in the bytes given.
// Source:  docs/formats/blg.md, section "Closing index".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/counter/counter_type.h"

namespace openperflib {

// View of the whole index: times, counts, and an entry an object.
class BlgClosingIndexView {
 public:
  // The body of the message. Errors: truncated, disagrees (its length).
  [[nodiscard]] static std::expected<BlgClosingIndexView, Error> parse(Bytes body) noexcept;

  // As stored: of the first and the last sample, and how many there are.
  [[nodiscard]] FileTime first_time_local() const noexcept;
  [[nodiscard]] FileTime last_time_local() const noexcept;
  [[nodiscard]] std::uint32_t sample_count() const noexcept;
  [[nodiscard]] std::uint32_t entry_count() const noexcept;  // of the catalog
  [[nodiscard]] std::uint32_t version() const noexcept;
  // Records of form 5, one an entry, whose payloads are entries of this index.
  [[nodiscard]] Bytes entries() const noexcept;

 private:
  // With its head and its length proved.
  explicit BlgClosingIndexView(Bytes body) noexcept : body_(body) {}
  Bytes body_;
};

// View of one object of the index.
class BlgIndexEntryView {
 public:
  // The payload of a record. Errors: truncated, outside.
  [[nodiscard]] static std::expected<BlgIndexEntryView, Error> parse(Bytes payload) noexcept;

  // Nothing: an object without instances.
  [[nodiscard]] std::optional<std::uint32_t> instance_count() const noexcept;
  [[nodiscard]] std::uint32_t counter_count() const noexcept;
  // i below counter_count().
  [[nodiscard]] std::uint32_t title_index(std::uint32_t i) const noexcept;
  [[nodiscard]] CounterType type(std::uint32_t i) const noexcept;
  [[nodiscard]] std::int64_t time_base(std::uint32_t i) const noexcept;
  [[nodiscard]] std::int32_t default_scale(std::uint32_t i) const noexcept;
  // i below instance_count(). UTF-16, without its NUL.
  [[nodiscard]] Bytes instance_name(std::uint32_t i) const noexcept;
  [[nodiscard]] std::uint32_t instance_number(std::uint32_t i) const noexcept;  // the n of #n

 private:
  // With its head there; the lists are proved after it.
  explicit BlgIndexEntryView(Bytes payload) noexcept : payload_(payload) {}
  // Where item i of a list stands that has items of `size` bytes; counters take `bytes_before` in
  // the lists before it.
  [[nodiscard]] std::size_t list(std::size_t bytes_before, std::size_t size,
                                 std::uint32_t i) const noexcept;
  // Finds instances_ and names_. Errors: outside, of their count or a name.
  [[nodiscard]] std::expected<void, Error> check_instances() noexcept;
  Bytes payload_;
  Bytes instances_;  // as many as are counted
  Bytes names_;
};

}  // namespace openperflib
