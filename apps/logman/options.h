// The command line of a run of logman.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/drop_in/options.h"
#include "apps/drop_in/overwrite_question.h"
#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/run/failure.h"

namespace openperflib::logman {

enum class Verb : std::uint8_t {
  query,
  create,
  update,
  start,
  stop,
  remove,
  import_xml,
  export_xml,
  help
};

// Value. The options of the collection itself are applied to it by apply_options().
struct Request {
  Verb verb = Verb::query;
  Verb help_for = Verb::help;         // of Verb::help: the verb that it is asked for; help: none
  std::optional<CollectorKind> kind;  // the word after create and update
  std::string name;                   // empty: none was given
  std::string xml;                    // of import and export
  bool waits = true;                  // not with -as
  bool with_unit = false;             // -unit
  drop_in::Overwrite overwrite = drop_in::Overwrite::ask;
  std::vector<drop_in::GivenOption> options;
};

// Reads the command line and the settings files that it names; options on the command line take
// precedence. Errors: words and options that are not valid, cannot be combined or are not
// supported.
[[nodiscard]] std::expected<Request, Failure> read_request(std::span<char* const> arguments,
                                                           const TitleTable& titles);

// Changes `set` and its first collector as the options say; lists replace those that it had.
// Errors: a value that is not valid, an option that does not belong to the kind of the set, and
// those of conflict_of().
[[nodiscard]] Outcome apply_options(std::span<const drop_in::GivenOption> options,
                                    DataCollectorSet& set);

// Returns the row of an option's name in lower case, without its sign; null: there is no such
// option.
[[nodiscard]] const drop_in::OptionRow* find_option(std::string_view name);

// "-f", "--v": the options of a verb; for create and update, those of a kind of collection, or of
// both if it is "". If the verb is "", the options that every verb has.
[[nodiscard]] std::vector<std::string> option_names(std::string_view verb, std::string_view kind);

}  // namespace openperflib::logman
