#include "openperflib/provider/v1/v1_host.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v1/validation_code.h"
#include "openperflib/state/store/module_library.h"

namespace openperflib {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint32_t kLargestBuffer = 64U << 20U;

// The events of Windows, and what they mean here.
struct OutcomeRow {
  HostOutcome outcome;
  std::uint32_t event;
  std::string_view text;
};
constexpr auto kOutcomes = std::to_array<OutcomeRow>({
    {HostOutcome::library_missing, 1023, "its library cannot be loaded"},
    {HostOutcome::no_open, 1005, "its library has no procedure for Open"},
    {HostOutcome::no_collect, 1006, "its library has no procedure for Collect"},
    {HostOutcome::no_close, 1007, "its library has no procedure for Close"},
    {HostOutcome::open_failed, 1008, "Open returned an error"},
    {HostOutcome::collect_failed, 1014, "Collect returned an error"},
    {HostOutcome::wrong_pointer, 1013, "Collect returned a pointer and a length that differ"},
    {HostOutcome::too_long, 1001, "Collect returned more than its buffer"},
    {HostOutcome::guard_changed, 1002, "Collect wrote beyond its buffer"},
    {HostOutcome::needs_more, 1020, "Collect needs more than 64 MiB"},
    {HostOutcome::unaligned, 1016, "the length of its answer is not a multiple of 8"},
    {HostOutcome::raised, 1010, "an exception left the module"},
    {HostOutcome::not_confined, 1023, "its host cannot be confined"},
    {HostOutcome::wrong_class, 1021, "its library is built for another kind of machine"},
});

const OutcomeRow& row_of(HostOutcome outcome) noexcept {
  static constexpr OutcomeRow kUnknown{HostOutcome::done, 1013, "its host gave an unknown answer"};
  const auto* const row = std::ranges::find(kOutcomes, outcome, &OutcomeRow::outcome);
  return row == kOutcomes.end() ? kUnknown : *row;
}

std::string answer_text(const HostAnswer& answer) {
  std::string text(row_of(answer.outcome).text);
  if (answer.code != 0) text += fmt::format(" ({})", answer.code);
  if (!answer.text.empty()) text += ": " + answer.text;
  return text;
}

// The file itself, behind any links, whose writers are those of its own folder. Errors: why it may
// not be loaded.
std::expected<std::string, std::string> checked_library(const std::string& path) {
  std::error_code error;
  const std::string file = std::filesystem::canonical(path, error).string();
  std::string fault = library_fault(path);
  if (fault.empty() && !error) fault = library_fault(file);
  if (fault.empty() && error) fault = error.message();
  if (fault.empty()) return file;
  return std::unexpected(fmt::format("{}: {}", path, fault));
}

}  // namespace

V1Host::V1Host(ModuleSettings settings, TitleRange titles, StartHost start)
    : settings_(std::move(settings)),
      rules_{.titles = titles, .pads_lengths = settings_.pads_lengths},
      start_(std::move(start)),
      retries_(settings_.never_disables),
      events_(settings_.start.service, settings_.event_level) {}

V1Host::~V1Host() { stop(); }

void V1Host::lacks(MissingReason code, std::string text) {
  is_awaited_ = false;
  has_objects_ = false;
  lack_ = {code, std::move(text)};
}

void V1Host::stop() noexcept {
  process_.reset();  // kills
  socket_.close();
  output_.reset();
  is_queued_ = false;
  confinement_.clear();
  state_ = State::stopped;
}

void V1Host::forget() noexcept {
  if (process_.has_value()) process_->forget();
  stop();
}

void V1Host::postpone(std::uint32_t event, std::string text, HostClock::time_point now) {
  stop();
  retries_.postpone(text, now);
  events_.add(event, text);
  lacks(MissingReason::provider_failed, std::move(text));
}

void V1Host::fail(std::uint32_t event, std::string text, HostClock::time_point now) {
  stop();
  retries_.fail(text, now);
  events_.add(event, std::move(text));
  if (is_given_up()) events_.add(1018, "is disabled for this session: " + retries_.why());
  lacks(MissingReason::provider_failed, retries_.why());
}

void V1Host::start_process(HostClock::time_point now) {
  auto library = checked_library(settings_.start.library);
  if (!library.has_value()) return postpone(1023, std::move(library).error(), now);
  auto started = start_(settings_);
  if (!started.has_value()) {
    return postpone(1023, "its host cannot be started: " + describe(started.error()), now);
  }
  socket_ = HostSocket(std::move(started->socket));
  output_ = std::move(started->output);
  process_ = std::move(started->process);
  ++starts_;
  definitions_.forget();
  state_ = State::opening;
  since_ = now;
  HostStart start = settings_.start;
  start.library = *std::move(library);
  if (std::string fault = validation_fault(start.library, settings_.validation_code);
      !fault.empty()) {
    events_.add(2003, std::move(fault));
    start.test_level = 1;  // every check, as for a module that nobody trusts
  }
  socket_.send(start);
}

void V1Host::send_collect(HostClock::time_point now) {
  collect_.buffer_size = buffer_size_;
  collect_.largest_buffer = kLargestBuffer;
  if (process_.has_value()) process_->note_use();
  socket_.send(collect_);
  is_queued_ = false;
  state_ = State::collecting;
  since_ = now;
}

HostClock::time_point V1Host::due() const noexcept {
  return since_ + (state_ == State::opening ? settings_.open_timeout : settings_.collect_timeout);
}

