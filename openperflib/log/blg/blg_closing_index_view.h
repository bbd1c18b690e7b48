// BlgClosingIndexView reads the last message of a log of whole objects: the counters and instances
// of its samples. It is not needed for reading.
//
// Views:   own none of the bytes given to parse(), which must live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() checks the extents and every name; after that no accessor can fail. Offsets are
// those in the given bytes.
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

// View of the whole index: times, counts, and one entry per object.
class BlgClosingIndexView {
 public:
  // The body of the message. Errors: truncated, disagrees (its length).
  [[nodiscard]] static std::expected<BlgClosingIndexView, Error> parse(Bytes body) noexcept;

  // As stored: of the first and the last sample, and their number.
  [[nodiscard]] FileTime first_time_local() const noexcept;
  [[nodiscard]] FileTime last_time_local() const noexcept;
  [[nodiscard]] std::uint32_t sample_count() const noexcept;
  [[nodiscard]] std::uint32_t entry_count() const noexcept;  // of the catalog
  [[nodiscard]] std::uint32_t version() const noexcept;
  // Records of form 5, one per entry, whose payloads are entries of this index.
  [[nodiscard]] Bytes entries() const noexcept;

 private:
  // parse() has checked the head and the length.
  explicit BlgClosingIndexView(Bytes body) noexcept : body_(body) {}
  Bytes body_;
};

// View of one object of the index.
class BlgIndexEntryView {
 public:
  // The payload of a record. Errors: truncated, outside.
  [[nodiscard]] static std::expected<BlgIndexEntryView, Error> parse(Bytes payload) noexcept;

  // nullopt: an object without instances.
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
  // The head is complete; the lists are checked afterwards.
  explicit BlgIndexEntryView(Bytes payload) noexcept : payload_(payload) {}
  // The position of item i of a list with items of `size` bytes; in the lists before it, counters
  // take `bytes_before`.
  [[nodiscard]] std::size_t list(std::size_t bytes_before, std::size_t size,
                                 std::uint32_t i) const noexcept;
  // Finds instances_ and names_. Errors: outside, of their count or a name.
  [[nodiscard]] std::expected<void, Error> check_instances() noexcept;
  Bytes payload_;
  Bytes instances_;  // as many as the count says
  Bytes names_;
};

}  // namespace openperflib
