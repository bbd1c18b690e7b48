#include "openperflib/log/text/text_log_writer.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/text/sheet_text.h"
#include "openperflib/log/text/text_log_append_internal.h"
#include "openperflib/log/text/text_log_fields_internal.h"
#include "openperflib/log/text/text_log_text.h"
#include "openperflib/log/time/windows_zone_rules.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/number_text.h"

namespace openperflib {
namespace {

constexpr std::size_t kFlushBytes = 64U << 10;
constexpr int kLastYear = 9999;

// Windows cuts the first cell at the first letter outside ASCII, and the bias with it: we do not
// begin such a name.
bool can_be_written(std::string_view zone) {
  return !zone.empty() &&
         std::ranges::all_of(zone, [](char c) { return c >= ' ' && c < 0x7F && c != '"'; });
}

// Where the next byte goes in a file that can be cut; -1: it is none.
std::int64_t end_of_file(int fd) {
  struct stat status{};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return -1;
  return ::lseek(fd, 0, SEEK_CUR);
}

}  // namespace

bool is_unmatched_append(const SourceFault& fault) noexcept {
  return fault.error.has_value() &&
         fault.error->field == &kTextLogFields[static_cast<std::size_t>(TextLogField::append)];
}

TextLogWriter::TextLogWriter(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone,
                             TextLogWriteOptions options)
    : fd_(fd),
      shown_name_(std::move(shown_name)),
      separator_(separator_of(format, options.sheet)),
      format_(format),
      zone_(std::move(zone)),
      options_(std::move(options)) {
  if (!can_be_written(zone_.name)) zone_.name = name_of_offset(zone_.bias_minutes);
}

std::expected<void, SourceFault> TextLogWriter::begin(const Binding& binding,
                                                      std::span<const std::size_t> shown) {
  newcomers_.clear();
  if (has_header_) {
    map_columns(binding, shown);
    return {};
  }
  std::vector<std::string> paths;
  for (const std::size_t i : shown) {
    const Series& series = binding.series()[i];
    columns_.push_back({.identity = identity_of(series), .path = series.path, .series = i});
    paths.push_back(binding.path_of(i));
  }
  return start(paths);
}

std::expected<void, SourceFault> TextLogWriter::begin_columns(std::span<const std::string> paths) {
  columns_.clear();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    columns_.push_back({.identity = 0, .path = static_cast<std::uint32_t>(i), .series = i});
  }
  return start(paths);
}

std::expected<void, SourceFault> TextLogWriter::start(std::span<const std::string> paths) {
  line_ = options_.sheet.has_value() ? kSheetMark : std::string_view();
  append_header(paths);
  if (options_.target == TextLogWriteOptions::Target::append) {
    auto found = match_for_append(fd_, shown_name_, line_);
    if (!found.has_value()) return std::unexpected(std::move(found).error());
    if (found->has_rows) {
      zone_ = std::move(found->zone);
      rules_ = found->rules;
      line_.clear();
      if (!found->ends_in_line_end) line_ = "\r\n";  // what a crash left of a row stays a line
      size_ = end_of_file(fd_);
      has_header_ = true;
      return {};
    }
  }
  size_ = end_of_file(fd_);
  has_header_ = true;
  return finish_line();
}

std::expected<void, SourceFault> TextLogWriter::write(const Sample& /*sample*/, const Row& row) {
  OPENPERFLIB_TRY(append_cells(row, line_));
  append_comment();
  return finish_line();
}

std::expected<void, SourceFault> TextLogWriter::write_text(std::string_view rows) {
  if (rows.size() < kFlushBytes) {
    line_ += rows;
    return flush_pieces();
  }
  OPENPERFLIB_TRY(flush());
  return write_lines(rows);
}

std::expected<void, SourceFault> TextLogWriter::append(const Row& row, std::string& text) const {
  OPENPERFLIB_TRY(append_cells(row, text));
  text += "\r\n";
  return {};
}

// A year of five digits is not a time to any reader.
std::expected<void, SourceFault> TextLogWriter::append_cells(const Row& row,
                                                             std::string& line) const {
  if (system_time_from(to_local(row.time_utc, zone_.bias_minutes)).year > kLastYear) {
    return std::unexpected(
        SourceFault{.errno_value = 0,
                    .file = shown_name_,
                    .error = std::nullopt,
                    .message = "the clock is beyond the year 9999, which a text log cannot hold"});
  }
  append_time(row.time_utc, line);
  for (const Column& column : columns_) {
    append_cell(column.series < row.values.size() ? row.values[column.series]
                                                  : Value::unusable(CStatus::no_instance),
                line);
  }
  return {};
}

std::expected<void, SourceFault> TextLogWriter::end() { return flush(); }

