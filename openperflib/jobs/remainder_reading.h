// RemainderReading: what a session reads besides the paths of its user, to tell how much processor
// time no process accounts for.
//
// Source: docs/adr/0039-short-lives-are-seen.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/query/query.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/view/summary/unattributed_time.h"

namespace openperflib {

// Returns the paths that RemainderReading::add_to() adds to a session with these paths; none if no
// path shows the processor time of all processes.
[[nodiscard]] std::vector<std::string> remainder_paths_for(std::span<const std::string> paths);

// Value: numbers of paths of one session.
class RemainderReading {
 public:
  // Adds the paths beside those of a session, which were added before. A session that has them
  // stays as it is.
  static void add_to(CounterSession& session);
  // Finds the paths that add_to() added; without them, of() has nothing.
  explicit RemainderReading(const CounterSession& session);

  // Returns the remainder of the newest row; nullopt: nothing is read, or it is not known.
  [[nodiscard]] std::optional<CpuRemainder> of(const Query& query) const;
  [[nodiscard]] const std::optional<RemainderPaths>& paths() const noexcept { return paths_; }

 private:
  std::optional<RemainderPaths> paths_;
};

}  // namespace openperflib
