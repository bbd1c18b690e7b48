// export: a part of a log as a file, or the report of it as a page.
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/copy_job.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/log_target.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/requests/report_page_tool_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/summary/series_summary_json.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostCopiedColumns = 50'000;  // of text, as of perflib convert
constexpr std::size_t kMostNamed = 100;

// Where the file goes, which is created when nothing is in the way. Errors are kept as sentences.
struct ExportFile {
  UniqueFd fd;
  std::string fault;
};

std::string fault_text(const JobFault& fault, const ExportFile& file) {
  return file.fault.empty() ? message_of(fault) : file.fault;
}

// Copies. The result tells what was written.
class ExportTool final : public ToolRun {
 public:
  ExportTool(CopyJob job, std::shared_ptr<ExportFile> file, LogTarget target,
             std::optional<int> bias_minutes)
      : job_(std::move(job)),
        file_(std::move(file)),
        target_(std::move(target)),
        bias_minutes_(bias_minutes) {}

  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override {
    const auto step = job_.step();
    if (!step.has_value()) return std::unexpected(fault_text(step.error(), *file_));
    const auto without = job_.take_without_column();
    without_column_.insert(without_column_.end(), without.begin(), without.end());
    return *step;
  }
  [[nodiscard]] JobProgress progress() const noexcept override { return job_.progress(); }
  [[nodiscard]] std::string result() override {
    const CopyModel model = job_.model();
    const SummaryExtent extent{.records = model.written.records,
                               .first_local = model.written.first_local,
                               .last_local = model.written.last_local,
                               .bias_minutes = bias_minutes_};
    return json_object([&](JsonWriter& out) {
      out.member("file", target_.name);
      out.member("format", name_of(target_.format).title);
      write_extent(out, extent);
      write_unix_extent(out, extent);
      out.member("paths", model.paths);
      out.member("bytes", file_size());
      write_unmatched(out, {job_.unmatched().begin(), job_.unmatched().end()});
      write_names(out, "invalid_paths", {job_.invalid_paths().begin(), job_.invalid_paths().end()});
      write_names(out, "without_column", without_column_);
      write_findings(out, job_.findings());
    });
  }

 private:
  // Returns how many bytes were written; nullopt: it is not known.
  [[nodiscard]] std::optional<std::uint64_t> file_size() const {
    const auto facts = ByteSource::of_descriptor(file_->fd.get()).facts();
    return facts.has_value() ? std::optional(facts->size) : std::nullopt;
  }
  static void write_names(JsonWriter& out, std::string_view name,
                          const std::vector<std::string>& names) {
    if (names.empty()) return;
    write_first(out, name, names, kMostNamed, [&](const std::string& one) { out.value(one); });
  }

  CopyJob job_;
  std::shared_ptr<ExportFile> file_;
  LogTarget target_;
  std::optional<int> bias_minutes_;
  std::vector<std::string> without_column_;
};

// Parses the name of the file. Errors: it has no format that is written, or is not a file.
std::expected<LogTarget, std::string> target_of(const std::string& name) {
  auto target = LogTarget::parse(name);
  const bool is_file =
      target.has_value() && !target->is_set() && !target->is_standard_output && !name.empty();
  if (is_file) return *std::move(target);
  return std::unexpected("file is not the name of a .csv, .tsv, .blg, .perfrec or .html");
}

}  // namespace

BegunTool begin_export(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const ToolEnvironment& environment = session.environment();
  if (!environment.create_file) return std::unexpected("this client may not write files");
  if (is_name_of_page(words.text("file"))) return begin_report_page(session, words);
  ClientLog log = OPENPERFLIB_TRY(session.log(words.text("log")));
  log.inputs.bias_minutes.reset();  // a copy tells of its clock what the log tells
  const LogTarget target = OPENPERFLIB_TRY(target_of(words.text("file")));
  const auto file = std::make_shared<ExportFile>();
  OpenCopy open = [&environment, target, file]() -> std::expected<int, SourceFault> {
    auto created = environment.create_file(target.name);
    if (!created.has_value()) {
      file->fault = std::move(created).error();
      return std::unexpected(SourceFault{.file = target.name, .error = std::nullopt});
    }
    file->fd = *std::move(created);
    return file->fd.get();
  };
  auto job = CopyJob::begin({.logs = log.inputs,
                             .log = {.target = target,
                                     .window = OPENPERFLIB_TRY(window_of(session, words)),
                                     .counters = words.texts("paths")},
                             .most_columns = kMostCopiedColumns},
                            std::move(open), environment.titles);
  if (!job.has_value()) return std::unexpected(message_of(job.error()));
  return std::make_unique<ExportTool>(*std::move(job), file, target, log.bias_minutes);
}

}  // namespace openperflib
