#include "apps/relog/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <utility>

#include "apps/drop_in/messages.h"

namespace openperflib::relog {
namespace {

constexpr std::chrono::milliseconds kBetweenNumbers{100};

}  // namespace

Progress::Progress(EventWaiter waiter, bool is_shown)
    : waiter_(std::move(waiter)), is_shown_(is_shown) {}

std::expected<Progress, drop_in::Failure> Progress::open() {
  auto waiter = EventWaiter::open();
  if (waiter.has_value()) return Progress(*std::move(waiter), ::isatty(STDOUT_FILENO) == 1);
  return drop_in::cannot_read(
      SourceFault{.errno_value = waiter.error(), .file = "signals", .error = std::nullopt});
}

bool Progress::is_stopped() {
  is_stopped_ = is_stopped_ || waiter_.wait_until(EventWaiter::Clock::now()) == Event::stop;
  return is_stopped_;
}

void Progress::show(const JobProgress& progress) {
  const auto now = EventWaiter::Clock::now();
  const auto [position, size] = progress;
  if (!is_shown_ || now - shown_at_ < kBetweenNumbers || position >= size) return;
  shown_at_ = now;
  has_begun_line_ = true;
  const double percent = 100 * static_cast<double>(position) / static_cast<double>(size);
  (void)drop_in::print(fmt::format("\r{:.2f}%", percent));
}

drop_in::Outcome Progress::finish() {
  const char* const back = has_begun_line_ ? "\r" : "";
  has_begun_line_ = false;
  return drop_in::print(fmt::format("{}100.00%\r\n", back));
}

void Progress::abandon() {
  if (std::exchange(has_begun_line_, false)) (void)drop_in::print("\r\n");
}

}  // namespace openperflib::relog
