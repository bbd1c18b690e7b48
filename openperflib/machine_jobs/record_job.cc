#include "openperflib/machine_jobs/record_job.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/shown_rows.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/machine_jobs/background_blocks.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/session/live_log.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib {
namespace {

using Done = std::expected<void, JobFault>;

Done as_written(std::expected<void, SourceFault> written) {
  if (written.has_value()) return {};
  return std::unexpected(unwritable(std::move(written).error()));
}

// "db-17-20261121-101530.blg"
std::string made_name(const CounterSession& session) {
  std::string machine(session.query().binding().machine());
  std::ranges::replace(machine, '/', '_');
  const FileTime first = session.query().row().time_utc;
  const SystemTime time = system_time_from(to_local(first, session.zone_at(first).bias_minutes));
  return fmt::format("{}-{:04}{:02}{:02}-{:02}{:02}{:02}.blg", machine, time.year, time.month,
                     time.day, time.hour, time.minute, time.second);
}

std::uint64_t size_of(const std::string& path) noexcept {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

// Pipes and devices always exist; folders are never replaced.
Done check_replaced(const std::string& path, RecordOptions::Existing existing) {
  struct stat facts{};
  const mode_t kind = ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & S_IFMT : 0;
  if (kind == S_IFDIR) {
    return std::unexpected(unwritable(
        {.file = path, .error = std::nullopt, .message = "is a folder; choose another name"}));
  }
  if (kind != S_IFREG || existing == RecordOptions::Existing::replaced) return {};
  return std::unexpected(JobFault{.kind = JobFault::Kind::exists, .path = path});
}

}  // namespace

struct RecordJob::State {
  CounterSession session;
  RecordOptions options;
  LogTarget target = {};
  UniqueFd fd = {};  // of a file
  bool is_created = false;
  bool is_begun = false;
  std::unique_ptr<RowSink> rows = nullptr;  // one of the two
  std::unique_ptr<BlockSink> blocks = nullptr;
  BackgroundBlocks* background = nullptr;         // `blocks`, where time passes between samples
  std::optional<ShownRows> shown = std::nullopt;  // into rows
  std::optional<SeriesSummary> summary = std::nullopt;
  SummaryExtent extent = {};

