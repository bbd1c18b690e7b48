// What one run of logman was asked for.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/logman/collection_set.h"
#include "apps/logman/failure.h"
#include "apps/windows_tool/options.h"
#include "apps/windows_tool/overwrite_question.h"

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

// Value. What is said of the collection itself is applied to one by apply_options().
struct Request {
  Verb verb = Verb::query;
  std::optional<CollectorKind> kind;  // the word behind create and update
  std::string name;                   // empty: none was given
  std::string xml;                    // of import and export
  bool waits = true;                  // not with -as
  bool with_unit = false;             // -unit
  windows_tool::Overwrite overwrite = windows_tool::Overwrite::ask;
  std::vector<windows_tool::GivenOption> options;
};

// The command line, and the settings file that it names; what stands on the command line goes
// before. Errors: words and options that cannot be understood, that do not belong together, or that
// name what is not supported.
[[nodiscard]] std::expected<Request, Failure> read_request(std::span<char* const> arguments);

// Changes `set` as the options say; lists take the place of those that it had. Errors: a value that
// is none, or an option that does not belong to the set's kind, and what conflict_of() says.
[[nodiscard]] Outcome apply_options(std::span<const windows_tool::GivenOption> options,
                                    CollectionSet& set);

}  // namespace openperflib::logman
