#include <algorithm>
#include <cstring>

#include "openperflib/base/bytes.h"
#include "openperflib/log/text/text_log_lines_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kReadBytes = 128U << 10;  // fits into the second-level cache with the rest

using EncodingKind = TextLogEncoding::Kind;

bool is_utf16(const TextLogEncoding& encoding) noexcept {
  return encoding.kind == EncodingKind::utf16_little || encoding.kind == EncodingKind::utf16_big;
}

// The number of UTF-16 code units of `utf8`.
std::uint64_t count_units(std::string_view utf8) noexcept {
  std::uint64_t units = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0) != 0x80 ? 1U : 0U;
    units += byte >= 0xF0 ? 1U : 0U;
  }
  return units;
}

// Appends all of `units`, including zeros, at which the conversion of names stops.
void append_units(std::string& out, Bytes units, ByteOrder order) {
  while (!units.empty()) {
    const std::size_t before = out.size();
    append_utf8_from_utf16(out, units, order);
    const std::uint64_t eaten = 2 * count_units(std::string_view(out).substr(before));
    if (eaten >= units.size()) return;
    out += '\0';
    units = units.subspan(eaten + 2);
  }
}

bool ends_in_first_half(Bytes units, ByteOrder order) noexcept {
  if (units.size() < 2) return false;
  return is_high_surrogate(load<std::uint16_t>(units, units.size() - 2, order));
}

}  // namespace

TextLogLines::TextLogLines(const ByteSource& file, std::uint64_t offset,
                           std::size_t most_line_bytes)
    : file_(&file), read_at_(offset), most_line_bytes_(most_line_bytes), line_offset_(offset) {}

std::expected<std::string_view, int> TextLogLines::beginning() {
  constexpr std::size_t kLongestMark = 4;
  while (end_ < kLongestMark && !at_end_) {  // a pipe returns what it has
    const auto filled = fill();
    if (!filled.has_value()) return std::unexpected(filled.error());
  }
  return std::string_view(buffer_).substr(begin_, end_ - begin_);
}

void TextLogLines::set_encoding(const TextLogEncoding& encoding) {
  encoding_ = encoding;
  begin_ = std::min(encoding.mark_bytes, end_);
  line_offset_ += begin_;
  if (!is_utf16(encoding)) return;
  raw_ = buffer_.substr(begin_, end_ - begin_);
  begin_ = end_ = 0;
  convert_piece();
}

std::expected<bool, int> TextLogLines::next(TextLine& line) {
  std::size_t looked = begin_;
  for (;;) {
    const void* const found =
        end_ == looked ? nullptr : std::memchr(buffer_.data() + looked, '\n', end_ - looked);
    if (found != nullptr) {
      const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      give(line, at - begin_, 1);
      return true;
    }
    if (at_end_) break;
    if (end_ - begin_ > most_line_bytes_) {
      const auto skipped = skip_line(line);
      return skipped.has_value() ? std::expected<bool, int>(true)
                                 : std::unexpected(skipped.error());
    }
    const std::size_t kept = end_ - begin_;
    const auto filled = fill();
    if (!filled.has_value()) return std::unexpected(filled.error());
    looked = begin_ + kept;
  }
  if (begin_ == end_) return false;
  give(line, end_ - begin_, 0);
  return true;
}

// Returns a line of `length` from the front, followed by its end of zero or one bytes.
void TextLogLines::give(TextLine& line, std::size_t length, std::size_t end_length) {
  const std::string_view whole(buffer_.data() + begin_, length + end_length);
  line.text = whole.substr(0, length);
  line.is_too_long = length > most_line_bytes_;
  if (line.is_too_long) line.text = {};
  // A program that writes in text mode what already ends with CR LF makes CR CR LF of it.
  while (end_length != 0 && line.text.ends_with('\r')) line.text.remove_suffix(1);
  line.offset = line_offset_;
  line.number = ++line_number_;
  line.has_end = end_length != 0;
  line.bytes = stored_size(whole) - (ends_in_half_ && !line.has_end ? 1 : 0);
  line_offset_ += line.bytes;
  begin_ += whole.size();
}

// Drops a line that is longer than the limit, piece by piece.
std::expected<void, int> TextLogLines::skip_line(TextLine& line) {
  line = TextLine{};
  line.offset = line_offset_;
  line.number = ++line_number_;
  line.is_too_long = true;
  while (!line.has_end) {
    const std::string_view left(buffer_.data() + begin_, end_ - begin_);
    const std::size_t at = left.find('\n');
    line.has_end = at != std::string_view::npos;
    const std::size_t dropped = line.has_end ? at + 1 : left.size();
    line_offset_ += stored_size(left.substr(0, dropped)) - (ends_in_half_ && !line.has_end ? 1 : 0);
    begin_ += dropped;
    if (line.has_end || (at_end_ && begin_ == end_)) break;
    const auto filled = fill();
    if (!filled.has_value()) return std::unexpected(filled.error());
  }
  line.bytes = line_offset_ - line.offset;
  return {};
}

std::uint64_t TextLogLines::stored_size(std::string_view text) const noexcept {
  return is_utf16(encoding_) ? 2 * count_units(text) : text.size();
}

// Reads another piece after the remaining text.
std::expected<void, int> TextLogLines::fill() {
  if (is_utf16(encoding_)) {
    const std::size_t kept = raw_.size();
    raw_.resize(kept + kReadBytes);
    const auto read = read_piece(raw_.data() + kept, kReadBytes);
    raw_.resize(kept + read.value_or(0));
    if (!read.has_value()) return std::unexpected(read.error());
    convert_piece();
    return {};
  }
  make_room();
  const auto read = read_piece(buffer_.data() + end_, kReadBytes);
  if (!read.has_value()) return std::unexpected(read.error());
  end_ += *read;
  return {};
}

// Moves the remaining text to the front; grows if a line is longer than a piece.
void TextLogLines::make_room() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() - end_ >= kReadBytes) return;
  buffer_.resize(std::max(end_ + kReadBytes, 2 * end_));
}

std::expected<std::size_t, int> TextLogLines::read_piece(char* into, std::size_t size) {
  const auto read = file_->read_next(read_at_, std::as_writable_bytes(std::span(into, size)));
  if (!read.has_value()) return read;
  at_end_ = *read == 0;
  read_at_ += *read;
  return read;
}

// Converts raw_ to UTF-8 after the remaining text. Half a character at its end waits for the next
// piece; at the end of the file it is unreadable.
void TextLogLines::convert_piece() {
  const ByteOrder order =
      encoding_.kind == EncodingKind::utf16_little ? ByteOrder::little : ByteOrder::big;
  Bytes units = as_bytes(raw_).first(raw_.size() & ~std::size_t{1});
  if (!at_end_ && ends_in_first_half(units, order)) units = units.first(units.size() - 2);
  buffer_.erase(0, begin_);
  buffer_.resize(end_ - begin_);
  begin_ = 0;
  append_units(buffer_, units, order);
  end_ = buffer_.size();
  raw_.erase(0, units.size());
  if (!at_end_ || raw_.empty()) return;
  buffer_ += "\xEF\xBF\xBD";  // U+FFFD
  end_ = buffer_.size();
  raw_.clear();
  ends_in_half_ = true;
}

}  // namespace openperflib
