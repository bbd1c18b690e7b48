#include "openperflib/log/text/long_rows.h"

#include <fmt/core.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/counter/human_text.h"
#include "openperflib/log/text/sheet_text.h"
#include "openperflib/log/text/text_log_text.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/number_text.h"

namespace openperflib {
namespace {

constexpr auto kHeader =
    std::to_array<std::string_view>({"path", "value", "type", "unit", "status"});

class LongRows final : public RowSink {
 public:
  LongRows(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone,
           LogContent content, std::optional<SheetStyle> sheet)
      : fd_(fd),
        shown_name_(std::move(shown_name)),
        has_types_(content == LogContent::readings),
        separator_(separator_of(format, sheet)),
        zone_(std::move(zone)),
        offset_(offset_text(zone_.bias_minutes)),
        sheet_(sheet) {
    append_header();
  }

  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override {
    columns_.clear();
    for (const std::size_t i : shown) {
      const Series& series = binding.series()[i];
      if (series.counter_ordinal == Series::kNoOrdinal) continue;  // it does not exist now
      Column& column =
          columns_.emplace_back(Column{.series = i, .type = series.type, .path = {}, .what = {}});
      append_quoted(column.path, binding.path_of(i));
      if (has_types_) column.what = winperf_name(series.type);
      column.what += separator_;
      column.what += unit_of(quantity_of(series.type, series.counter));
    }
    return {};
  }

  std::expected<void, SourceFault> write(const Sample& sample, const Row& row) override {
    make_time(row.time_utc);
    for (const Column& column : columns_) {
      const Value& value = row.values[column.series];
      const std::string_view status =
          status_word(value, sample.counters[column.series], column.type);
      if (status.empty()) continue;
      text_.append(time_).push_back(separator_);
      text_.append(column.path).push_back(separator_);
      if (value.usable()) append_value(value.number);
      text_ += separator_;
      text_.append(column.what).push_back(separator_);
      text_.append(status).append("\r\n");
      if (text_.size() < kPieceBytes) continue;
      if (auto flushed = flush(); !flushed.has_value()) return flushed;
    }
    return {};
  }

  std::expected<void, SourceFault> end() override { return flush(); }

 private:
  static constexpr std::size_t kPieceBytes = 64U << 10;
  struct Column {
    std::size_t series;  // in the binding
    CounterType type;
    std::string path;  // in quotes
    std::string what;  // its type and unit, and what stands between them
  };

  void append_header() {
    const std::string time = sheet_.has_value() ? sheet_time_title(zone_) : "time";
    if (sheet_.has_value()) text_ += kSheetMark;
    append_quoted(text_, time);
    for (const std::string_view name : kHeader) {
      text_ += separator_;
      append_quoted(text_, name);
    }
    text_ += "\r\n";
  }

  void make_time(FileTime time_utc) {
    const FileTime local = to_local(time_utc, zone_.bias_minutes);
    time_.clear();
    if (sheet_.has_value()) {
      append_sheet_time(time_, local);
    } else {
      time_ = iso_8601(system_time_from(local)).value_or("") + offset_;
    }
  }

  void append_value(double number) {
    if (sheet_.has_value()) {
      append_sheet_number(text_, number, *sheet_);
    } else {
      append_number(text_, number);
    }
  }

  std::expected<void, SourceFault> flush() {
    const auto written = write_all(fd_, text_);
    text_.clear();
    if (written.has_value()) return {};
    return std::unexpected(
        SourceFault{.errno_value = written.error(), .file = shown_name_, .error = std::nullopt});
  }

  int fd_;
  std::string shown_name_;
  bool has_types_;
  char separator_;
  ZoneOffset zone_;
  std::string offset_;
  std::optional<SheetStyle> sheet_;
  std::vector<Column> columns_;
  std::string time_;  // of the row
  std::string text_;  // not written yet
};

}  // namespace

std::string_view status_word(const Value& value, const RawCounter& reading,
                             CounterType type) noexcept {
  if (value.usable()) return "valid";
  switch (value.status) {
    case CStatus::no_machine:
      return "no_machine";
    case CStatus::no_data:
      return "no_data";
    case CStatus::negative_denominator:
      return "negative_denominator";
    case CStatus::negative_timebase:
      return "negative_timebase";
    case CStatus::negative_value:
      return "negative_value";
    case CStatus::no_instance:
    case CStatus::no_object:
    case CStatus::no_counter:
      return {};
    default:
      return usable(reading.status) && type.samples() == 2 ? "first_sample" : "invalid_data";
  }
}

std::unique_ptr<RowSink> make_long_rows(int fd, std::string shown_name, TextLogFormat format,
                                        ZoneOffset zone, LogContent content,
                                        std::optional<SheetStyle> sheet) {
  return std::make_unique<LongRows>(fd, std::move(shown_name), format, std::move(zone), content,
                                    sheet);
}

}  // namespace openperflib