void TextLogWriter::append_header(std::span<const std::string> paths) {
  const char* const kind = format_ == TextLogFormat::csv ? "CSV" : "TSV";
  append_quoted(line_, options_.sheet.has_value() ? sheet_time_title(zone_)
                                                  : fmt::format("(PDH-{} 4.0) ({})({})", kind,
                                                                zone_.name, zone_.bias_minutes));
  for (const std::string& path : paths) {
    line_ += separator_;
    append_quoted(line_, options_.shown_path == nullptr ? path : options_.shown_path(path));
  }
  if (options_.caption.empty()) return;
  line_ += separator_;
  append_quoted(line_, options_.caption);
}

void TextLogWriter::append_time(FileTime time_utc, std::string& line) const {
  const int bias = rules_ == nullptr ? zone_.bias_minutes : rules_->bias_at(time_utc);
  const FileTime local = to_local(time_utc, bias);
  if (options_.sheet.has_value()) {
    append_sheet_time(line, local);
  } else {
    append_quoted_time(line, local);
  }
}

void TextLogWriter::append_cell(const Value& value, std::string& line) const {
  if (options_.sheet.has_value()) {
    line += separator_;
    if (value.usable()) append_sheet_number(line, value.number, *options_.sheet);
    return;
  }
  if (!value.usable()) {
    line.append(separator_ == ',' ? ",\" \"" : "\t\" \"");
    return;
  }
  line += separator_;
  line += '"';
  append_number(line, value.number);
  line += '"';
}

void TextLogWriter::append_comment() {
  const std::string comment = std::exchange(comment_, {});
  if (options_.caption.empty()) return;
  if (comment.empty()) {
    append_cell(Value::unusable(CStatus::no_data), line_);
    return;
  }
  line_ += separator_;
  append_quoted(line_, comment);
}

std::uint64_t TextLogWriter::identity_of(const Series& series) const noexcept {
  if (series.is_named) return 0;
  const bool is_by_name = options_.follow == TextLogWriteOptions::Follow::name;
  return is_by_name ? hash_of_name(series) : series.identity;
}

void TextLogWriter::index_columns() {
  by_identity_.resize(columns_.size());
  std::iota(by_identity_.begin(), by_identity_.end(), std::size_t{0});
  std::ranges::stable_sort(by_identity_, {}, [&](std::size_t i) { return key_of(columns_[i]); });
}

// Finds the n-th free column among several of one name; by_identity_.size() where there is none.
// Most series come in the order of the columns: `expected` is looked at first.
std::size_t TextLogWriter::free_column(const Series& series, std::size_t expected) const {
  const auto key_at = [&](std::size_t i) { return key_of(columns_[i]); };
  const auto is_taken = [&](std::size_t i) { return columns_[i].series != kGone; };
  const std::pair key(series.path, identity_of(series));
  const auto is_it = [&](std::size_t i) { return key_at(i) == key && !is_taken(i); };
  if (expected < by_identity_.size() && is_it(by_identity_[expected])) return expected;
  const auto of_one_name = std::ranges::equal_range(by_identity_, key, {}, key_at);
  const auto place = std::ranges::partition_point(of_one_name, is_taken);
  if (place == of_one_name.end()) return by_identity_.size();
  return static_cast<std::size_t>(place - by_identity_.begin());
}

void TextLogWriter::map_columns(const Binding& binding, std::span<const std::size_t> shown) {
  if (by_identity_.size() != columns_.size()) index_columns();
  for (Column& column : columns_) column.series = kGone;
  std::vector<std::uint64_t> without_column;
  std::size_t expected = 0;
  for (const std::size_t i : shown) {
    const Series& series = binding.series()[i];
    const std::size_t place = free_column(series, expected);
    if (place < by_identity_.size()) {
      columns_[by_identity_[place]].series = i;
      expected = place + 1;
      continue;
    }
    without_column.push_back(series.identity);
    if (!std::ranges::binary_search(known_, series.identity)) {
      newcomers_.push_back(binding.path_of(i));
    }
  }
  known_ = std::move(without_column);
  std::ranges::sort(known_);
}

std::expected<void, SourceFault> TextLogWriter::finish_line() {
  line_ += "\r\n";
  return flush_pieces();
}

std::expected<void, SourceFault> TextLogWriter::flush_pieces() {
  const bool waits = options_.flush == TextLogWriteOptions::Flush::in_pieces;
  return waits && line_.size() < kFlushBytes ? std::expected<void, SourceFault>() : flush();
}

std::expected<void, SourceFault> TextLogWriter::flush() {
  const auto written = write_lines(line_);
  line_.clear();
  return written;
}

std::expected<void, SourceFault> TextLogWriter::write_lines(std::string_view lines) {
  const auto written = write_all(fd_, lines);
  const auto length = static_cast<std::int64_t>(lines.size());
  if (written.has_value()) {
    if (size_ >= 0) size_ += length;
    return {};
  }
  // Half a row on a full disk is worse than none. Where this fails too there is nothing to be done.
  if (size_ >= 0 && ::ftruncate(fd_, size_) == 0) (void)::lseek(fd_, size_, SEEK_SET);
  return std::unexpected(
      SourceFault{.errno_value = written.error(), .file = shown_name_, .error = std::nullopt});
}

}  // namespace openperflib
