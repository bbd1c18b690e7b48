// TextLogWriter: rows as the text that Windows writes to CSV and TSV logs, byte for byte.
//
// Source: docs/formats/text_log.md.
#pragma once

#include <cstdint>
#include <expected>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/source.h"

namespace openperflib {

// What stands between two cells: a comma or a tab. The header's first cell says which.
enum class TextLogFormat : std::uint8_t { csv, tsv };

// Resource. The columns are those of the first begin(): the format has one header. A series that is
// gone later leaves blanks; one that is new has no column, and newcomers() names it.
// Steady state allocates nothing a row.
class TextLogWriter final : public Sink {
 public:
  // Writes to `fd`, which it does not own; `shown_name` stands in faults. Times are written in
  // `zone`, whose bias stays the same for the whole log.
  TextLogWriter(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone);

  // The first call writes the header. Errors: the system's, on writing.
  [[nodiscard]] std::expected<void, SourceFault> begin(
      const Binding& binding, std::span<const std::size_t> shown) override;
  // One line. A value without a usable status is one blank between the quotes: never 0.
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& /*sample*/, const Row& row) override;
  [[nodiscard]] std::expected<void, SourceFault> end() override;

  // Paths of the series that the last begin() had and the header has not; each is named once.
  [[nodiscard]] const std::vector<std::string>& newcomers() const noexcept { return newcomers_; }

 private:
  // A column of the header, and the series that fills it now.
  struct Column {
    std::uint64_t identity;
    std::uint32_t path;  // the same series may be asked for by two paths
    std::size_t series;  // in the current binding; kGone: it has none
  };
  static constexpr std::size_t kGone = ~std::size_t{0};

  // The line is built in line_, cell by cell. "(PDH-CSV 4.0) (zone)(bias)" and the paths.
  void append_header(const Binding& binding, std::span<const std::size_t> shown);
  // In the log's zone: "MM/DD/YYYY HH:MM:SS.mmm".
  void append_time(FileTime time_utc);
  // The separator and the value in quotes, or one blank.
  void append_cell(const Value& value);
  // Finds for each column its series in a new binding, and the newcomers.
  void map_columns(const Binding& binding, std::span<const std::size_t> shown);
  // line_ with CR LF, to the file. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> write_line();

  int fd_;
  std::string shown_name_;
  char separator_;
  TextLogFormat format_;
  ZoneOffset zone_;
  bool has_header_ = false;
  std::vector<Column> columns_;
  std::set<std::uint64_t> known_;  // identities that were named as newcomers
  std::vector<std::string> newcomers_;
  std::string line_;
};

}  // namespace openperflib
