// LogSupport: what a build can do with logs: the formats that it reads and writes, and what logs
// need of the machine besides their bytes.
//
// A table of functions, so that a build without Linux has neither databases nor folders, and a
// program links what its table names.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/titles/language/language_names.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Errors: of the system, in the bytes, or of the database.
using OpenedReader = std::expected<std::unique_ptr<LogReader>, SourceFault>;
using CreatedSink = std::expected<std::unique_ptr<RowSink>, SourceFault>;
using CreatedBlockSink = std::expected<std::unique_ptr<BlockSink>, SourceFault>;

// A format of files: a row of the table. A format that lacks a function has null there.
struct LogFileSupport {
  LogFormat format;
  // See open_log(); `path` is for faults.
  OpenedReader (*open)(ByteSource file, const std::string& path, const OpenLogOptions& options);
  // See create_log() and create_block_log().
  CreatedSink (*create)(const LogTarget& target, int fd, CreateLogOptions options);
  CreatedBlockSink (*create_of_blocks)(const LogTarget& target, int fd, CreateLogOptions options,
                                       BlockLogContents contents, const TitleTable& titles);
};

// Logs in databases.
struct LogSetSupport {
  // Errors: those of SqlLogReader::open().
  OpenedReader (*open)(const SqlLogName& name);
  // Errors: those of SqlLogWriter::open().
  CreatedSink (*create)(const SqlLogName& name, CreateLogOptions options);
  // See is_same_log_set().
  bool (*is_same)(const SqlLogName& a, const SqlLogName& b);
};

// Folders of logs, and of files of names.
struct LogFolderSupport {
  // The segments of a ring, the oldest first, as paths; none if the folder is not a ring.
  std::vector<std::string> (*ring_segments)(const std::string& folder);
  // The regular files of a folder, as sorted paths; at most `most` of them.
  std::vector<std::string> (*files)(const std::string& folder, std::size_t most);
};

// The names of other languages in a file. Errors: it cannot be read, or has no names.
using LanguageFileReader =
    std::expected<std::vector<LanguageNames>, SourceFault> (*)(const std::string& file);

// Value: the tables of a build, which live as long as the program.
struct LogSupport {
  std::span<const LogFileSupport> files;
  const LogSetSupport* sets = nullptr;        // null: no databases
  const LogFolderSupport* folders = nullptr;  // null: no folders
  LanguageFileReader languages = nullptr;     // null: no files of names
};

// The table of this build. Each build defines it once, where it knows all that stands in it: on
// Linux log/local.
[[nodiscard]] const LogSupport& log_support() noexcept;

}  // namespace openperflib
