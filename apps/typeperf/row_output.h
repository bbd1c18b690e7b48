// RowOutput: where the rows of a run go: the console, a text log, a binary log.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/typeperf/options.h"
#include "apps/typeperf/output_file.h"
#include "openperflib/query/row_feed.h"
#include "openperflib/query/row_sink.h"

namespace openperflib::typeperf {

// Resource.
class RowOutput {
 public:
  // `options` must outlive it. `paths`: as they were written, by their number in the query.
  RowOutput(const Options& options, std::vector<std::string> paths)
      : options_(options), paths_(std::move(paths)) {}

  // Opens the output and writes its header; the first sample was collected. Errors: it cannot be
  // created or written.
  [[nodiscard]] Outcome begin(const CounterSession& collection);
  // One row. Errors: it cannot be written; what was written before stays.
  [[nodiscard]] Outcome write(const Query& query);
  // No row will follow. Errors: the file cannot be completed.
  [[nodiscard]] Outcome end();

 private:
  // Makes sink_, and file_ where there is one.
  Outcome open(const CounterSession& collection);
  // What comes of writing: the file is kept as it is, or half a row is taken back.
  Outcome checked(const std::expected<void, SourceFault>& written);

  const Options& options_;
  std::vector<std::string> paths_;
  std::optional<OutputFile> file_;
  std::unique_ptr<RowSink> sink_;
  std::optional<RowFeed> feed_;  // of it
};

}  // namespace openperflib::typeperf
