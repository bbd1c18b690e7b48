// Ending and Failure: how a run of a subcommand ends, as values. Only the table of subcommands
// turns them into messages and exit codes.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "openperflib/base/source_fault.h"

namespace openperflib::apps {

// How a run ends.
enum class Ending : std::uint8_t {
  success,         // also if single values have no data, as long as one has
  failed,          // failed, malformed, or no value at all
  usage_error,     // the arguments
  does_not_exist,  // some or all of what was requested; the rest was shown
};

// Why a run ends early. Value; the message is "perflib: WHAT: WHY", or without the second part.
struct Failure {
  Ending ending = Ending::failed;
  std::string what = {};    // empty: the messages were printed already
  std::string why = {};     // may be empty
  std::string advice = {};  // a line of its own after the message, or empty
  // The status of the command that was recorded or could not be started, which the tool passes on.
  std::optional<int> command_status = std::nullopt;
};

// The result of a run, and of a step of one.
using Outcome = std::expected<Ending, Failure>;
using Step = std::expected<void, Failure>;

// The failures, by their endings.
[[nodiscard]] std::unexpected<Failure> failed(std::string_view what, std::string_view why = {});
[[nodiscard]] std::unexpected<Failure> failed(const SourceFault& fault);
[[nodiscard]] std::unexpected<Failure> usage_error(std::string_view what, std::string_view why = {},
                                                   std::string_view advice = {});
[[nodiscard]] std::unexpected<Failure> does_not_exist(std::string_view what,
                                                      std::string_view why = {});
// A run that ends with its last step.
[[nodiscard]] Outcome outcome_of(Step step);

// After messages that were printed.
[[nodiscard]] std::unexpected<Failure> reported(Ending ending);

}  // namespace openperflib::apps
