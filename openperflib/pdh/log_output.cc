#include "openperflib/pdh/log_output.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <optional>
#include <utility>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_job.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/process/fork_count.h"
#include "openperflib/pdh/log_output_file_internal.h"
#include "openperflib/pdh/log_output_plan_internal.h"
#include "openperflib/pdh/log_output_set_internal.h"
#include "openperflib/query/row_feed.h"

namespace openperflib {
namespace {

using Existing = PdhLogOptions::Existing;
using Outcome = std::expected<void, PdhStatus>;

// What stands above comments if nobody gave a caption, as in rows without a comment.
constexpr const char* kNoCaption = " ";

PdhStatus as_status(const Outcome& outcome) noexcept {
  return outcome.has_value() ? kPdhSuccess : outcome.error();
}

PdhStatus status_of_append(const LogJobFault& fault) noexcept {
  switch (fault.kind) {
    case LogJobFault::Kind::ends_later:
      return PDH_INCORRECT_APPEND_TIME;
    case LogJobFault::Kind::not_a_log:
      return fault.existing.pdh_code;
    case LogJobFault::Kind::unreadable:
    case LogJobFault::Kind::target:
      break;
  }
  return PDH_LOG_FILE_OPEN_ERROR;
}

}  // namespace

struct PdhLogOutput::State {
  State(std::shared_ptr<PdhQuery> its_query, PdhLogOptions its_options,
        std::shared_ptr<const LogSurvey> its_survey)
      : query(std::move(its_query)),
        options(std::move(its_options)),
        survey(std::move(its_survey)) {}

  // Creates or opens the log, and begins it if everything is known that it begins with.
  [[nodiscard]] Outcome open();
  [[nodiscard]] PdhStatus update(std::string_view comment);
  [[nodiscard]] PdhStatus flush();
  // Once: no record follows.
  [[nodiscard]] PdhStatus complete();
  [[nodiscard]] std::expected<std::uint64_t, PdhStatus> size() const;

  mutable std::mutex mutex;
  const std::shared_ptr<PdhQuery> query;
  PdhLogOptions options;
  const std::shared_ptr<const LogSurvey> survey;  // of the log that is read; null: this machine

 private:
  [[nodiscard]] LogFormat format() const noexcept { return options.target.format; }
  [[nodiscard]] bool is_set() const noexcept { return options.target.is_set(); }
  [[nodiscard]] int fd() const noexcept { return file_.has_value() ? file_->fd() : -1; }
  // Whether a parent of this process opened the log, which it goes on to write.
  [[nodiscard]] bool is_inherited() const noexcept { return forks_ != fork_count(); }
  [[nodiscard]] bool waits_for_caption() const noexcept;
  [[nodiscard]] bool is_its_source() const;
  [[nodiscard]] bool is_full() const noexcept;
  [[nodiscard]] PdhStatus status_of_fault(const SourceFault& fault, PdhStatus otherwise) const;

  [[nodiscard]] Outcome open_file(const TitleTable& titles);
  [[nodiscard]] Outcome take_caption(const TitleTable& titles);
  [[nodiscard]] Outcome begin(PdhQueryState& of_query);
  [[nodiscard]] Outcome ready_target(const LogOutputPlan& plan);
  [[nodiscard]] Outcome check_append_time(const LogOutputPlan& plan, const TitleTable& titles);
  [[nodiscard]] Outcome prove_circle(const LogOutputPlan& plan) const;
  [[nodiscard]] Outcome write(PdhQueryState& of_query, std::string_view comment);
  [[nodiscard]] std::expected<void, SourceFault> write_record(const PdhQueryState& of_query);
  // Whether the log is new, and its first record the first one of a range that has one before it.
  [[nodiscard]] bool begins_with_a_range(const PdhQueryState& of_query) const;
  [[nodiscard]] PdhStatus end();

