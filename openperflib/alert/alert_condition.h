// AlertCondition and AlertState: when a value is an alert, and when it is over. Calm on purpose: a
// single spike need not fire, and what is unknown neither fires nor ends anything.
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

// missing: there is no value.
enum class AlertWhen : std::uint8_t { above, below, missing };

// Value. What a value has to do. Spans are in 100 ns; 0: none.
struct AlertCondition {
  AlertWhen when = AlertWhen::above;
  double threshold = 0;
  std::optional<double> clear{};  // over where the value is back to this; nullopt: to the threshold
  std::uint32_t needed = 1;       // so many of the last `window` samples are beyond
  std::uint32_t window = 1;
  FileTime hold = 0;           // and that for so long
  FileTime silence = 0;        // nothing is fired for so long after it fired
  std::uint32_t per_hour = 0;  // fires so often in an hour; 0: as often as it likes
  bool operator==(const AlertCondition&) const = default;
};

// What a sample changed. held_back: it would have fired, but for the silence or the limit; it fires
// later if it still lasts.
enum class AlertChange : std::uint8_t { none, fired, cleared, held_back };

// Whether what a rule asks of other counters holds; unknown where one of them is missing.
enum class AlertBeside : std::uint8_t { unknown, fails, holds };

// Value: one condition on one series. Allocates at its beginning alone, but for the times of a
// limit.
class AlertState {
 public:
  explicit AlertState(const AlertCondition& condition);

  // The next sample. A time before the one before it (the clock was set) ends silences and begins
  // spans anew.
  [[nodiscard]] AlertChange take(FileTime time, const Value& value,
                                 AlertBeside beside = AlertBeside::holds);
  // Whether it fired and is not over.
  [[nodiscard]] bool is_active() const noexcept { return is_told_; }

 private:
  // What one sample says. unknown: it stands in its place and counts for nothing.
  enum class Verdict : std::uint8_t { unknown, fine, between, beyond };
  [[nodiscard]] Verdict verdict_of(const Value& value, AlertBeside beside) const noexcept;
  void note(Verdict verdict);
  [[nodiscard]] bool has_held(FileTime time);
  [[nodiscard]] bool may_fire(FileTime time);
  AlertChange fire(FileTime time);

  AlertCondition condition_;
  std::vector<Verdict> recent_;  // of `window`, a ring
  std::size_t next_ = 0;
  std::uint32_t beyond_ = 0;       // in recent_
  FileTime before_ = 0;            // of the sample before; 0: there was none
  std::optional<FileTime> since_;  // when it began to be beyond
  bool is_beyond_ = false;         // the condition holds
  bool is_told_ = false;           // and it fired
  bool is_held_back_ = false;      // and it was said that it does not fire
  std::deque<FileTime> fired_;     // of the last hour, where there is a limit; the last one always
};

}  // namespace openperflib
