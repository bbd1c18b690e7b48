// The command lines of lodctr and unlodctr.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "apps/drop_in/failure.h"

namespace openperflib::lodctr {

using drop_in::Failure;
using drop_in::Outcome;

// What a run is asked to do.
enum class Job : std::uint8_t {
  install,           // FILE.ini
  save,              // /S:FILE
  restore,           // /R:FILE
  rebuild,           // /R
  trust,             // /T:SERVICE
  enable,            // /E:SERVICE
  disable,           // /D:SERVICE
  query,             // /Q
  query_service,     // /Q:SERVICE
  rename,            // /C:FILE /H:FILE /L:LANGUAGE
  install_manifest,  // /M:FILE DIR
  uninstall,         // of unlodctr: SERVICE
  remove_manifest,   // /M:FILE
  remove_guid,       // /G:{GUID} of a provider or a counter set
  remove_provider,   // /P:{GUID} or /P:NAME
  help,              // /?
};

// Value. What does not belong to the job is empty.
struct Request {
  Job job = Job::help;
  std::string subject = {};     // the file, the service, the GUID or the provider
  std::string folder = {};      // of install_manifest: that of the binaries; empty: not given
  std::string names = {};       // of rename: the file with names
  std::string help_texts = {};  // the file with help texts
  std::string language = {};    // as written
};

// Reads the words after the name of the program. A word is an option only if it is one of the
// letters above after - or /, in any case, alone or with a colon and its value; every other word
// is a path. The value of a letter may also be the next word. Errors: a missing value, a surplus
// word, two jobs (87).
[[nodiscard]] std::expected<Request, Failure> read_lodctr_options(std::span<char* const> arguments);

// The same for unlodctr, which has the letters m, g and p; another word is a service.
[[nodiscard]] std::expected<Request, Failure> read_unlodctr_options(
    std::span<char* const> arguments);

// A word that is an option.
struct OptionWord {
  char letter = 0;         // in lower case
  std::string value = {};  // after the colon
};
// nullopt: the word is a path.
[[nodiscard]] std::optional<OptionWord> option_of(std::string_view word);
// The same for unlodctr.
[[nodiscard]] std::optional<OptionWord> unlodctr_option_of(std::string_view word);

}  // namespace openperflib::lodctr
