// Creates the log of a target, in whichever format it is.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/paths/path_grammar.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// fresh: the file is empty. append: it is a log of the same counters, which is appended to; an
// empty file is started. A set of a database is always appended to.
enum class LogStart : std::uint8_t { fresh, append };

// each_row: a reader can follow the log, and a killed writer leaves all rows. in_pieces: many rows
// are written together, for a log that nobody reads before end().
enum class LogFlush : std::uint8_t { each_row, in_pieces };

// How the values are arranged in a text log.
enum class TextRows : std::uint8_t { columns, long_rows };

// What the column of an instance of a wildcard shows later in a text log: this very instance, or
// whichever has its name then, as where each was asked for by its name.
enum class TextColumns : std::uint8_t { of_instances, of_names };

// What a log says about itself, and how it is written. Each format takes what it has a place for.
// Value.
struct CreateLogOptions {
  LogContent content = LogContent::readings;
  ZoneOffset zone = {};                     // its clock
  std::vector<std::string> paths = {};      // as given to the query, in order
  PathGrammar grammar = PathGrammar::full;  // of the paths
  std::string caption = {};                 // the user's
  FileTime start_time_utc = 0;              // of its first row
  FileTime boot_time_utc = 0;               // 0: unknown
  std::int64_t perf_freq = kTicksPerSecond;
  // Where the file is said to be; empty: the absolute path of the target.
  std::string file_path = {};
  LogStart start = LogStart::fresh;
  LogFlush flush = LogFlush::each_row;
  // Whether readings with an error status keep their numbers, as in a copy of a log.
  bool keeps_numbers_of_errors = false;
  std::uint64_t circle_bytes = 0;  // of a new BLG: see BlgWriterOptions
  TextRows rows = TextRows::columns;
  TextColumns columns = TextColumns::of_instances;
  std::optional<SheetStyle> sheet = std::nullopt;  // text for a spreadsheet
};

// Returns the options for a copy of a log; its first record is at `first_utc`.
[[nodiscard]] CreateLogOptions copied_options(const LogHeader& header, FileTime first_utc);

// A log of rows: CSV, TSV, BLG of counters, or a set of a database. Recordings have no rows: a
// target in their format is not allowed. `fd` is not owned: the target's file, which can also be
// read when appending and for circular logs; -1 for a set. Errors: those of BlgWriter::append() and
// SqlLogWriter::open().
[[nodiscard]] std::expected<std::unique_ptr<RowSink>, SourceFault> create_log(
    const LogTarget& target, int fd, CreateLogOptions options);

// The objects of a log of blocks, and their names.
struct BlockLogContents {
  std::vector<BlgObject> objects;
  std::vector<BlgNames> names;  // the texts live elsewhere
};

// Returns the contents of a log for which holds_objects() is true; valid as long as the reader.
[[nodiscard]] BlockLogContents contents_of(const LogReader& reader);

// Whether a log contains only whole objects, and each index has one name per machine.
[[nodiscard]] bool holds_objects(const LogHeader& header);

// A log of samples as they are: a BLG of the objects of `contents`, whose samples have one block
// for each of them, or a recording, which needs no contents and takes all objects of one machine.
// `fd` as above; when appending to a BLG, `titles` are the usual names. Errors: those of
// BlgObjectWriter::append(); a recording is not appended to.
[[nodiscard]] std::expected<std::unique_ptr<BlockSink>, SourceFault> create_block_log(
    const LogTarget& target, int fd, CreateLogOptions options, BlockLogContents contents,
    const TitleTable& titles);

}  // namespace openperflib
