// facts: what the files of a log consist of.
#include <algorithm>
#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/inspect/inspect_job.h"
#include "openperflib/log/log_format.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/inspect/log_facts_json.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostInspected = 100;  // files

// What is written of a file. Value.
struct FileFacts {
  std::string name;
  std::optional<LogFormat> format = std::nullopt;        // nullopt: a folder
  std::optional<InspectModel> structure = std::nullopt;  // of binary logs and recordings
};

// Returns the format of a file by its first bytes; nullopt: it is a folder, or cannot be read.
std::optional<LogFormat> format_of(const std::string& path) {
  const auto file = ByteSource::open(path);
  const auto known = file.has_value() ? file->facts() : std::unexpected(file.error());
  if (!known.has_value() || known->kind != ByteSourceFacts::Kind::file) return std::nullopt;
  std::vector<std::byte> first(kBytesToDetect);
  const auto count = file->read(0, first);
  if (!count.has_value()) return std::nullopt;
  return detect_log_format(Bytes(first).first(*count), known->size).format;
}

std::string structure_json(const InspectModel& model) {
  return std::visit([](const auto& facts) { return log_facts_json(facts); }, model.facts);
}

// Members: the version and the start, as the file itself tells them.
void write_header(JsonWriter& out, const BlgFacts& facts) {
  out.member("size", facts.size);
  if (!facts.header.has_value()) return;
  out.member("version", facts.header->windows);
  out.member("started_unix", unix_seconds(facts.header->start_time_utc));
}

void write_header(JsonWriter& out, const RecordingFacts& facts) {
  out.member("size", facts.size);
  out.member("version", std::to_string(facts.header.version));
  out.member("started_unix", unix_seconds(facts.header.started_utc));
}

void write_file(JsonWriter& out, const FileFacts& file) {
  out.member("name", file.name);
  out.member("format",
             file.format.has_value() ? std::optional(name_of(*file.format).title) : std::nullopt);
  if (!file.structure.has_value()) return out.member("structure", nullptr);
  std::visit([&](const auto& facts) { write_header(out, facts); }, file.structure->facts);
  out.key("structure");
  out.json(structure_json(*file.structure));
}

// Inspects one file after the other.
class FactsTool final : public ToolRun {
 public:
  FactsTool(ToolSession& session, std::string log, ClientLog known)
      : session_(session), log_(std::move(log)), known_(std::move(known)) {}

  [[nodiscard]] std::expected<JobStep, ToolRefusal> step() override {
    if (!job_.has_value()) return begin_next();
    const auto step = job_->step();
    if (!step.has_value()) return std::unexpected(message_of(step.error()));
    if (*step == JobStep::more) return JobStep::more;
    files_.back().structure = job_->take_model();
    job_.reset();
    return JobStep::more;
  }
  [[nodiscard]] JobProgress progress() const noexcept override {
    return job_.has_value() ? job_->progress() : JobProgress();
  }
  [[nodiscard]] std::string result() override {
    return json_object([&](JsonWriter& out) {
      out.member("log", log_);
      out.objects("files", files_, [&](const FileFacts& one) { write_file(out, one); });
      const std::size_t left_out = known_.names.size() - files_.size();
      if (left_out != 0) out.member("left_out", left_out);
    });
  }

 private:
  // Begins with the next file; text has no structure beyond its lines.
  [[nodiscard]] std::expected<JobStep, std::string> begin_next() {
    const std::size_t next = files_.size();
    if (next == std::min(known_.names.size(), kMostInspected)) return JobStep::done;
    const std::string& file = known_.inputs.files[next];
    const auto format = format_of(file);
    files_.push_back({.name = known_.names[next], .format = format});
    const bool is_blg = format == LogFormat::blg;
    if (!is_blg && format != LogFormat::recording) return JobStep::more;
    auto job = InspectJob::begin(
        {.file = file,
         .kind = is_blg ? InspectOptions::Kind::blg : InspectOptions::Kind::recording},
        session_.environment().titles);
    if (!job.has_value()) return std::unexpected(message_of(job.error()));
    job_.emplace(*std::move(job));
    return JobStep::more;
  }

  ToolSession& session_;
  std::string log_;
  ClientLog known_;
  std::vector<FileFacts> files_;
  std::optional<InspectJob> job_;
};

}  // namespace

BegunTool begin_facts(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  ClientLog known = OPENPERFLIB_TRY(session.log(words.text("log")));
  return std::make_unique<FactsTool>(session, words.text("log"), std::move(known));
}

}  // namespace openperflib
