// TextLogWriter: rows as the text that Windows writes to CSV and TSV logs, byte for byte.
//
// Source: docs/formats/text_log.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

struct WindowsZone;  // log/time/windows_zone_rules.h

// What stands between two cells: a comma or a tab. The header's first cell says which.
enum class TextLogFormat : std::uint8_t { csv, tsv };

// Text for spreadsheets instead of a text log of Windows, whose tools do not read it: a byte order
// mark, a header whose first cell is "time (UTC+01:00)", or "time" in an unknown zone, times to the
// second, values without quotes, and an empty cell where there is no value (sheet_text.h). Which
// decimal mark numbers have.
enum class SheetStyle : std::uint8_t { decimal_point, decimal_comma };

// How a text log is started and written.
struct TextLogWriteOptions {
  // The user's caption: the last cell of the header, above the comments on the rows. Empty: no such
  // column.
  std::string caption;
  // fresh: the file is empty. append: appends to a log with the same columns, using the UTC offset
  // of its header; starts an empty file.
  enum class Target : std::uint8_t { fresh, append } target = Target::fresh;
  // each_row: each row is one write(), so that a killed writer leaves whole rows. in_pieces: each
  // write() takes 64 KiB of whole rows, for files that are only read after end().
  enum class Flush : std::uint8_t { each_row, in_pieces } flush = Flush::each_row;
  // What the column of an instance of a wildcard shows later. identity: the same instance. name:
  // the instance that has its name then, as if each had been asked for by its name.
  enum class Follow : std::uint8_t { identity, name } follow = Follow::identity;
  // Returns the text of the header for a path; null: the path as it is.
  std::string (*shown_path)(std::string_view path) = nullptr;
  std::optional<SheetStyle> sheet{};  // nullopt: a text log; not with Target::append
};

// Whether a fault of begin() is that of a log of other columns: PDH_UNMATCHED_APPEND_COUNTER.
[[nodiscard]] bool is_unmatched_append(const SourceFault& fault) noexcept;

// Resource. The columns are those of the first begin(): the format has one header. A series that is
// gone later leaves blanks; one that is new has no column, and without_column() names it.
// Steady state allocates nothing a row.
class TextLogWriter final : public RowSink, private RowText {
 public:
  // Writes to `fd`, which it does not own; `shown_name` stands in faults. Times are written in
  // `zone`, whose bias stays the same for the whole log; a name outside ASCII is replaced by the
  // offset's. Appending needs a descriptor that may be read as well.
  TextLogWriter(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone,
                TextLogWriteOptions options = {});

  // The first call writes the header, or compares it with that of the file. Errors: the system's,
  // on writing and reading; one of is_unmatched_append().
  [[nodiscard]] std::expected<void, SourceFault> begin(const Binding& binding,
                                                       std::span<const std::size_t> shown) override;
  // Writes the header with these texts as they are, for rows without a binding (of another log).
  // Takes the place of begin(). Errors: those of begin().
  [[nodiscard]] std::expected<void, SourceFault> begin_columns(std::span<const std::string> paths);
  // Writes one line. A value without a usable status is one blank between the quotes: never 0.
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& /*sample*/,
                                                       const Row& row) override;
  // Where whole pieces are written, and no row may have a comment.
  [[nodiscard]] const RowText* row_text() const noexcept override {
    const bool is_apart =
        options_.flush == TextLogWriteOptions::Flush::in_pieces && options_.caption.empty();
    return is_apart ? this : nullptr;
  }
  [[nodiscard]] std::expected<void, SourceFault> write_text(std::string_view rows) override;
  // Goes into the column of the caption, as one line. Dropped if there is none.
  void set_comment(std::string_view text) override { comment_ = text; }
  // Writes the lines that were not written yet. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> end() override;

  // Returns the new series that neither the header nor the begin() before the last had.
  [[nodiscard]] std::span<const std::string> without_column() const noexcept override {
    return newcomers_;
  }

 private:
  // A column of the header, and the series that fills it now.
  struct Column {
    std::uint64_t identity;
    std::uint32_t path;  // the same series may be asked for by two paths
    std::size_t series;  // in the current binding; kGone: it has none
  };
  static constexpr std::size_t kGone = ~std::size_t{0};

  // Lines are built in line_, cell by cell. "(PDH-CSV 4.0) (zone)(bias)" and the paths.
  void append_header(std::span<const std::string> paths);
  // Header of a fresh log, or the proof that rows may be appended.
  [[nodiscard]] std::expected<void, SourceFault> start(std::span<const std::string> paths);
  // A line without its comment. Errors: a time that the format cannot hold.
  [[nodiscard]] std::expected<void, SourceFault> append_cells(const Row& row,
                                                              std::string& line) const;
  [[nodiscard]] std::expected<void, SourceFault> append(const Row& row,
                                                        std::string& text) const override;
  // In the log's zone: "MM/DD/YYYY HH:MM:SS.mmm".
  void append_time(FileTime time_utc, std::string& line) const;
  // The separator and the value in quotes, or one blank.
  void append_cell(const Value& value, std::string& line) const;
  // The comment, or a blank; nothing without a caption.
  void append_comment();
  // What columns are found again by.
  [[nodiscard]] static std::pair<std::uint32_t, std::uint64_t> key_of(const Column& column) {
    return {column.path, column.identity};
  }
  // The identity of a column: only its path if that names one series, whichever instance has the
  // name.
  [[nodiscard]] std::uint64_t identity_of(const Series& series) const noexcept;
  // Sorts by_identity_: columns stay the same after the header.
  void index_columns();
  // The place in by_identity_ of the column that a series fills; `expected` is where it should be.
  [[nodiscard]] std::size_t free_column(const Series& series, std::size_t expected) const;
  // Finds for each column its series in a new binding, and the newcomers.
  void map_columns(const Binding& binding, std::span<const std::size_t> shown);
  // CR LF, and the lines to the file where it is time. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> finish_line();
  // The lines to the file where they are enough, or none may wait.
  [[nodiscard]] std::expected<void, SourceFault> flush_pieces();
  // All lines to the file. Errors: those of write_lines().
  [[nodiscard]] std::expected<void, SourceFault> flush();
  // Lines to the file; what a full disk took of them is taken back. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> write_lines(std::string_view lines);

  int fd_;
  std::string shown_name_;
  char separator_;
  TextLogFormat format_;
  ZoneOffset zone_;
  const WindowsZone* rules_ = nullptr;  // a constant: of a log that is continued in its zone
  TextLogWriteOptions options_;
  std::int64_t size_ = -1;  // of the file up to line_; -1: it is none that can be cut
  bool has_header_ = false;
  std::vector<Column> columns_;
  std::vector<std::size_t> by_identity_;  // positions in columns_, by key_of()
  std::vector<std::uint64_t> known_;      // identities without a column in the last begin(), sorted
  std::vector<std::string> newcomers_;
  std::string comment_;  // of the next row
  std::string line_;     // not written yet
};

}  // namespace openperflib
