// BlgNameTableView reads one event of the name table of a log of whole objects, whose blocks
// identify their objects and counters only by title index.
//
// View:    owns none of the bytes given to parse(), which must live and stay unchanged.
// Threads: next() changes the view: one thread.
// Source:  docs/formats/blg.md, section "Name table".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"

namespace openperflib {

// View with a position: call next() until it returns nullopt.
class BlgNameTableView {
 public:
  // The name of the object or counter with a title index.
  struct Name {
    std::uint32_t title_index;
    Bytes text;  // UTF-16, without its NUL
  };

  // The body of a name table message, which begins with the name of its machine. Errors: missing
  // (the end of that name).
  [[nodiscard]] static std::expected<BlgNameTableView, Error> parse(Bytes body) noexcept;

  // With its two backslashes; UTF-16.
  [[nodiscard]] Bytes machine() const noexcept { return machine_; }
  // The next pair of index and name; nullopt at the end. Errors: not_a_number (an index; the pair
  // is skipped), missing (the end of a text; nothing can follow). Offsets are those in the body.
  [[nodiscard]] std::expected<std::optional<Name>, Error> next() noexcept;

 private:
  // At the start of the body.
  explicit BlgNameTableView(Bytes body) noexcept : body_(body) {}
  // The text at at_, without its NUL; moves after it. nullopt if it has no end.
  [[nodiscard]] std::optional<Bytes> take_text() noexcept;
  Bytes body_;
  Bytes machine_;
  std::size_t at_ = 0;
};

}  // namespace openperflib
