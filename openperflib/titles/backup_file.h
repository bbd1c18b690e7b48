// BackupFile: the registered titles of a machine as lodctr /S saves them (PerfStringBackup.INI).
//
// Value. Source: docs/formats/backup.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/titles/title_remark.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// All titles of both stores in many languages fit in.
inline constexpr std::size_t kMostBackupBytes = std::size_t{128} << 20U;

// A service with titles.
struct BackupService {
  std::string name;  // is_service_name()
  std::uint32_t first_counter = 0;
  std::uint32_t first_help = 0;
  std::uint32_t last_counter = 0;
  std::uint32_t last_help = 0;
  std::optional<std::uint32_t> disabled = std::nullopt;  // Disable Performance Counters
  bool operator==(const BackupService&) const = default;
};

// A name (even index) or a help text (odd).
struct BackupTitle {
  TitleIndex index = 0;
  std::string text;  // UTF-8 without CR, LF and NUL
  bool operator==(const BackupTitle&) const = default;
};

// Value: all titles with a text in one language.
struct BackupLanguage {
  LanguageId language = kEnglish;
  std::vector<BackupTitle> titles = {};  // ascending by index
  bool operator==(const BackupLanguage&) const = default;
};

// Value: the contents of a backup, in the order that its members state.
struct BackupFile {
  std::uint32_t base_index = 0;
  std::uint32_t last_counter = 0;
  std::uint32_t last_help = 0;
  std::vector<BackupService> services = {};    // by name, ignoring case
  std::vector<BackupLanguage> languages = {};  // ascending
  bool operator==(const BackupFile&) const = default;
};

// The bytes of the file: UTF-16LE without a mark. CR, LF and NUL in a text become blanks, so that
// it is one line. Reading them gives the same file.
[[nodiscard]] std::vector<std::byte> write_backup(const BackupFile& file);

// Value: a backup without mistakes, and what is strange in it.
struct BackupReading {
  BackupFile file;  // in the order that BackupFile states, whatever the order of the bytes
  TitleRemarks notes;
};

// Reads UTF-16 with and without a mark, UTF-8 and Windows-1252. Errors: all mistakes and the notes,
// by line.
[[nodiscard]] std::expected<BackupReading, TitleRemarks> read_backup(Bytes bytes);

}  // namespace openperflib
