// Backups of the registered titles: lodctr /S:FILE, /R:FILE and /R.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/loading/load_fault.h"
#include "openperflib/state/title_store.h"
#include "openperflib/titles/backup_file.h"

namespace openperflib {

// Everything that is registered, with the fixed titles.
[[nodiscard]] BackupFile backup_of(const Registration& registration);

// Writes a file with backup_of() what is registered now. Errors: LoadFault; a file that exists is
// as it was.
[[nodiscard]] std::expected<void, LoadFault> save_titles(TitleStore& store,
                                                         const std::string& path);

// What became of a service, besides being restored.
enum class RestoreNote : std::uint8_t {
  no_service,     // in the file, but not registered, so passed over
  other_store,    // in the file, but registered in the store that this process may not change
  other_range,    // its indices in the file are not those of this store, so passed over
  no_names,       // it has no names in the file, so passed over
  removed,        // titles that the file lacks, and that are gone now
  called_always,  // its Object List is not known, so that every query calls its module
};
// Value: a note, and the service that it is about.
struct RestoredNote {
  RestoreNote what = RestoreNote::no_service;
  std::string service;
  bool operator==(const RestoredNote&) const = default;
};
// "Echo is not registered; its titles are passed over".
[[nodiscard]] std::string describe(const RestoredNote& note);

// Value.
struct RestoredTitles {
  std::vector<std::string> services = {};  // that have their titles as in the file
  std::vector<RestoredNote> notes = {};
  FileRemarks remarks = {};
};

// Gives the store that this process may change the titles of the file, at the indices that they
// had, and Disable Performance Counters. Titles of services that the file does not have are
// removed; fixed titles stay. With a language, only the texts of titles that are installed change,
// in that language. Errors: LoadFault; the store is as it was.
[[nodiscard]] std::expected<RestoredTitles, LoadFault> restore_titles(
    TitleStore& store, const std::string& path, std::optional<LanguageId> language = std::nullopt);

}  // namespace openperflib
