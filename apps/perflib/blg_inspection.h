// What a binary performance log is made of: buffers, messages, entries, with their places and every
// oddity, for `perflib inspect`.
#pragma once

#include <expected>
#include <nlohmann/json.hpp>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/log_reader.h"

namespace openperflib::apps {

// Value. Bounded, however big the log is.
struct BlgInspection {
  nlohmann::ordered_json facts;     // docs/perflib.md, section 3b
  std::vector<LogOddity> oddities;  // the first ones; facts has the number of all
  bool has_samples = false;
};

// Reads the log at `path` to its end, three times: for its buffers, its messages and its readings.
// Errors: the system's; what keeps it from being read at all.
[[nodiscard]] std::expected<BlgInspection, SourceFault> inspect_blg(const std::string& path);

// The facts for people, a piece at a time.
void write_blg_text(const nlohmann::ordered_json& facts, bool (*write)(std::string_view piece));

}  // namespace openperflib::apps
