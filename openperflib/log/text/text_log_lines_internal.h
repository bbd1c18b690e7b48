// TextLogLines: the lines of a file of any size, one after the other, with the place of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/log/text/text_log_encoding.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib {

// View. One line; its text is valid until the next one is requested.
struct TextLine {
  std::string_view text = {};  // without its end; as stored, or UTF-8 if the file is UTF-16
  std::uint64_t offset = 0;    // of its first byte in the file
  std::uint64_t number = 0;    // from 1
  std::uint64_t bytes = 0;     // in the file, including its end
  bool has_end = false;        // false: the file ends before the line does
  bool is_too_long = false;    // beyond the limit: `text` is empty
};

// Resource, with a source that belongs to the caller and outlives it. Memory: one line and one
// piece of the file. A file is read by position, so that several readers can share a source; a pipe
// is read in order.
class TextLogLines {
 public:
  // Starts reading at byte `offset`; 0 for a pipe.
  TextLogLines(const ByteSource& file, std::uint64_t offset, std::size_t most_line_bytes);

  // The first bytes of the file, for detecting the encoding; before the first next(). Errors:
  // errno.
  [[nodiscard]] std::expected<std::string_view, int> beginning();
  // Sets the encoding, and skips the byte order mark. Before the first next().
  void set_encoding(const TextLogEncoding& encoding);

  // The next line; false at the end of the file. Errors: errno.
  [[nodiscard]] std::expected<bool, int> next(TextLine& line);

  // The position in the file of byte `at` of a line's text.
  [[nodiscard]] std::uint64_t place_of(const TextLine& line, std::size_t at) const noexcept {
    return line.offset + stored_size(line.text.substr(0, at));
  }
  // Bytes of the file that were returned as lines.
  [[nodiscard]] std::uint64_t position() const noexcept { return line_offset_; }

 private:
  [[nodiscard]] std::expected<void, int> fill();
  [[nodiscard]] std::expected<std::size_t, int> read_piece(char* into, std::size_t size);
  void convert_piece();
  void make_room();
  void give(TextLine& line, std::size_t length, std::size_t end_length);
  [[nodiscard]] std::expected<void, int> skip_line(TextLine& line);
  [[nodiscard]] std::uint64_t stored_size(std::string_view text) const noexcept;

  const ByteSource* file_;
  std::uint64_t read_at_;  // of the next byte to read
  std::size_t most_line_bytes_;
  TextLogEncoding encoding_;
  bool at_end_ = false;
  bool ends_in_half_ = false;  // a file in UTF-16 ends with a single byte
  std::string buffer_;         // as large as its memory; the text is [begin_, end_)
  std::size_t begin_ = 0;      // of the next line
  std::size_t end_ = 0;
  std::string raw_;  // of UTF-16, not converted yet
  std::uint64_t line_offset_;
  std::uint64_t line_number_ = 0;
};

}  // namespace openperflib
