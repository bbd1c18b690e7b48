// picture: what a chart of a part of a log shows in a width of pixels, and its statistics.
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <expected>
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
  PictureLook look;
};

std::string need_text(const HistoryNeed& need) {
  return fmt::format("{} series of this log need about {}; choose fewer", need.series,
                     quantity_text(Quantity::bytes, static_cast<double>(need.bytes)));
}

// Reads what the session does not hold yet, then draws.
class PictureTool final : public ToolRun {
 public:
  PictureTool(ToolSession& session, PictureRequest request)
      : session_(session), request_(std::move(request)) {}

  // Begins to read the paths that are not held. Errors: a sentence.
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
    auto job = HistoryJob::begin({.logs = request_.inputs, .paths = std::move(paths)},
                                 session_.environment().titles);
    if (!job.has_value()) return std::unexpected(message_of(job.error()));
    job_.emplace(*std::move(job));
    return {};
  }

  [[nodiscard]] std::expected<JobStep, std::string> step() override {
    if (!job_.has_value()) return JobStep::done;
    const auto step = job_->step();
    if (!step.has_value()) return std::unexpected(message_of(step.error()));
    if (*step == JobStep::more) return JobStep::more;
    if (const auto need = job_->need(); need.has_value()) return std::unexpected(need_text(*need));
    return take_history();
  }
  [[nodiscard]] JobProgress progress() const noexcept override {
    return job_.has_value() ? job_->progress() : JobProgress();
  }
  [[nodiscard]] std::string result() override {
    return json_object([&](JsonWriter& out) {
      numbers_ = write_picture(out, request_.look, held_);
      write_findings(out, findings_);
    });
  }
  [[nodiscard]] std::vector<double> take_columns() override { return std::move(numbers_); }

 private:
  // A log that has changed since the other paths were read is read once more, for all of them.
  [[nodiscard]] std::expected<JobStep, std::string> take_history() {
    findings_ = job_->findings();
    std::vector<HeldPath> read = session_.histories().add(request_.log, job_->take_history());
    job_.reset();
    for (std::size_t i = 0; i < reads_.size(); ++i) held_[reads_[i]] = std::move(read[i]);
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

  ToolSession& session_;
  PictureRequest request_;
  std::vector<HeldPath> held_;      // by path of the request
  std::vector<std::size_t> reads_;  // the paths that the job reads
  std::optional<HistoryJob> job_;
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
