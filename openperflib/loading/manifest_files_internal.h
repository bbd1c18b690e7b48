// A manifest and its translations, read from their files.
#pragma once

#include <expected>
#include <string>

#include "openperflib/loading/load_fault.h"
#include "openperflib/loading/manifest_record_internal.h"
#include "openperflib/titles/manifest/manifest.h"

namespace openperflib {

// Without mistakes. Value.
struct LoadedManifest {
  Manifest manifest = {};
  Translations translations = {};
  FileRemarks notes = {};
};

// Errors: a file cannot be read; all mistakes of all files.
[[nodiscard]] std::expected<LoadedManifest, LoadFault> load_manifest(const std::string& file);
// The same without the translations beside it.
[[nodiscard]] std::expected<LoadedManifest, LoadFault> load_manifest_alone(const std::string& file);

// Adds `more`, about `file`. Errors: one of them is a mistake.
[[nodiscard]] std::expected<void, LoadFault> check_mistakes(FileRemarks& notes,
                                                            const std::string& file,
                                                            TitleRemarks more);

// "DIR/", or nothing for a file in the current folder.
[[nodiscard]] std::string folder_of_file(const std::string& path);

}  // namespace openperflib
