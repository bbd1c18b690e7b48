// The command line of ctrpp.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/drop_in/failure.h"
#include "apps/drop_in/options.h"

namespace openperflib::ctrpp {

using drop_in::Failure;
using drop_in::Outcome;

// What a run is asked to do.
enum class Job : std::uint8_t {
  generate,  // -o FILE -rc FILE
  legacy,    // -legacy: the files of Windows Vista, named after the manifest
  migrate,   // -migrate FILE
  help,      // -?
  version,   // --version
};

// Value. What does not belong to the job is empty or false.
struct Request {
  Job job = Job::generate;
  std::string manifest = {};
  std::string code = {};      // -o
  std::string script = {};    // -rc
  std::string symbols = {};   // -ch; empty: none
  std::string migrated = {};  // -migrate: the file to write
  std::string prefix = {};    // of names in the code
  bool notification_callback = false;
  bool memory_routines = false;
  bool back_compat = false;
};

// Reads the words after the name of the program: options after - or /, in any case, whose value is
// the next word, and one manifest. Errors: an unknown option, a missing or surplus word, options
// that do not belong together, an output given twice, a prefix that is not a name of C.
[[nodiscard]] std::expected<Request, Failure> read_options(std::span<char* const> arguments);

// The row of an option's name in lower case; null: there is no such option.
[[nodiscard]] const drop_in::OptionRow* find_option(std::string_view name);

// All options as they are shown to people: "-NotificationCallback".
[[nodiscard]] std::vector<std::string> option_names();

}  // namespace openperflib::ctrpp
