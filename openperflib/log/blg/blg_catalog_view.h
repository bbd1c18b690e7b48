// BlgCatalogView and BlgCatalogEntryView read the list of what a binary performance log records.
//
// Views:   own none of the bytes given to parse(), which must live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() checks the extents and every text; after that no accessor can fail. Offsets are
// those in the given bytes.
// Source:  docs/formats/blg.md, section "Catalog".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/counter/counter_type.h"

namespace openperflib {

// View of the whole list.
class BlgCatalogView {
 public:
  // The body of a catalog message. Errors: truncated.
  [[nodiscard]] static std::expected<BlgCatalogView, Error> parse(Bytes body) noexcept;

  // The first of its two constants that differs from every known file; entries are read in spite of
  // it.
  [[nodiscard]] std::optional<Error> fault() const noexcept;
  [[nodiscard]] std::uint32_t version() const noexcept;
  [[nodiscard]] std::uint32_t log_type() const noexcept;
  // The entries, one after the other.
  [[nodiscard]] Bytes entries() const noexcept;

 private:
  // parse() has checked that the two constants are complete.
  explicit BlgCatalogView(Bytes body) noexcept : body_(body) {}
  Bytes body_;
};

// View of one entry: a path that was recorded, and how.
class BlgCatalogEntryView {
 public:
  // The number of bytes of the entry at byte 0 of `rest`: enough to continue if parse() fails.
  // Errors: truncated, out_of_range, misaligned, outside.
  [[nodiscard]] static std::expected<std::uint32_t, Error> length_of(Bytes rest) noexcept;
  // The entry at byte 0 of `rest`. Errors: those of length_of(), and outside for the offset of a
  // text that extends past the entry or has no end in it.
  [[nodiscard]] static std::expected<BlgCatalogEntryView, Error> parse(Bytes rest) noexcept;

  // As stored; size is in bytes, texts and padding included.
  [[nodiscard]] std::uint32_t size() const noexcept;
  [[nodiscard]] std::uint32_t flags() const noexcept;
  [[nodiscard]] bool is_wildcard() const noexcept;      // all instances: records of form 2
  [[nodiscard]] bool is_whole_object() const noexcept;  // blocks: records of form 5
  [[nodiscard]] std::uint32_t user_data() const noexcept;
  [[nodiscard]] CounterType type() const noexcept;
  // Ticks per second of the clock in the readings; 0 for whole objects.
  [[nodiscard]] std::int64_t time_base() const noexcept;
  [[nodiscard]] std::int32_t default_scale() const noexcept;
  [[nodiscard]] std::uint32_t instance_index() const noexcept;  // the n of #n
  // Texts: UTF-16, without their NUL.
  [[nodiscard]] Bytes machine() const noexcept { return machine_; }  // with its two backslashes
  [[nodiscard]] Bytes object() const noexcept { return object_; }
  [[nodiscard]] std::optional<Bytes> instance() const noexcept { return instance_; }
  [[nodiscard]] std::optional<Bytes> parent() const noexcept { return parent_; }
  [[nodiscard]] Bytes counter() const noexcept { return counter_; }

 private:
  // Without its texts, which find_texts() checks.
  explicit BlgCatalogEntryView(Bytes bytes) noexcept : bytes_(bytes) {}
  // Errors: outside, of the offset of a text.
  [[nodiscard]] std::expected<void, Error> find_texts() noexcept;
  Bytes bytes_;
  Bytes machine_;
  Bytes object_;
  std::optional<Bytes> instance_;
  std::optional<Bytes> parent_;
  Bytes counter_;
};

}  // namespace openperflib
