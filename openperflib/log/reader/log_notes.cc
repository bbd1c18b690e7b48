#include "openperflib/log/reader/log_notes.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "openperflib/log/time/written_time.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostStrangeLines = 1'000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// C0 and DEL; C1 is 0xC2 and a byte below 0xA0 in UTF-8.
bool has_control_characters(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0)
      return true;
  }
  return false;
}

// Removes the first line of `rest`, and returns it without its end.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The text follows the second space.
std::optional<LogNote> note_from(std::string_view line) {
  const std::size_t date_end = line.find(' ');
  if (date_end == std::string_view::npos) return std::nullopt;
  const std::size_t time_end = line.find(' ', date_end + 1);
  if (time_end == std::string_view::npos) return std::nullopt;
  const auto time = time_from_written(line.substr(0, time_end));
  const std::string_view text = line.substr(time_end + 1);
  if (!time.has_value() || !is_note_text(text)) return std::nullopt;
  constexpr FileTime kMillisecond = kTicksPerSecond / 1000;
  return LogNote{.time_local = *time / kMillisecond * kMillisecond, .text = std::string(text)};
}

}  // namespace

std::string notes_name(std::string_view log_path) {
  while (log_path.size() > 1 && log_path.ends_with('/')) log_path.remove_suffix(1);
  return std::string(log_path) + ".notes.txt";
}

LogNotes parse_notes(std::string_view file) {
  LogNotes result;
  if (file.starts_with(kByteOrderMark)) file.remove_prefix(kByteOrderMark.size());
  for (std::uint32_t number = 1; !file.empty(); ++number) {
    const std::string_view line = take_line(file);
    if (line.empty()) continue;
    if (result.notes.size() == kMostNotes) {
      result.is_cut = true;
      return result;
    }
    auto note = note_from(line);
    if (note.has_value()) {
      result.notes.push_back(*std::move(note));
    } else if (result.strange_lines.size() < kMostStrangeLines) {
      result.strange_lines.push_back(number);
    }
  }
  return result;
}

std::vector<std::string> remarks_of(const LogNotes& notes) {
  std::vector<std::string> remarks;
  for (const std::uint32_t line : notes.strange_lines) {
    remarks.push_back(fmt::format("line {}: not a note; write YYYY-MM-DD HH:MM:SS TEXT", line));
  }
  if (notes.is_cut) {
    remarks.push_back(fmt::format("has more than {} notes; the rest is left out", kMostNotes));
  }
  return remarks;
}

bool is_note_text(std::string_view text) noexcept {
  return !text.empty() && text.size() <= kLongestNote && text.front() != ' ' &&
         text.back() != ' ' && !has_control_characters(text) && valid_utf8(text).replaced == 0;
}

std::string line_of(const LogNote& note) {
  return fmt::format("{} {}\n", written_time(note.time_local), note.text);
}

}  // namespace openperflib
