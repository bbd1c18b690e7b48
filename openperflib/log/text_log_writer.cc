#include "openperflib/log/text_log_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <utility>

#include "openperflib/counter/format_value.h"
#include "openperflib/os/write_all.h"

namespace openperflib {
namespace {

// What a column is known by: its path alone where that names one series, whoever has the name.
std::uint64_t column_identity(const Series& series) {
  return series.is_named ? 0 : series.identity;
}

// A quote inside a name is doubled.
void append_quoted(std::string& line, std::string_view text) {
  line += '"';
  for (const char c : text) {
    line += c;
    if (c == '"') line += c;
  }
  line += '"';
}

}  // namespace

TextLogWriter::TextLogWriter(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone)
    : fd_(fd),
      shown_name_(std::move(shown_name)),
      separator_(format == TextLogFormat::csv ? ',' : '\t'),
      format_(format),
      zone_(std::move(zone)) {}

std::expected<void, SourceFault> TextLogWriter::begin(const Binding& binding,
                                                      std::span<const std::size_t> shown) {
  newcomers_.clear();
  if (has_header_) {
    map_columns(binding, shown);
    return {};
  }
  for (const std::size_t i : shown) {
    const Series& series = binding.series()[i];
    columns_.push_back(
        {.identity = column_identity(series), .path = series.path, .series = i});
  }
  append_header(binding, shown);
  has_header_ = true;
  return write_line();
}

std::expected<void, SourceFault> TextLogWriter::write(const Sample& /*sample*/, const Row& row) {
  line_.clear();
  append_time(row.time_utc);
  for (const Column& column : columns_) {
    append_cell(column.series < row.values.size() ? row.values[column.series]
                                                  : Value::unusable(CStatus::no_instance));
  }
  return write_line();
}

std::expected<void, SourceFault> TextLogWriter::end() { return {}; }

void TextLogWriter::append_header(const Binding& binding, std::span<const std::size_t> shown) {
  line_.clear();
  const char* const kind = format_ == TextLogFormat::csv ? "CSV" : "TSV";
  append_quoted(line_, fmt::format("(PDH-{} 4.0) ({})({})", kind, zone_.name, zone_.bias_minutes));
  for (const std::size_t i : shown) {
    line_ += separator_;
    append_quoted(line_, binding.path_of(i));
  }
}

void TextLogWriter::append_time(FileTime time_utc) {
  const SystemTime time = system_time_from(to_local(time_utc, zone_.bias_minutes));
  fmt::format_to(std::back_inserter(line_), "\"{:02}/{:02}/{:04} {:02}:{:02}:{:02}.{:03}\"",
                 time.month, time.day, time.year, time.hour, time.minute, time.second,
                 time.milliseconds);
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

void TextLogWriter::map_columns(const Binding& binding, std::span<const std::size_t> shown) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, Column*> by_identity;
  for (Column& column : columns_) {
    column.series = kGone;
    by_identity[{column.identity, column.path}] = &column;
  }
  for (const std::size_t i : shown) {
    const Series& series = binding.series()[i];
    const auto column = by_identity.find({column_identity(series), series.path});
    if (column != by_identity.end()) {
      column->second->series = i;
    } else if (known_.insert(series.identity).second) {
      newcomers_.push_back(binding.path_of(i));
    }
  }
}

std::expected<void, SourceFault> TextLogWriter::write_line() {
  line_ += "\r\n";
  const auto written = write_all(fd_, line_);
  if (written.has_value()) return {};
  return std::unexpected(SourceFault{
      .errno_value = written.error(), .file = shown_name_, .error = std::nullopt});
}

}  // namespace openperflib
