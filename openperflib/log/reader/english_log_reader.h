// EnglishLogReader: a log in another language with the English names of its objects and counters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/block_readings.h"
#include "openperflib/titles/language/language_names.h"

namespace openperflib {

// Returns the language that names most objects of the catalog, and more than `english` does; the
// first of several that name equally many. Null: none, as for a log that is in English.
[[nodiscard]] const LanguageNames* language_of_log(const Catalog& catalog,
                                                   std::span<const LanguageNames> languages,
                                                   const TitleTable& english);

// Resource: a log whose catalog has the English name of each object and counter that `names` has,
// and keeps its own as the original name, so that paths in either find it. A name that may be
// several in English stays as it is, and is reported as an anomaly. All else is as in the log.
class EnglishLogReader final : public LogReader {
 public:
  // `file`: for its anomalies.
  EnglishLogReader(std::unique_ptr<LogReader> log, LanguageNames names, std::string file);

  // The header of the log, in the language of the log.
  [[nodiscard]] const LogHeader& header() const noexcept override { return log_->header(); }
  // The series of the record last read, with English names.
  [[nodiscard]] const Catalog& catalog() const noexcept override { return catalog_; }
  // The next record of the log. Errors: those of the log.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] std::vector<Title> names_of(std::string_view machine) const override {
    return log_->names_of(machine);
  }
  // The record as the log has it: not translated.
  [[nodiscard]] Bytes stored_record() const noexcept override { return log_->stored_record(); }
  // The anomalies of the log, and the first 20 names that may be several.
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override {
    return anomalies_;
  }
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override {
    return log_->anomaly_count() + unclear_count_;
  }
  [[nodiscard]] std::uint64_t position() const noexcept override { return log_->position(); }
  [[nodiscard]] std::uint64_t size() const noexcept override { return log_->size(); }

 private:
  // The English names that a local one may have.
  using Candidates = std::vector<std::string_view>;
  // The English name of an object or counter; nullopt: none, or several.
  [[nodiscard]] std::optional<std::string_view> english_name(std::string_view local,
                                                             const Candidates& candidates);
  // Each local name is looked up once. `object` is the English name.
  [[nodiscard]] std::optional<std::string_view> english_object(std::string_view local);
  [[nodiscard]] std::optional<std::string_view> english_counter(std::string_view object,
                                                                std::string_view local);
  // Puts the readings of a record of objects in the place of their blocks, whose names are those of
  // the log.
  void read_objects(LogRecord& record);
  // Makes the catalog again if that of the log is another one.
  void translate_catalog();
  // Takes over the anomalies of the log.
  void join_anomalies();

  std::unique_ptr<LogReader> log_;
  LanguageNames names_;
  std::string file_;
  Catalog catalog_;
  BlockReadings blocks_{TitleTable({}, {}, {}), &decode_code_page};  // these bring their names
  std::optional<std::uint64_t> translated_;  // the generation of the log's catalog
  // What was looked up: by the local name, and by the English name of the object and the local one.
  std::map<std::string, std::optional<std::string_view>, std::less<>> objects_;
  std::map<std::pair<std::string, std::string>, std::optional<std::string_view>> counters_;
  std::vector<LogAnomaly> unclear_;    // the first names that may be several
  std::uint64_t unclear_count_ = 0;    // all of them
  std::vector<LogAnomaly> anomalies_;  // those of the log, and unclear_
};

}  // namespace openperflib
