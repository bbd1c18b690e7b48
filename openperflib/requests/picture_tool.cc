// picture: what a chart of a part of a log shows in a width of pixels, and its statistics.
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/jobs/chart/history_job.h"
#include "openperflib/requests/history_cache.h"
#include "openperflib/requests/picture_result_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

constexpr std::size_t kUsualPixels = 800;
constexpr std::size_t kFewestPixels = 2;
constexpr std::size_t kMostPixels = 10'000;
constexpr std::size_t kUsualSeries = 50;
constexpr std::size_t kMostPictured = 1000;  // series

// What a client asked for. Value.
struct PictureRequest {
  std::string log;
  LogInputs inputs;
  std::vector<std::string> paths;
  std::uint64_t most_bytes = kAllBytes;  // of the log that are read
  PictureLook look;
};

std::string need_text(const HistoryNeed& need) {
  return fmt::format("{} series of about {} samples need about {}; choose fewer", need.series,
                     quantity_text(Quantity::whole, static_cast<double>(need.records)),
                     quantity_text(Quantity::bytes, static_cast<double>(need.bytes)));
}

double last_time_of(const HistoryRecords& records) {
  return records.times.empty() ? std::numeric_limits<double>::quiet_NaN()
                               : unix_seconds(records.times.back(), records.bias_minutes);
}

// Whether one has the first records of the other, or all of them.
bool begin_alike(const HistoryRecords& one, const HistoryRecords& other) {
  const auto [in_one, in_other] = std::ranges::mismatch(one.times, other.times);
  return in_one == one.times.end() || in_other == other.times.end();
}

// Reads what the session does not hold yet, then draws. What was read of a log that is not read to
// its end is kept for the next request, whether this one is answered or dropped.
class PictureTool final : public ToolRun {
 public:
  PictureTool(ToolSession& session, PictureRequest request)
      : session_(session), request_(std::move(request)) {}
  PictureTool(const PictureTool&) = delete;
  PictureTool& operator=(const PictureTool&) = delete;
  ~PictureTool() override {
    if (reading_.has_value()) session_.histories().keep(*std::move(reading_));
  }

  // Begins to read the paths that are not held, or continues. Errors: a sentence.
  [[nodiscard]] std::expected<void, std::string> begin() {
    held_.clear();
    reads_.clear();
    std::vector<std::string> paths;
    for (const std::string& path : request_.paths) {
      held_.push_back(session_.histories().find(request_.log, path));
      if (held_.back().path != nullptr) continue;
      reads_.push_back(held_.size() - 1);
      paths.push_back(path);
    }
    if (paths.empty()) return {};
    reading_ = session_.histories().take(request_.log, paths);
    if (!reading_.has_value()) {
      auto job = HistoryJob::begin({.logs = request_.inputs, .paths = paths},
                                   session_.environment().titles);
      if (!job.has_value()) return std::unexpected(message_of(job.error()));
      reading_.emplace(
          HistoryReading{.log = request_.log, .paths = std::move(paths), .job = *std::move(job)});
    }
    reading_->job.read_until(request_.most_bytes);
    return {};
  }

  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override {
    if (!reading_.has_value()) return JobStep::done;
    HistoryJob& job = reading_->job;
    const auto step = job.step();
    if (!step.has_value()) return fail(message_of(step.error()));
    if (*step == JobStep::more) return JobStep::more;
    if (const auto need = job.need(); need.has_value()) return give_up(*need);
    findings_ = job.findings();
    if (!job.has_ended()) return show_part();
    return take_history();
  }
  [[nodiscard]] JobProgress progress() const noexcept override {
    return reading_.has_value() ? reading_->job.progress() : JobProgress();
  }
  [[nodiscard]] std::string result() override {
    return json_object([&](JsonWriter& out) {
      numbers_ = write_picture(out, request_.look, held_, unfinished_);
      write_findings(out, findings_);
    });
  }
  [[nodiscard]] std::vector<double> take_columns() override { return std::move(numbers_); }

