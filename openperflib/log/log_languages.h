// LogLanguages: the files with the names of other languages, which logs in these are read with.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
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

// Resource: the names that were read. The folder is read when the first log needs it.
class LogLanguages {
 public:
  // Errors: a file of `from.files` that cannot be read, or that has no names.
  [[nodiscard]] static std::expected<LogLanguages, SourceFault> read(const LanguageFiles& from);

  // The log with English names if it is in one of the languages; otherwise the log as it is.
  // `file`: its name, for messages.
  [[nodiscard]] std::unique_ptr<LogReader> in_english(std::unique_ptr<LogReader> log,
                                                      const std::string& file,
                                                      const TitleTable& titles);
  // Why files of the folder were not used, and which logs the given names do not fit.
  [[nodiscard]] const std::vector<SourceFault>& remarks() const noexcept { return remarks_; }

 private:
  LogLanguages() = default;
  void read_folder();

  std::string folder_;  // empty: there is none, or it was read
  bool has_files_ = false;
  std::vector<LanguageNames> languages_;  // the given ones first
  std::vector<SourceFault> remarks_;
};

}  // namespace openperflib
