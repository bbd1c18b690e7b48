#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "openperflib/query/catalogue_counters.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/requests/picture_result_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/chart/history_picture.h"
#include "openperflib/view/summary/series_summary_json.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostPictureNumbers = std::size_t{1} << 22;  // of all columns
constexpr std::size_t kColumnsOfASeries = 5;
constexpr std::size_t kMostTimes = 100;  // gaps, and restarts
constexpr std::size_t kMostAbsentPaths = 100;

// A series of the picture, and the position of its path in the request.
struct PicturedSeries {
  std::shared_ptr<const SeriesHistory> series;
  std::size_t path = 0;
};

// The columns of the result, in one sequence.
class Numbers {
 public:
  // Where a column is. Value.
  struct Place {
    std::size_t offset = 0;
    std::size_t count = 0;
  };
  [[nodiscard]] Place add(const std::vector<double>& column) {
    const Place place{.offset = all_.size(), .count = column.size()};
    all_.insert(all_.end(), column.begin(), column.end());
    return place;
  }
  void reserve(std::size_t count) { all_.reserve(count); }
  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
  [[nodiscard]] std::vector<double> take() noexcept { return std::move(all_); }

 private:
  std::vector<double> all_;
};

void write_place(JsonWriter& out, std::string_view name, const Numbers::Place& place) {
  out.key(name);
  out.begin_object();
  out.member("offset", place.offset);
  out.member("count", place.count);
  out.end_object();
}

void write_statistics(JsonWriter& out, const PartStatistics& part) {
  out.key("statistics");
  out.begin_object();
  out.member("count", part.count);
  out.member("gaps", part.gaps);
  out.member("min", number_of(part.minimum));
  out.member("average", number_of(part.average));
  out.member("max", number_of(part.maximum));
  out.member("last", number_of(part.last));
  out.member("p95", number_of(part.p95));
  out.member("percentiles_exact", part.percentiles_are_exact);
  out.member("average_is_mean", part.average_is_mean);
  out.end_object();
}

// The power of ten that Perfmon multiplies its numbers with; text logs do not tell it.
std::optional<std::int32_t> drawn_scale_of(const SeriesHistory& series) {
  if (series.rows == RowsOf::readings) return series.default_scale;
  const auto path = CounterPath::parse(series.path);
  const CatalogueCounter* const known =
      path.has_value() ? catalogue_counter(path->object, path->counter) : nullptr;
  return known == nullptr ? std::nullopt : std::optional<std::int32_t>(known->default_scale);
}

// Returns a time to the microsecond, as it was asked for: the part is wider by less than that.
double without_slack(double seconds) {
  constexpr double kMicroseconds = 1e6;
  return std::round(seconds * kMicroseconds) / kMicroseconds;
}

// The records of all paths: those of one that has all of them.
const HistoryRecords& records_of(const std::vector<HeldPath>& held) {
  const auto count = [](const HeldPath& one) { return one.records->times.size(); };
  return *std::ranges::max_element(held, {}, count)->records;
}

// The picture of histories that were read. Value.
class Picture {
 public:
  Picture(const PictureLook& look, const std::vector<HeldPath>& held,
          const std::optional<UnfinishedReading>& unfinished)
      : look_(look), held_(held), unfinished_(unfinished), records_(records_of(held)) {
    choose_part();
    choose_series();
    names_machines_ = has_several_machines();
  }

  // Members of the result. Fills the columns.
  void write_members(JsonWriter& out) {
    const RecordRange in_part = records_in(records_, part_);
    rows_ = pixel_rows(records_, part_);
    numbers_.reserve(
        std::min(kMostPictureNumbers, (2 + kColumnsOfASeries * series_.size()) * rows_.size()));
    write_records(out, in_part);
    if (unfinished_.has_value()) write_unfinished(out, *unfinished_);
    const Numbers::Place times = write_times(out);
    write_gaps(out, in_part);
    write_restarts(out, in_part);
    out.key("series");
    out.begin_array();
    for (const PicturedSeries& one : series_) {
      if (!has_room()) break;
      write_series(out, one, in_part, times.count == in_part.end - in_part.begin);
      ++written_;
    }
    out.end_array();
    const std::uint64_t left_out = left_out_ + (series_.size() - written_);
    if (left_out != 0) out.member("series_left_out", left_out);
    if (!unfinished_.has_value()) write_unmatched_paths(out);
  }
  [[nodiscard]] std::vector<double> take_numbers() { return numbers_.take(); }

 private:
  [[nodiscard]] double unix_time(FileTime local) const {
    return unix_seconds(local, records_.bias_minutes);
  }
  [[nodiscard]] bool has_room() const {
    return numbers_.size() + kColumnsOfASeries * rows_.size() <= kMostPictureNumbers;
  }

  // Without a begin or an end the part is that of the records.
  void choose_part() {
    const LogWindow whole;
    const std::vector<FileTime>& times = records_.times;
    const FileTime first = times.empty() ? 0 : times.front();
    const FileTime last = times.empty() ? 0 : times.back();
    part_ = {
        .begin = look_.window.begin_local, .end = look_.window.end_local, .pixels = look_.pixels};
    const bool has_begin = part_.begin != whole.begin_local;
    const bool has_end = part_.end != whole.end_local;
    if (!has_begin) part_.begin = has_end ? std::min(first, part_.end) : first;
    if (!has_end) part_.end = std::max(part_.begin, last);
  }

