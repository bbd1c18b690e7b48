#include "apps/perflib/text/record_progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "apps/perflib/run/progress_line_internal.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

std::size_t terminal_width() {
  constexpr std::size_t kUsual = 80;
  winsize size = {};
  const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? size.ws_col : kUsual;
}

}  // namespace

std::string record_progress_text(std::string_view file, double interval_seconds,
                                 std::uint64_t samples, std::optional<std::uint64_t> bytes,
                                 std::size_t width) {
  constexpr std::string_view kBegin = "recording ";
  std::string rest = fmt::format(", every {:g} s, {} sample{}", interval_seconds, samples,
                                 samples == 1 ? "" : "s");
  if (bytes.has_value()) {
    const HumanText size = human_text(Quantity::bytes, static_cast<double>(*bytes));
    rest += fmt::format(", {} {}", size.number, size.unit);
  }
  rest += "; Ctrl+C ends";
  constexpr std::size_t kLeastName = 8;
  const std::size_t used = kBegin.size() + rest.size();
  const std::size_t room = std::max(kLeastName, width > used ? width - used : 0);
  return cut_to_width(std::string(kBegin) + cut_to_width(printable(file), room) + rest, width);
}

std::string watch_progress_text(double interval_seconds, std::uint64_t samples,
                                std::uint64_t wanted, std::size_t width) {
  return cut_to_width(
      fmt::format("watching this machine, every {:g} s, {} of {} sample{}; Ctrl+C ends",
                  interval_seconds, samples, wanted, wanted == 1 ? "" : "s"),
      width);
}

RecordProgress::RecordProgress(double interval_seconds, bool is_wanted)
    : interval_seconds_(interval_seconds), is_wanted_(is_wanted && ::isatty(STDERR_FILENO) == 1) {}

bool RecordProgress::is_due() const {
  return is_wanted_ && (!is_shown_ || Clock::now() - shown_ >= kBetweenProgressLines);
}

void RecordProgress::show(const std::string& text) {
  shown_ = Clock::now();
  is_shown_ = true;
  write_progress("\r\x1b[K" + text);
}

// The last column stays free: some terminals start a new line after it.
void RecordProgress::show(std::string_view file, std::uint64_t samples,
                          std::optional<std::uint64_t> bytes) {
  show(record_progress_text(file, interval_seconds_, samples, bytes, terminal_width() - 1));
}

void RecordProgress::show_watched(std::uint64_t samples, std::uint64_t wanted) {
  show(watch_progress_text(interval_seconds_, samples, wanted, terminal_width() - 1));
}

void RecordProgress::wipe() {
  if (is_shown_) write_progress("\r\x1b[K");
  is_shown_ = false;
}

}  // namespace openperflib::apps
