#include "openperflib/log/text_log_writer.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "openperflib/counter/number_text.h"
#include "openperflib/log/text_log_append_internal.h"
#include "openperflib/log/text_log_fields_internal.h"
#include "openperflib/log/text_log_text.h"
#include "openperflib/os/write_all.h"

namespace openperflib {
namespace {

// What a column is known by: its path alone where that names one series, whoever has the name.
std::uint64_t column_identity(const Series& series) {
  return series.is_named ? 0 : series.identity;
}

constexpr std::size_t kPieceBytes = 64U << 10;

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
      separator_(format == TextLogFormat::csv ? ',' : '\t'),
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
    columns_.push_back({.identity = column_identity(series), .path = series.path, .series = i});
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
  line_.clear();
  append_header(paths);
  if (options_.target == TextLogWriteOptions::Target::append) {
    auto found = match_for_append(fd_, shown_name_, line_);
    if (!found.has_value()) return std::unexpected(std::move(found).error());
    if (found->has_rows) {
      zone_ = std::move(found->zone);
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
  append_time(row.time_utc);
  for (const Column& column : columns_) {
    append_cell(column.series < row.values.size() ? row.values[column.series]
                                                  : Value::unusable(CStatus::no_instance));
  }
  if (!options_.caption.empty()) append_cell(Value::unusable(CStatus::no_data));
  return finish_line();
}

std::expected<void, SourceFault> TextLogWriter::end() { return flush(); }

void TextLogWriter::append_header(std::span<const std::string> paths) {
  const char* const kind = format_ == TextLogFormat::csv ? "CSV" : "TSV";
  append_quoted(line_, fmt::format("(PDH-{} 4.0) ({})({})", kind, zone_.name, zone_.bias_minutes));
  for (const std::string& path : paths) {
    line_ += separator_;
    append_quoted(line_, path);
  }
  if (options_.caption.empty()) return;
  line_ += separator_;
  append_quoted(line_, options_.caption);
}

void TextLogWriter::append_time(FileTime time_utc) {
  append_quoted_time(line_, to_local(time_utc, zone_.bias_minutes));
}

void TextLogWriter::append_cell(const Value& value) {
  line_ += separator_;
  line_ += '"';
  if (value.usable()) {
    append_number(line_, value.number);
  } else {
    line_ += ' ';
  }
  line_ += '"';
}

// Of several columns of one name the n-th series takes the n-th.
void TextLogWriter::map_columns(const Binding& binding, std::span<const std::size_t> shown) {
  std::multimap<std::pair<std::uint64_t, std::uint32_t>, Column*> by_identity;
  for (Column& column : columns_) {
    column.series = kGone;
    by_identity.emplace(std::pair(column.identity, column.path), &column);
  }
  for (const std::size_t i : shown) {
    const Series& series = binding.series()[i];
    const std::pair identity(column_identity(series), series.path);
    const auto column = by_identity.lower_bound(identity);
    if (column != by_identity.end() && column->first == identity) {
      column->second->series = i;
      by_identity.erase(column);
    } else if (known_.insert(series.identity).second) {
      newcomers_.push_back(binding.path_of(i));
    }
  }
}

std::expected<void, SourceFault> TextLogWriter::finish_line() {
  line_ += "\r\n";
  const bool waits = options_.flush == TextLogWriteOptions::Flush::in_pieces;
  return waits && line_.size() < kPieceBytes ? std::expected<void, SourceFault>() : flush();
}

std::expected<void, SourceFault> TextLogWriter::flush() {
  const auto written = write_all(fd_, line_);
  const auto length = static_cast<std::int64_t>(line_.size());
  line_.clear();
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
