// The structure of a log, with the positions of its parts and every anomaly, for `perflib inspect`.
#pragma once

#include <cstdint>
#include <expected>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib::apps {

// Value. Bounded, however big the log is.
struct LogInspection {
  nlohmann::ordered_json facts;       // docs/perflib.md, sections 3b and 3d
  std::vector<LogAnomaly> anomalies;  // the first ones; facts has the number of all
  bool has_samples = false;
};

using InspectedLog = std::expected<LogInspection, SourceFault>;

// Reads the log at `path` to its end, three times: for its buffers, its messages and its readings.
// Errors: those of the system; a reason why it cannot be read at all.
[[nodiscard]] InspectedLog inspect_blg(const std::string& path, const TitleTable& titles);
// Twice: for its records and its readings.
[[nodiscard]] InspectedLog inspect_recording(const std::string& path, const TitleTable& titles);

// The facts for people, piece by piece.
using WritePiece = bool (*)(std::string_view piece);
void write_blg_text(const nlohmann::ordered_json& facts, WritePiece write);
void write_recording_text(const nlohmann::ordered_json& facts, WritePiece write);

// Shared by the inspections:

// "2026-11-21T10:00:05.250"; null if it is not a date.
[[nodiscard]] nlohmann::ordered_json time_json(FileTime time);

// A list of which only the first entries are shown, but all are counted.
struct BoundedList {
  static constexpr std::size_t kMostShown = 100;
  nlohmann::ordered_json shown = nlohmann::ordered_json::array();
  std::uint64_t count = 0;
  [[nodiscard]] bool has_room() const { return shown.size() < kMostShown; }
  [[nodiscard]] nlohmann::ordered_json json() {
    return {{"count", count}, {"shown", std::move(shown)}};
  }
};

// Reads the log to its end: "samples", "anomalies".
[[nodiscard]] std::expected<void, SourceFault> add_samples(LogReader& reader,
                                                           LogInspection& inspection);

// A value for people: texts without control characters, "-" for missing values.
[[nodiscard]] std::string plain(const nlohmann::ordered_json& value);
[[nodiscard]] std::string plain(const nlohmann::ordered_json& object, const char* key);
// "  ... 17 more" if the list does not show all.
void append_more(std::string& text, const nlohmann::ordered_json& list);
// "samples: ..." and "anomalies: ..."
[[nodiscard]] std::string samples_text(const nlohmann::ordered_json& facts);

}  // namespace openperflib::apps