HostClock::time_point V1Host::limit() const noexcept {
  return std::min(due(), asked_ + settings_.collect_timeout);
}

bool V1Host::is_overdue(HostClock::time_point now) const noexcept {
  const bool is_limited =
      state_ == State::opening || (state_ == State::collecting && !settings_.lets_late_run);
  return is_limited && now >= due();
}

void V1Host::fail_overdue(HostClock::time_point now) {
  const bool is_opening = state_ == State::opening;
  fail(is_opening ? 2002 : 1015,
       is_opening ? "Open did not return in time" : "Collect did not return in time", now);
}

void V1Host::tend(HostClock::time_point now) {
  if (state_ == State::stopped) return;
  receive(now);
  if (is_overdue(now)) fail_overdue(now);
}

bool V1Host::would_start(HostClock::time_point now) const noexcept {
  return state_ == State::stopped && settings_.refusal.empty() && retries_.may_start(now);
}

void V1Host::pass_over(std::string why) { lacks(MissingReason::too_late, std::move(why)); }

void V1Host::request(const HostCollect& collect, HostClock::time_point now) {
  has_objects_ = false;
  if (!settings_.refusal.empty()) return lacks(MissingReason::provider_failed, settings_.refusal);
  if (is_given_up()) return lacks(MissingReason::provider_failed, retries_.why());
  if (state_ == State::collecting) {
    return lacks(MissingReason::too_late, "has not answered the request before");
  }
  if (state_ == State::stopped) {
    if (!retries_.may_start(now)) {
      return lacks(MissingReason::provider_failed, retries_.wait_text(now));
    }
    start_process(now);
    if (state_ == State::stopped) return;
  }
  asked_ = now;
  is_awaited_ = true;
  is_queued_ = true;
  collect_ = collect;
  if (state_ == State::idle) send_collect(now);
}

void V1Host::receive(HostClock::time_point now) {
  events_.add_output(output_.get());
  switch (socket_.receive()) {
    case HostSocket::Arrival::nothing:
      return;
    case HostSocket::Arrival::answer:
      return take_answer(now);
    case HostSocket::Arrival::ended:
      return take_end(now);
    case HostSocket::Arrival::invalid:
      return fail(1013, "its host sent bytes that are not an answer", now);
  }
}

void V1Host::take_end(HostClock::time_point now) {
  if (state_ == State::opening) return fail(1009, "its host ended in Open", now);
  fail(1010, state_ == State::collecting ? "its host ended in Collect" : "its host ended", now);
}

void V1Host::take_answer(HostClock::time_point now) {
  const HostAnswer& answer = socket_.answer();
  if (state_ == State::opening) return take_opened(answer, now);
  if (state_ == State::collecting) return take_collected(answer, now);
  fail(1013, "its host sent an answer to no request", now);
}

void V1Host::take_opened(const HostAnswer& answer, HostClock::time_point now) {
  if (answer.outcome == HostOutcome::raised) return fail(1009, answer_text(answer), now);
  if (answer.outcome != HostOutcome::done) {
    return postpone(row_of(answer.outcome).event, answer_text(answer), now);
  }
  const bool is_slow = milliseconds(answer.open_ms) > settings_.open_wait;
  events_.add(is_slow ? 2002 : 3000, fmt::format("Open succeeded after {} ms", answer.open_ms));
  confinement_ = answer.text;
  state_ = State::idle;
  if (is_queued_) send_collect(now);
}

std::expected<void, AnswerFault> V1Host::check(const HostAnswer& answer) {
  OPENPERFLIB_TRY(answer_.check(answer.bytes, answer.object_count, rules_));
  return definitions_.check(answer_.objects(), collect_.value_name.ends_with(u"Costly"));
}

void V1Host::take_collected(const HostAnswer& answer, HostClock::time_point now) {
  const bool is_late = !is_awaited_;
  state_ = State::idle;
  is_awaited_ = false;
  const bool is_padded = answer.outcome == HostOutcome::unaligned && settings_.pads_lengths;
  if (answer.outcome != HostOutcome::done && !is_padded) {
    return fail(row_of(answer.outcome).event, answer_text(answer), now);
  }
  buffer_size_ = std::clamp(answer.buffer_size, buffer_size_, kLargestBuffer);
  if (is_late) return;
  const auto checked = check(answer);
  if (checked.has_value()) {
    retries_.succeed();
    has_objects_ = true;
    return;
  }
  if (!settings_.refuses_silently) {
    fail(checked.error().event, "its answer was refused: " + checked.error().text, now);
  }
  lacks(MissingReason::answer_refused, "its answer was refused: " + checked.error().text);
}

void V1Host::give_up(HostClock::time_point now) {
  if (!is_awaited_) return;
  const bool is_opening = state_ == State::opening;
  if (is_overdue(now)) {
    fail_overdue(now);
    lack_.code = MissingReason::too_late;
    return;
  }
  is_queued_ = false;
  lacks(MissingReason::too_late, is_opening ? "is still starting" : "did not answer in time");
}

const std::vector<AnsweredObject>* V1Host::objects() const noexcept {
  return has_objects_ ? &answer_.objects() : nullptr;
}

void V1Host::ask_to_close() {
  if (state_ == State::idle) socket_.send(HostClose{});
}

void V1Host::close(HostClock::time_point deadline) {
  if (state_ == State::idle && process_.has_value()) (void)process_->wait_until(deadline);
  stop();
}

}  // namespace openperflib
