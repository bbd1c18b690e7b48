// The progress of a recording, or of a run of samples, on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib::apps {

// "recording x.blg, every 1 s, 12 samples, 3.1 MB; Ctrl+C ends", in at most `width` columns: a long
// name is shortened. `bytes`: nullopt if the log has no size.
[[nodiscard]] std::string record_progress_text(std::string_view file, double interval_seconds,
                                               std::uint64_t samples,
                                               std::optional<std::uint64_t> bytes,
                                               std::size_t width);

// "watching this machine, every 1 s, 12 of 60 samples; Ctrl+C ends", in at most `width` columns.
[[nodiscard]] std::string watch_progress_text(double interval_seconds, std::uint64_t samples,
                                              std::uint64_t wanted, std::size_t width);

// A line on stderr that is rewritten; nothing if stderr is not a terminal. The destructor erases
// it.
class RecordProgress {
 public:
  // `is_wanted`: false if something else writes to the terminal at the same time.
  RecordProgress(double interval_seconds, bool is_wanted);
  RecordProgress(const RecordProgress&) = delete;
  RecordProgress& operator=(const RecordProgress&) = delete;
  ~RecordProgress() { wipe(); }

  // Whether it is time for an update: at most ten times per second.
  [[nodiscard]] bool is_due() const;
  void show(std::string_view file, std::uint64_t samples, std::optional<std::uint64_t> bytes);
  // Shows how many of the `wanted` samples of a machine were taken.
  void show_watched(std::uint64_t samples, std::uint64_t wanted);
  // Erases the line to make room for a message.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  void show(const std::string& text);
  double interval_seconds_;
  bool is_wanted_;
  bool is_shown_ = false;
  Clock::time_point shown_{};
};

}  // namespace openperflib::apps