  void choose_series() {
    std::unordered_set<std::string> seen;  // a log may have been read twice for it
    for (std::size_t i = 0; i < held_.size(); ++i) {
      left_out_ += held_[i].path->not_followed;
      for (const auto& series : held_[i].path->series) {
        if (!seen.insert(folded(series->path)).second) continue;
        if (series_.size() == look_.most) {
          ++left_out_;
          continue;
        }
        series_.push_back({.series = series, .path = i});
      }
    }
  }

  // Titles name the machine if the series are of several.
  [[nodiscard]] bool has_several_machines() const {
    return std::ranges::any_of(series_, [&](const PicturedSeries& one) {
      return one.series->machine->name != series_.front().series->machine->name;
    });
  }

  void write_records(JsonWriter& out, const RecordRange& in_part) const {
    out.member("records", records_.times.size());
    out.member("begin_unix", without_slack(unix_time(part_.begin)));
    out.member("end_unix", without_slack(unix_time(part_.end)));
    out.member("bias_minutes", records_.bias_minutes);
    write_interval(out, records_.usual_step);
    out.member("holds", records_.rows == RowsOf::values ? "values" : "readings");
    out.member("in_part", in_part.end - in_part.begin);
    out.member("rows", rows_.size());
  }

  // The times of the first and of the last record of each row.
  Numbers::Place write_times(JsonWriter& out) {
    std::vector<double> first;
    std::vector<double> last;
    for (const RecordRange& row : rows_) {
      first.push_back(unix_time(records_.times[row.begin]));
      last.push_back(unix_time(records_.times[row.end - 1]));
    }
    const Numbers::Place place = numbers_.add(first);
    write_place(out, "times", place);
    write_place(out, "ends", first == last ? place : numbers_.add(last));
    return place;
  }

  void write_gaps(JsonWriter& out, const RecordRange& in_part) const {
    std::vector<std::pair<FileTime, FileTime>> gaps;
    std::size_t left_out = 0;
    auto one = std::ranges::lower_bound(records_.gaps, std::max<std::size_t>(in_part.begin, 1));
    for (; one != records_.gaps.end() && *one <= in_part.end; ++one) {
      if (gaps.size() < kMostTimes) {
        gaps.emplace_back(records_.times[*one - 1], records_.times[*one]);
      } else {
        ++left_out;
      }
    }
    write_time_pairs(out, "gaps", gaps, records_.bias_minutes);
    if (left_out != 0) out.member("gaps_left_out", left_out);
  }

  void write_restarts(JsonWriter& out, const RecordRange& in_part) const {
    std::vector<double> times;
    auto one = std::ranges::lower_bound(records_.restarts, in_part.begin);
    for (; one != records_.restarts.end() && *one < in_part.end; ++one) {
      if (times.size() < kMostTimes) times.push_back(unix_time(records_.times[*one]));
    }
    out.member("restarts", times);
  }

  // `is_one_each`: each row has one record, so that its five numbers are one.
  void write_columns(JsonWriter& out, const SeriesPicture& picture, bool is_one_each) {
    const Numbers::Place first = numbers_.add(picture.first);
    const auto place = [&](const std::vector<double>& column) {
      return is_one_each ? first : numbers_.add(column);
    };
    write_place(out, "first", first);
    write_place(out, "least", place(picture.least));
    write_place(out, "largest", place(picture.largest));
    write_place(out, "last", place(picture.last));
    write_place(out, "average", place(picture.average));
    out.member("breaks", picture.breaks);
  }

  void write_series(JsonWriter& out, const PicturedSeries& one, const RecordRange& in_part,
                    bool is_one_each) {
    const SeriesHistory& series = *one.series;
    const bool is_typed = series.rows == RowsOf::readings;
    out.begin_object();
    out.member("path", series.path);
    out.member("title", names_machines_ ? series.machine_title : series.title);
    out.member("path_number", one.path);
    out.member("instances", series.instances);
    out.member("type", is_typed ? std::optional(winperf_name(series.type)) : std::nullopt);
    out.member("unit", unit_name_of(series.unit.quantity));
    out.member("factor", series.unit.factor);
    out.member("scale", drawn_scale_of(series));
    write_columns(out, picture_of(series, records_, rows_), is_one_each);
    if (look_.has_statistics) write_statistics(out, series.statistics_of(in_part));
    out.end_object();
  }

  // The paths that no record has, and what may be meant.
  void write_unmatched_paths(JsonWriter& out) const {
    std::vector<const PathHistory*> absent;
    for (const HeldPath& one : held_) {
      if (!one.path->was_there) absent.push_back(one.path.get());
    }
    if (absent.empty()) return;
    write_bounded(out, "unmatched", absent, kMostAbsentPaths, [&](const PathHistory* one) {
      out.member("path", one->path);
      out.member("reason", one->hint.empty() ? "the log has no such counter" : one->hint);
    });
  }

  const PictureLook& look_;
  const std::vector<HeldPath>& held_;
  const std::optional<UnfinishedReading>& unfinished_;
  const HistoryRecords& records_;
  HistoryPart part_;
  std::vector<RecordRange> rows_;
  std::vector<PicturedSeries> series_;
  std::uint64_t left_out_ = 0;
  std::size_t written_ = 0;
  bool names_machines_ = false;
  Numbers numbers_;
};

}  // namespace

std::vector<double> write_picture(JsonWriter& out, const PictureLook& look,
                                  const std::vector<HeldPath>& held,
                                  const std::optional<UnfinishedReading>& unfinished) {
  Picture picture(look, held, unfinished);
  picture.write_members(out);
  return picture.take_numbers();
}

}  // namespace openperflib
