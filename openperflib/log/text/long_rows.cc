#include "openperflib/log/text/long_rows.h"

#include <fmt/core.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/log/text/sheet_text.h"
#include "openperflib/log/text/text_log_text.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/number_text.h"

namespace openperflib {
namespace {

std::string offset_text(int bias_minutes) {
  const int minutes = bias_minutes < 0 ? -bias_minutes : bias_minutes;
  return fmt::format("{}{:02}:{:02}", bias_minutes > 0 ? '-' : '+', minutes / 60, minutes % 60);
}

class LongRows final : public RowSink {
 public:
  LongRows(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone,
           std::optional<SheetStyle> sheet)
      : fd_(fd),
        shown_name_(std::move(shown_name)),
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
      Column& column = columns_.emplace_back(Column{.series = i, .path = {}});
      append_quoted(column.path, binding.path_of(i));
    }
    return {};
  }

  std::expected<void, SourceFault> write(const Sample& /*sample*/, const Row& row) override {
    make_time(row.time_utc);
    for (const Column& column : columns_) {
      const Value& value = row.values[column.series];
      if (!value.usable()) continue;
      text_.append(time_).push_back(separator_);
      text_.append(column.path).push_back(separator_);
      append_value(value.number);
      text_ += "\r\n";
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
    std::string path;    // in quotes
  };

  void append_header() {
    const std::string time =
        sheet_.has_value() ? fmt::format("time ({})", name_of_offset(zone_.bias_minutes)) : "time";
    append_quoted(text_, time);
    text_ += separator_;
    append_quoted(text_, "path");
    text_ += separator_;
    append_quoted(text_, "value");
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
  char separator_;
  ZoneOffset zone_;
  std::string offset_;
  std::optional<SheetStyle> sheet_;
  std::vector<Column> columns_;
  std::string time_;  // of the row
  std::string text_;  // not written yet
};

}  // namespace

std::unique_ptr<RowSink> make_long_rows(int fd, std::string shown_name, TextLogFormat format,
                                        ZoneOffset zone, std::optional<SheetStyle> sheet) {
  return std::make_unique<LongRows>(fd, std::move(shown_name), format, std::move(zone), sheet);
}

}  // namespace openperflib
