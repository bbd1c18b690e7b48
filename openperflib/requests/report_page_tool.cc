#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/notes/written_notes.h"
#include "openperflib/jobs/report/report_job.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/requests/report_page_tool_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/report/report_page.h"
#include "openperflib/view/report/report_verdict.h"

namespace openperflib {
namespace {

// Judges, and writes the page in its last step.
class ReportPageTool final : public ToolRun {
 public:
  ReportPageTool(ReportJob job, const ToolEnvironment& environment, std::string file)
      : job_(std::move(job)), environment_(environment), file_(std::move(file)) {}

  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override {
    const auto step = job_.step();
    if (!step.has_value()) return std::unexpected(message_of(step.error()));
    if (*step == JobStep::done) OPENPERFLIB_TRY(write_page());
    return *step;
  }
  [[nodiscard]] JobProgress progress() const noexcept override { return job_.progress(); }
  [[nodiscard]] std::string result() override {
    return json_object([&](JsonWriter& out) {
      out.member("file", file_);
      out.member("format", "HTML");
      out.member("verdict", verdict_);
      out.member("bytes", bytes_);
      write_findings(out, findings_);
    });
  }

 private:
  std::expected<void, std::string> write_page() {
    ReportModel model = job_.take_model();
    const std::string page = report_page(model.report, environment_.version);
    const UniqueFd fd = OPENPERFLIB_TRY(environment_.create_file(file_));
    const auto written = write_all(fd.get(), page);
    if (!written.has_value()) {
      return std::unexpected(describe(
          SourceFault{.errno_value = written.error(), .file = file_, .error = std::nullopt}));
    }
    bytes_ = page.size();
    verdict_ = headline_text(verdict_of(model.report));
    findings_ = std::move(model.findings);
    return {};
  }

  ReportJob job_;
  const ToolEnvironment& environment_;
  std::string file_;
  std::string verdict_;
  std::size_t bytes_ = 0;
  LogFindings findings_;
};

}  // namespace

bool is_name_of_page(std::string_view file) noexcept {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view extension = file.substr(dot);
  return equal_ignoring_case(extension, ".html") || equal_ignoring_case(extension, ".htm");
}

BegunTool begin_report_page(ToolSession& session, const ToolArguments& arguments) {
  if (arguments.has("paths")) {
    return std::unexpected("a report is about whole logs; leave out paths");
  }
  const ToolEnvironment& environment = session.environment();
  ClientLog log = OPENPERFLIB_TRY(session.log(arguments.text("log")));
  log.inputs.bias_minutes.reset();  // the page is that of a log of which nothing else is known
  const LogWindow window = OPENPERFLIB_TRY(window_of(session, arguments));
  std::vector<LogNote> notes = log.notes == nullptr ? std::vector<LogNote>() : *log.notes;
  auto job = ReportJob::begin({.logs = log.inputs,
                               .window = window,
                               .rules = environment.rules,
                               .notes = written_notes(notes_in(std::move(notes), window)),
                               .overview = true},
                              environment.titles);
  if (!job.has_value()) return std::unexpected(message_of(job.error()));
  return std::make_unique<ReportPageTool>(*std::move(job), environment, arguments.text("file"));
}

}  // namespace openperflib