  std::optional<LogOutputFile> file_;  // nullopt: a set
  LogStart start_ = LogStart::fresh;
  std::unique_ptr<RowSink> sink_;  // null: not begun, or completed
  std::optional<RowFeed> feed_;    // of it
  std::uint64_t session_ = 0;      // of the query, that the feed knows
  bool has_records_ = false;
  bool is_completed_ = false;
  std::uint32_t forks_ = fork_count();
};

// The caption stands in the first line.
bool PdhLogOutput::State::waits_for_caption() const noexcept {
  return is_text(format()) && options.has_comments && options.caption.empty();
}

bool PdhLogOutput::State::is_full() const noexcept {
  if (is_set() || options.is_circular || options.most_bytes == 0) return false;
  return file_->size() >= options.most_bytes;
}

PdhStatus PdhLogOutput::State::status_of_fault(const SourceFault& fault,
                                               PdhStatus otherwise) const {
  if (options.is_circular && fault.errno_value == EFBIG) return PDH_LOG_SAMPLE_TOO_SMALL;
  return status_of_write(fault, is_set() ? PDH_SQL_EXEC_DIRECT_FAILED : otherwise);
}

// A binary log is completed at its beginning.
Outcome PdhLogOutput::State::open_file(const TitleTable& titles) {
  const auto existing = options.existing == Existing::refused ? LogOutputFile::Existing::refused
                                                              : LogOutputFile::Existing::kept;
  file_ = OPENPERFLIB_TRY(LogOutputFile::open(options.target.name, existing));
  if (is_binary(format()) && !file_->is_regular()) {
    return std::unexpected(PDH_LOG_FILE_CREATE_ERROR);
  }
  const bool appends = options.existing == Existing::appended_to && file_->size() != 0;
  if (!appends) return {};
  start_ = LogStart::append;
  if (options.is_circular) return std::unexpected(PDH_NOT_IMPLEMENTED);
  return take_caption(titles);
}

// Comments are appended below the caption that the log has.
Outcome PdhLogOutput::State::take_caption(const TitleTable& titles) {
  if (!waits_for_caption()) return {};
  const auto log = open_log(options.target.name, {.titles = titles});
  if (!log.has_value()) return std::unexpected(log.error().pdh_code);
  options.caption = (*log)->header().caption;
  if (options.caption.empty()) return std::unexpected(PDH_UNMATCHED_APPEND_COUNTER);
  return {};
}

// A log cannot be written while it is read for that.
bool PdhLogOutput::State::is_its_source() const {
  const auto logs = query->source().logs();
  if (!file_.has_value()) return is_set_among(options.target, logs);
  return std::ranges::any_of(logs, [this](const std::string& log) { return file_->is_file(log); });
}

Outcome PdhLogOutput::State::open() {
  const PdhStatus opened = query->with_state([this](PdhQueryState& of_query) -> PdhStatus {
    if (!is_set()) {
      const Outcome has_file = open_file(of_query.machine.fixed);
      if (!has_file.has_value()) return has_file.error();
    }
    if (is_its_source()) return PDH_LOG_FILE_CREATE_ERROR;
    if (waits_for_caption() || !of_query.has_counters()) return kPdhSuccess;
    return as_status(begin(of_query));
  });
  if (opened == kPdhSuccess) return {};
  if (file_.has_value()) file_->discard();
  return std::unexpected(opened);
}

Outcome PdhLogOutput::State::prove_circle(const LogOutputPlan& plan) const {
  const UniqueFd memory(::memfd_create("log", MFD_CLOEXEC));
  const auto begun = begin_log_output(options.target, memory.get(), plan);
  if (begun.has_value()) return {};
  return std::unexpected(status_of_fault(begun.error(), PDH_LOG_FILE_CREATE_ERROR));
}

// Whatever refuses the log does so before one that exists is changed.
Outcome PdhLogOutput::State::ready_target(const LogOutputPlan& plan) {
  if (is_set()) {
    return ready_log_set(*options.target.set, options.existing, plan.log.content, plan.first_utc());
  }
  if (start_ == LogStart::append) return {};  // the writer checks it
  if (options.is_circular) OPENPERFLIB_TRY(prove_circle(plan));
  file_->empty();
  return {};
}

// Writers of binary logs and ready_log_set() know it already.
Outcome PdhLogOutput::State::check_append_time(const LogOutputPlan& plan,
                                               const TitleTable& titles) {
  if (start_ == LogStart::fresh || !is_text(format())) return {};
  const auto checked = check_ends_before(options.target.name, plan.first_utc(), titles);
  if (checked.has_value()) return {};
  return std::unexpected(status_of_append(checked.error()));
}

Outcome PdhLogOutput::State::begin(PdhQueryState& of_query) {
  LogOutputPlan plan = OPENPERFLIB_TRY(plan_log_output(of_query, format(), survey.get()));
  plan.log.start = start_;
  plan.log.columns = TextColumns::of_names;
  if (options.has_comments) plan.log.caption = options.caption;
  if (options.is_circular) plan.log.circle_bytes = options.most_bytes;
  OPENPERFLIB_TRY(ready_target(plan));
  auto sink = begin_log_output(options.target, fd(), plan);
  if (!sink.has_value()) {
    return std::unexpected(status_of_fault(sink.error(), PDH_LOG_FILE_CREATE_ERROR));
  }
  OPENPERFLIB_TRY(check_append_time(plan, of_query.machine.fixed));
  sink_ = *std::move(sink);
  return {};
}

bool PdhLogOutput::State::begins_with_a_range(const PdhQueryState& of_query) const {
  const LogCursor* const log = of_query.session->log();
  if (log == nullptr || has_records_ || start_ == LogStart::append) return false;
  return log->window().begin_local != LogWindow{}.begin_local && log->records() == 1 &&
         of_query.session->query().older().time_utc != 0;
}

// As relog does: a log of readings has the record before the range that it copies, with which the
// first rates begin. A text log has these rates themselves.
std::expected<void, SourceFault> PdhLogOutput::State::write_record(const PdhQueryState& of_query) {
  const Query& rows = of_query.session->query();
  const bool has_readings = !is_text(format()) && !of_query.holds_values();
  const bool has_record_before = has_readings && begins_with_a_range(of_query);
  has_records_ = true;
  if (has_record_before) {
    OPENPERFLIB_TRY(feed_->follow(rows));
    OPENPERFLIB_TRY(feed_->write_older(rows));
  }
  return feed_->write(rows);
}

Outcome PdhLogOutput::State::write(PdhQueryState& of_query, std::string_view comment) {
  if (!of_query.has_counters()) return std::unexpected(PDH_NO_DATA);
  if (sink_ == nullptr) {
    if (waits_for_caption()) options.caption = comment.empty() ? kNoCaption : comment;
    OPENPERFLIB_TRY(begin(of_query));
  }
  const auto collected = of_query.collect();
  // A record without an instance is one too: of a program that is not running now.
  if (!collected.has_value() && collected.error() != PDH_NO_DATA) {
    return std::unexpected(collected.error());
  }
  if (std::exchange(session_, of_query.sessions) != of_query.sessions) feed_.emplace(*sink_);
  if (options.has_comments) sink_->set_comment(comment);
  const auto written = write_record(of_query);
  if (written.has_value()) return {};
  return std::unexpected(status_of_fault(written.error(), ERROR_WRITE_FAULT));
}

PdhStatus PdhLogOutput::State::update(std::string_view comment) {
  const std::lock_guard lock(mutex);
  if (is_completed_ || is_inherited()) return PDH_INVALID_HANDLE;
  if (is_full()) return PDH_END_OF_LOG_FILE;
  if (file_.has_value() && file_->check() != kPdhSuccess) return PDH_FILE_NOT_FOUND;
  return query->with_state(
      [&](PdhQueryState& of_query) -> PdhStatus { return as_status(write(of_query, comment)); });
}

PdhStatus PdhLogOutput::State::flush() {
  const std::lock_guard lock(mutex);
  if (format() != LogFormat::blg) return PDH_NOT_IMPLEMENTED;
  if (is_completed_ || is_inherited() || ::fdatasync(fd()) == 0) return kPdhSuccess;
  return status_of_fault({.errno_value = errno, .file = {}, .error = {}}, ERROR_WRITE_FAULT);
}

std::expected<std::uint64_t, PdhStatus> PdhLogOutput::State::size() const {
  const std::lock_guard lock(mutex);
  if (is_set()) return std::unexpected(PDH_NOT_IMPLEMENTED);
  struct stat facts{};
  if (::stat(options.target.name.c_str(), &facts) != 0) return std::unexpected(PDH_FILE_NOT_FOUND);
  return static_cast<std::uint64_t>(facts.st_size);
}

// A log without records has its first line or its catalog.
PdhStatus PdhLogOutput::State::end() {
  if (sink_ == nullptr) {
    if (waits_for_caption()) options.caption = kNoCaption;
    (void)query->with_state([this](PdhQueryState& of_query) -> PdhStatus {
      return of_query.has_counters() ? as_status(begin(of_query)) : kPdhSuccess;
    });
  }
  if (sink_ == nullptr) return kPdhSuccess;
  const auto ended = sink_->end();
  sink_.reset();
  return ended.has_value() ? kPdhSuccess : status_of_fault(ended.error(), ERROR_WRITE_FAULT);
}

// A child leaves the writer as it is: even closing its database would end the parent's connection.
PdhStatus PdhLogOutput::State::complete() {
  const std::lock_guard lock(mutex);
  if (std::exchange(is_completed_, true)) return kPdhSuccess;
  if (is_inherited()) (void)sink_.release();
  const PdhStatus status = is_inherited() ? kPdhSuccess : end();
  if (file_.has_value()) file_->close();
  return status;
}

PdhLogOutput::PdhLogOutput(std::shared_ptr<State> state) : state_(std::move(state)) {}
PdhLogOutput::~PdhLogOutput() { (void)close(); }

std::expected<std::unique_ptr<PdhLogOutput>, PdhStatus> PdhLogOutput::open(
    std::shared_ptr<PdhQuery> query, PdhLogOptions options, LogContents& contents) {
  std::shared_ptr<const LogSurvey> survey;
  if (!query->is_real_time()) survey = OPENPERFLIB_TRY(contents.of(query->source()));
  auto state = std::make_shared<State>(query, std::move(options), std::move(survey));
  OPENPERFLIB_TRY(state->open());
  query->at_close(state, [weak = std::weak_ptr<State>(state)] {
    if (const auto open = weak.lock()) (void)open->complete();
  });
  return std::unique_ptr<PdhLogOutput>(new PdhLogOutput(std::move(state)));
}

PdhStatus PdhLogOutput::update(std::string_view comment) { return state_->update(comment); }
PdhStatus PdhLogOutput::flush() { return state_->flush(); }
std::expected<std::uint64_t, PdhStatus> PdhLogOutput::size() const { return state_->size(); }
PdhStatus PdhLogOutput::close() { return state_->complete(); }
const LogTarget& PdhLogOutput::target() const noexcept { return state_->options.target; }
void PdhLogOutput::lock() { state_->mutex.lock(); }
void PdhLogOutput::unlock() { state_->mutex.unlock(); }

}  // namespace openperflib
