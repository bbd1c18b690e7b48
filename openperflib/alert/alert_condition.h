// AlertCondition and AlertState: when an alert fires and when it clears. Rules can ignore single
// spikes, and a missing value neither fires nor clears an alert.
//
// Source: docs/formats/alerts.md.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// missing: the alert fires if there is no value.
enum class AlertWhen : std::uint8_t { above, below, missing };

// Value. The condition of an alert. Spans are in units of 100 ns; 0 means none.
struct AlertCondition {
  AlertWhen when = AlertWhen::above;
  double threshold = 0;
  std::optional<double>
      clear{};               // clears when the value is back at this; nullopt: at the threshold
  std::uint32_t needed = 1;  // this many of the last `window` samples must be beyond the threshold
  std::uint32_t window = 1;
  FileTime hold = 0;           // for at least this long
  FileTime silence = 0;        // does not fire again for this long
  std::uint32_t per_hour = 0;  // fires at most this often in any hour; 0: no limit
  bool operator==(const AlertCondition&) const = default;
};

// What a sample changed. suppressed: it would have fired except for the silence or the limit, and
// fires later if the condition still holds.
enum class AlertChange : std::uint8_t { none, fired, cleared, suppressed };

// Whether a rule's condition on other counters holds; unknown if that depends on a missing one.
enum class AlertBeside : std::uint8_t { unknown, fails, holds };

// Value: one condition on one series. Allocates only on construction, except for the times of a
// limit.
class AlertState {
 public:
  // Starts with an empty window; a condition with a window of 0 is treated as one of 1.
  explicit AlertState(const AlertCondition& condition);

  // Takes the next sample. If its time is before the previous one (the clock was set), silences end
  // and hold times restart.
  [[nodiscard]] AlertChange take(FileTime time, const Value& value,
                                 AlertBeside beside = AlertBeside::holds);
  // Whether the alert has fired and not cleared.
  [[nodiscard]] bool is_active() const noexcept { return is_told_; }

 private:
  // The verdict on one sample. unknown: it occupies its place in the window but counts as nothing.
  enum class Verdict : std::uint8_t { unknown, fine, between, beyond };
  // Between the threshold and the clear value: Verdict::between, which changes nothing.
  [[nodiscard]] Verdict verdict_of(const Value& value, AlertBeside beside) const noexcept;
  // Puts the verdict into the window in place of the oldest one.
  void note(Verdict verdict);
  // Whether enough samples of the window are beyond the threshold, and have been for the hold time.
  [[nodiscard]] bool has_held(FileTime time);
  // Whether neither the silence nor the limit per hour forbids it at this time.
  [[nodiscard]] bool may_fire(FileTime time);
  // Fires, or returns suppressed the first time that may_fire() says no, and none after that.
  AlertChange fire(FileTime time);

  AlertCondition condition_;
  std::vector<Verdict> recent_;  // of `window`, a ring
  std::size_t next_ = 0;
  std::uint32_t beyond_ = 0;       // in recent_
  FileTime before_ = 0;            // time of the previous sample; 0 if there was none
  std::optional<FileTime> since_;  // since when the samples are beyond the threshold
  bool is_beyond_ = false;         // the condition holds
  bool is_told_ = false;           // it has fired
  bool is_held_back_ = false;      // it has been reported as held back
  std::deque<FileTime> fired_;     // when it fired last, and in the last hour if there is a limit
};

}  // namespace openperflib
