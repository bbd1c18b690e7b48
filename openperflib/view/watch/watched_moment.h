// WatchedMoment: which sample of a log was current at a time, and what is missing around it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/query/query.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/view/watch/watch_model.h"

namespace openperflib {

// Value. Its texts are times: "2026-11-21T10:00:05.250+01:00", without an offset if the log does
// not tell its own.
struct WatchedMoment {
  // Samples are missing between the two.
  struct Gap {
    std::string from;
    std::string to;
    bool operator==(const Gap&) const = default;
  };

  std::string asked;                // the time that was meant
  std::optional<std::string> time;  // of the sample; nullopt: the log has none at that time
  std::string log_from;             // the first sample of the log
  std::string log_to;               // the last one
  std::optional<Gap> gap;           // the time is in it
  std::uint64_t samples = 0;        // of averages and bounds: those that end with this one
  std::string samples_from;         // the first of them
};

// Returns two or three lines of text for people; without a sample, one that says so.
[[nodiscard]] std::string text_of(const WatchedMoment& moment);

// Writes the members of the moment.
void write_moment_members(JsonWriter& out, const WatchedMoment& moment);

// Writes an object: the members of the moment, and the groups with all lines and the remainder as
// write_watch() has them.
void write_moment(JsonWriter& out, const WatchedMoment& moment, const Query& query,
                  std::span<const WatchGroup> groups,
                  const std::optional<CpuRemainder>& remainder = std::nullopt);

}  // namespace openperflib
