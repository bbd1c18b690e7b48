#include "apps/perflib/text/log_progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <memory>

#include "apps/perflib/run/progress_line_internal.h"
#include "openperflib/counter/human_text.h"

namespace openperflib::apps {
namespace {

constexpr std::chrono::seconds kPatience{1};
constexpr std::uint32_t kCallsBetweenLooks = 64;  // at the clock

}  // namespace

LogProgress::LogProgress() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

LogProgress::~LogProgress() {
  if (is_shown_) write_progress("\r\x1b[K");
}

void LogProgress::show(std::uint64_t position, std::uint64_t size) {
  if (++calls_ % kCallsBetweenLooks == 0) show_step({.position = position, .size = size});
}

void LogProgress::show_step(const JobProgress& progress) {
  const auto [position, size] = progress;
  if (!is_terminal_ || size == 0) return;
  const auto now = Clock::now();
  if (now - started_ < kPatience || now - shown_ < kBetweenProgressLines) return;
  shown_ = now;
  is_shown_ = true;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const auto done = static_cast<double>(position);
  const double left = done > 0 ? seconds * (static_cast<double>(size) - done) / done : 0;
  const HumanText rate = human_text(Quantity::byte_rate, done / seconds);
  write_progress(fmt::format("\r\x1b[K{:5.1f} %   {} {}   {:.0f} s left",
                             100 * done / static_cast<double>(size), rate.number, rate.unit, left));
}

ProgressLine begin_log_progress() {
  return [progress = std::make_shared<LogProgress>()](const JobProgress& now) {
    progress->show_step(now);
  };
}

}  // namespace openperflib::apps