 private:
  // A reading that has failed is not continued.
  [[nodiscard]] std::unexpected<std::string> fail(std::string sentence) {
    reading_.reset();
    return std::unexpected(std::move(sentence));
  }

  // The history is too large. A reading that was begun with more paths gives way to one that has
  // only those of this request.
  [[nodiscard]] std::expected<JobStep, std::string> give_up(const HistoryNeed& need) {
    if (reading_->paths.size() <= reads_.size()) return fail(need_text(need));
    reading_.reset();
    OPENPERFLIB_TRY(begin());
    return JobStep::more;
  }

  // Puts what was read in the places of its paths: `columns_of(i)` has the columns of the path at i
  // of the reading.
  template <class ColumnsOf>
  void put(ColumnsOf columns_of) {
    const std::vector<std::string>& paths = reading_->paths;
    for (const std::size_t place : reads_) {
      const auto path = std::ranges::find(paths, request_.paths[place]);
      held_[place] = columns_of(static_cast<std::size_t>(path - paths.begin()));
    }
  }

  // A log that has changed since the other paths were read is read once more, for all of them.
  [[nodiscard]] std::expected<JobStep, std::string> take_history() {
    const std::vector<HeldPath> read =
        session_.histories().add(request_.log, reading_->job.history());
    put([&](std::size_t path) { return read[path]; });
    reading_.reset();
    const auto& records = held_[reads_.front()].records;
    const bool are_equal =
        std::ranges::all_of(held_, [&](const HeldPath& one) { return one.records == records; });
    if (are_equal) return JobStep::done;
    if (std::exchange(has_read_again_, true)) {
      return std::unexpected("the log changes while it is read; open it again");
    }
    OPENPERFLIB_TRY(begin());
    return JobStep::more;
  }

  // Paths that were held before have all records; the others have the first of them. A log that has
  // changed since then is read to its end, which tells.
  [[nodiscard]] JobStep show_part() {
    HistoryJob& job = reading_->job;
    const ChartHistory history = job.history();
    put([&](std::size_t path) {
      return HeldPath{.records = history.records,
                      .path = std::make_shared<PathHistory>(history.paths[path])};
    });
    const bool has_changed = std::ranges::any_of(held_, [&](const HeldPath& one) {
      return one.records != history.records && !begin_alike(*one.records, *history.records);
    });
    if (has_changed) {
      job.read_until(kAllBytes);
      return JobStep::more;
    }
    unfinished_ =
        UnfinishedReading{.read = job.progress(), .read_to_unix = last_time_of(*history.records)};
    return JobStep::done;
  }

  ToolSession& session_;
  PictureRequest request_;
  std::vector<HeldPath> held_;             // by path of the request
  std::vector<std::size_t> reads_;         // the paths that are read
  std::optional<HistoryReading> reading_;  // which has them; nullopt: all are held
  std::optional<UnfinishedReading> unfinished_;
  LogFindings findings_;
  std::vector<double> numbers_;
  bool has_read_again_ = false;
};

}  // namespace

BegunTool begin_picture(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  PictureRequest request{.log = words.text("log"),
                         .inputs = OPENPERFLIB_TRY(log_of(session, words)),
                         .paths = words.texts("paths"),
                         .most_bytes = most_bytes_of(words),
                         .look = {.window = OPENPERFLIB_TRY(window_of(session, words)),
                                  .pixels = words.count("pixels", kUsualPixels, kMostPixels),
                                  .most = words.count("limit", kUsualSeries, kMostPictured),
                                  .has_statistics = words.flag("statistics", true)}};
  if (request.paths.empty()) return std::unexpected("paths names no counter");
  if (request.look.window.begin_local > request.look.window.end_local) {
    return std::unexpected("begin is after end");
  }
  request.look.pixels = std::max(request.look.pixels, kFewestPixels);
  auto tool = std::make_unique<PictureTool>(session, std::move(request));
  OPENPERFLIB_TRY(tool->begin());
  return BegunTool(std::move(tool));
}

}  // namespace openperflib