  [[nodiscard]] Done open_file();
  [[nodiscard]] Done open_ring();
  [[nodiscard]] Done open_set();
  [[nodiscard]] Done begin();
  [[nodiscard]] Done begin_file();
  [[nodiscard]] Done write();
  [[nodiscard]] std::expected<void, SourceFault> write_sample();
  [[nodiscard]] std::expected<void, SourceFault> check_file() const;
  [[nodiscard]] std::expected<JobStep, JobFault> take_sample();
  void use(std::unique_ptr<RowSink> sink);
  void write_in_background();
  void count_written();
  [[nodiscard]] ZoneOffset zone_now() const {
    return session.zone_at(session.query().row().time_utc);
  }
  [[nodiscard]] bool is_full() const noexcept {
    return options.samples != 0 && extent.records >= options.samples;
  }
};

// The second writer to lock it fails, even where it may be replaced.
Done RecordJob::State::open_file() {
  fd = UniqueFd(::open(target.name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  is_created = static_cast<bool>(fd);
  if (!fd && errno == EEXIST) {
    OPENPERFLIB_TRY(check_replaced(target.name, options.existing));
    const int access = is_text(target.format) ? O_WRONLY : O_RDWR;  // pipes too
    fd = open_output(target.name, access | O_CLOEXEC);
  }
  if (!fd) {
    return std::unexpected(unwritable(
        creation_fault({.errno_value = errno, .file = target.name, .error = std::nullopt})));
  }
  return as_written(lock_output(fd.get(), target.name));
}

Done RecordJob::State::open_ring() {
  RingOptions ring = *options.ring;
  ring.recording.zone = zone_now();
  auto opened = create_ring(target, std::move(ring));
  if (!opened.has_value()) return std::unexpected(unwritable(std::move(opened).error()));
  blocks = *std::move(opened);
  return {};
}

// An existing set is appended to.
Done RecordJob::State::open_set() {
  auto opened = create_log(target, -1, live_log_options(session, {}));
  if (!opened.has_value()) return std::unexpected(unwritable(std::move(opened).error()));
  use(*std::move(opened));
  return {};
}

void RecordJob::State::use(std::unique_ptr<RowSink> sink) {
  rows = std::move(sink);
  shown.emplace(*rows, ShownSeries(std::uint32_t{0}));
}

// Readies the log for the sample that the query has. A ring or a set is ready. Root folders have no
// pace that a slow disk could disturb, and a fault of one of their samples comes with it.
Done RecordJob::State::begin() {
  extent.bias_minutes = zone_now().bias_minutes;
  if (fd) OPENPERFLIB_TRY(begin_file());
  if (blocks != nullptr && session.is_live()) write_in_background();
  return {};
}

void RecordJob::State::write_in_background() {
  auto made = std::make_unique<BackgroundBlocks>(std::move(blocks));
  background = made.get();
  blocks = std::move(made);
}

Done RecordJob::State::begin_file() {
  (void)!::ftruncate(fd.get(), 0);  // a pipe cannot be truncated
  const auto paths = session.paths();
  CreateLogOptions log = live_log_options(session, {paths.begin(), paths.end()});
  if (holds_blocks(target.format)) {
    auto created =
        create_block_log(target, fd.get(), std::move(log), {}, session.titles()->table());
    if (!created.has_value()) return std::unexpected(unwritable(std::move(created).error()));
    blocks = *std::move(created);
    return {};
  }
  auto created = create_log(target, fd.get(), std::move(log));
  if (!created.has_value()) return std::unexpected(unwritable(std::move(created).error()));
  use(*std::move(created));
  return {};
}

// A ring checks its segments itself, and a database its file.
std::expected<void, SourceFault> RecordJob::State::check_file() const {
  return fd ? check_still_there(fd.get(), target.name) : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> RecordJob::State::write_sample() {
  OPENPERFLIB_TRY(check_file());
  if (blocks == nullptr) return shown->write(session.query());
  const Bytes block = session.snapshot().view().bytes();
  const FileTime time_utc = session.query().row().time_utc;
  return blocks->write(to_local(time_utc, *extent.bias_minutes), {&block, 1});
}

Done RecordJob::State::write() {
  Done written = as_written(write_sample());
  if (!written.has_value()) {
    count_written();
    return written;
  }
  const Query& query = session.query();
  if (summary.has_value()) summary->add(query, RowsOf::readings);
  extent.note(to_local(query.row().time_utc, *extent.bias_minutes));
  return {};
}

// After a fault the log has fewer samples than were accepted.
void RecordJob::State::count_written() {
  if (background == nullptr) return;
  const std::optional<int> bias_minutes = extent.bias_minutes;
  extent = background->written();
  extent.bias_minutes = bias_minutes;
}

std::expected<JobStep, JobFault> RecordJob::State::take_sample() {
  const auto collected = session.collect();
  if (!collected.has_value()) return std::unexpected(unreadable(collected.error()));
  if (*collected == CounterSession::Collected::end) return JobStep::done;
  OPENPERFLIB_TRY(write());
  return is_full() ? JobStep::done : JobStep::more;
}

RecordJob::RecordJob(CounterSession session, RecordOptions options)
    : state_(new State{.session = std::move(session), .options = std::move(options)}) {
  if (state_->session.paths().empty()) state_->session.ask_for(ObjectRequest());
  if (state_->options.statistics == RecordOptions::Statistics::kept) state_->summary.emplace();
}

RecordJob::RecordJob(RecordJob&&) noexcept = default;
RecordJob& RecordJob::operator=(RecordJob&&) noexcept = default;
RecordJob::~RecordJob() = default;

Done RecordJob::collect_first() {
  CounterSession& session = state_->session;
  const auto collected = session.collect();
  if (!collected.has_value()) return std::unexpected(unreadable(collected.error()));
  if (session.paths().empty() || !session.nothing_can_match()) return {};
  return std::unexpected(JobFault{.kind = JobFault::Kind::no_series,
                                  .path = std::string(session.query().binding().machine())});
}

Done RecordJob::open() {
  State& state = *state_;
  state.target = state.options.target.value_or(LogTarget{.format = LogFormat::blg});
  if (!state.options.target.has_value()) state.target.name = made_name(state.session);
  if (state.options.ring.has_value()) return state.open_ring();
  return state.target.is_set() ? state.open_set() : state.open_file();
}

void RecordJob::discard() {
  const State& state = *state_;
  if (state.is_created) ::unlink(state.target.name.c_str());
  if (state.options.ring.has_value()) ::rmdir(state.target.name.c_str());  // not with segments
}

std::expected<JobStep, JobFault> RecordJob::step() {
  constexpr CounterSession::Clock::duration kLongestWait = std::chrono::milliseconds(20);
  State& state = *state_;
  if (!std::exchange(state.is_begun, true)) {
    OPENPERFLIB_TRY(state.begin());
    OPENPERFLIB_TRY(state.write());
    return state.is_full() ? JobStep::done : JobStep::more;
  }
  const CounterSession::Clock::time_point now = CounterSession::Clock::now();
  if (due() <= now) return state.take_sample();
  std::this_thread::sleep_for(std::min(due() - now, kLongestWait));
  return JobStep::more;
}

CounterSession::Clock::time_point RecordJob::due() const {
  const CounterSession& session = state_->session;
  return session.is_live() ? session.due() : CounterSession::Clock::time_point::min();
}

Done RecordJob::take_last() {
  if (extent().records > 1 && state_->session.has_just_collected()) return {};
  (void)OPENPERFLIB_TRY(state_->take_sample());
  return {};
}

Done RecordJob::finish() {
  State& state = *state_;
  std::expected<void, SourceFault> ended;
  if (state.rows != nullptr) ended = state.rows->end();
  if (state.blocks != nullptr) ended = state.blocks->end();
  state.count_written();
  OPENPERFLIB_TRY(as_written(std::move(ended)));
  return as_written(state.check_file());
}

JobProgress RecordJob::progress() const noexcept {
  return {.position = state_->extent.records, .size = state_->options.samples};
}

const CounterSession& RecordJob::session() const noexcept { return state_->session; }

const std::string& RecordJob::file() const noexcept { return state_->target.shown(); }

const SummaryExtent& RecordJob::extent() const noexcept { return state_->extent; }

std::optional<std::uint64_t> RecordJob::bytes() const {
  const State& state = *state_;
  if (state.options.ring.has_value()) {
    std::uint64_t sum = 0;
    for (const std::string& segment : ring_segments(state.target.name)) sum += size_of(segment);
    return sum;
  }
  struct stat facts{};
  const bool is_file = state.fd && ::fstat(state.fd.get(), &facts) == 0 && S_ISREG(facts.st_mode);
  if (!is_file) return std::nullopt;
  return static_cast<std::uint64_t>(facts.st_size);
}

bool RecordJob::is_still_there() const { return state_->check_file().has_value(); }

bool RecordJob::has_removed_segments() const noexcept {
  return state_->blocks != nullptr && state_->blocks->removed_for_room() != 0;
}

std::vector<std::string> RecordJob::take_without_column() {
  if (!state_->shown.has_value()) return {};
  return state_->shown->take_without_column();
}

std::vector<SummaryOfSeries> RecordJob::take_summary() {
  if (!state_->summary.has_value()) return {};
  return state_->summary->take_result();
}

}  // namespace openperflib
