// LogLanguages: the files with the names of other languages, which logs in these are read with.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/titles/language/language_names.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Where the names are. Value. Source: docs/formats/language_names.md.
struct LanguageFiles {
  std::vector<std::string> files = {};  // what the user named; each must be readable
  std::string folder = {};              // its files are used where they can be read; empty: none
};

// Resource: the names, read once for all logs that share it; the folder is read when the first log
// needs it. One thread at a time.
class LogLanguages {
 public:
  LogLanguages() = default;
  // Reads nothing yet.
  explicit LogLanguages(LanguageFiles from) : from_(std::move(from)) {}

  // Takes the names from there, unless the files were read already.
  void use(LanguageFiles from);
  // Reads the files that the user named, the first time. Errors: one cannot be read, or has no
  // names; the next call tries again.
  [[nodiscard]] std::expected<void, SourceFault> read_files();

  // The log with English names if it is in one of the languages; otherwise the log as it is.
  // `file`: its name, for messages.
  [[nodiscard]] std::unique_ptr<LogReader> in_english(std::unique_ptr<LogReader> log,
                                                      const std::string& file,
                                                      const TitleTable& titles);
  // Returns, since the last call, why files of the folder were not used, and which logs the given
  // names do not fit.
  [[nodiscard]] std::vector<SourceFault> take_remarks() { return std::exchange(remarks_, {}); }

 private:
  // Reads the files of the folder, the first time; what is wrong with them becomes remarks.
  void read_folder();

  LanguageFiles from_;  // without the folder once it was read
  bool has_read_files_ = false;
  std::vector<LanguageNames> languages_;  // the given ones first
  std::vector<SourceFault> remarks_;
};

}  // namespace openperflib
