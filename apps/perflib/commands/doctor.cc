// perflib doctor: which objects are available here, what they cost, what is missing, and how to
// enable it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/text/diagnosis.h"
#include "apps/perflib/text/listing.h"
#include "apps/perflib/text/machine_facts.h"
#include "apps/program/output_width.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/proc_root.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/text/word_wrap.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/view/text/needed_right.h"

namespace openperflib::apps {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  bool json = false;
  SourceOptions source;
};

constexpr std::string_view kCapabilityPrefix = "CAP_";  // container tools leave this prefix out

// What this process is allowed to do. It does not matter for a recorded folder.
struct Rights {
  bool is_live = false;
  bool is_root = false;
  std::uint64_t capabilities = 0;  // CapEff
  std::uint64_t descriptors = 0;   // that it may have open: the soft limit
  [[nodiscard]] bool has(unsigned bit) const noexcept { return (capabilities >> bit & 1U) != 0; }
};

struct Report {
  Diagnosis diagnosis;
  std::optional<double> global_milliseconds;
  MachineFacts machine;
  Rights rights;
};

std::uint64_t effective_capabilities() {
  constexpr std::string_view kKey = "\nCapEff:\t";
  const auto root = ProcRoot::open({}, 0);
  if (!root.has_value()) return 0;
  TextBuffer buffer;
  const auto text = root->read("proc/self/status", buffer);
  const std::size_t at = text.has_value() ? text->find(kKey) : std::string_view::npos;
  if (at == std::string_view::npos) return 0;
  std::uint64_t bits = 0;
  const char* const first = text->data() + at + kKey.size();
  std::from_chars(first, text->data() + text->size(), bits, 16);
  return bits;
}

Rights rights_here() {
  rlimit limit{};
  (void)::getrlimit(RLIMIT_NOFILE, &limit);
  return {.is_live = true,
          .is_root = ::geteuid() == 0,
          .capabilities = effective_capabilities(),
          .descriptors = limit.rlim_cur};
}

// The median of five later collections. nullopt: one failed.
std::optional<double> milliseconds_of(LocalSource& source, const ObjectRequest& request) {
  std::array<double, 5> times{};
  Snapshot snapshot;
  if (!source.read(request, snapshot).has_value()) return std::nullopt;
  for (double& time : times) {
    const Clock::time_point before = Clock::now();
    if (!source.read(request, snapshot).has_value()) return std::nullopt;
    time = std::chrono::duration<double, std::milli>(Clock::now() - before).count();
  }
  std::ranges::nth_element(times, times.begin() + times.size() / 2);
  return times[times.size() / 2];
}

std::expected<Report, Failure> examine(const Options& options) {
  const auto source = OPENPERFLIB_TRY(open_source(options.source));
  Snapshot snapshot;
  // On a live machine the second collection is used: the first one lacks rates.
  const std::size_t readings = source->is_live() ? 2 : options.source.roots.size();
  for (std::size_t i = 0; i < readings; ++i) {
    if (const auto result = source->read(everything(source->describe()), snapshot);
        !result.has_value()) {
      return failed(result.error());
    }
  }
  Report report{.diagnosis = diagnose(snapshot, source->describe()),
                .global_milliseconds = std::nullopt,
                .machine = machine_facts(newest_root(options.source)),
                .rights = {}};
  if (!source->is_live()) return report;
  report.rights = rights_here();
  for (ObjectHealth& object : report.diagnosis.objects) {
    ObjectRequest request = ObjectRequest::nothing();
    request.add_object(object.title_index);
    object.milliseconds = milliseconds_of(*source, request);
  }
  report.global_milliseconds = milliseconds_of(*source, ObjectRequest());
  return report;
}

// How to get the values that `lack` is about.
std::string advice(const Lack& lack, const Rights& rights) {
  const NeededRight& right = right_for(lack.reason);
  if (right.capability.empty()) return "requires root";
  if (rights.has(right.bit)) {
    return fmt::format(
        "{} is granted but has no effect here (a user namespace or a security module)",
        right.capability);
  }
  std::string text =
      rights.is_root
          ? fmt::format("requires {}, which this container lacks; start it with --cap-add={}",
                        right.capability, right.capability.substr(kCapabilityPrefix.size()))
          : fmt::format("requires root or {} (setcap {}+ep on perflib)", right.capability,
                        folded(right.capability));
  if (!right.otherwise.empty()) text += fmt::format(", or {}", right.otherwise);
  return text;
}

std::string milliseconds_text(std::optional<double> milliseconds) {
  return milliseconds.has_value() ? fmt::format("{:.2f} ms", *milliseconds) : "-";
}

std::string head_of(const Report& report) {
  const MachineFacts& machine = report.machine;
  std::string text = machine.distribution;
  if (!machine.kernel.empty())
    text += fmt::format("{}{}", text.empty() ? "" : ", ", machine.kernel);
  const Rights& rights = report.rights;
  if (!rights.is_live) return printable(text.empty() ? "a recorded machine" : text);
  return printable(fmt::format("{}, {}, up to {} open files", text,
                               rights.is_root ? "as root" : fmt::format("as user {}", ::geteuid()),
                               rights.descriptors));
}

void print_objects(const Report& report) {
  std::size_t width = 6;
  for (const ObjectHealth& object : report.diagnosis.objects) {
    width = std::max(width, object.name.size());
  }
  print_out(fmt::format("{:<{}}  {:>9}  {:>10}  {:>10}\n", "object", width, "instances", "counters",
                        "cost"));
  for (const ObjectHealth& object : report.diagnosis.objects) {
    print_out(fmt::format("{:<{}}  {:>9}  {:>10}  {:>10}\n", object.name, width,
                          object.instances.has_value() ? std::to_string(*object.instances) : "-",
                          fmt::format("{} of {}", object.counters_with_data, object.counters),
                          milliseconds_text(object.milliseconds)));
  }
  if (!report.global_milliseconds.has_value()) return;
  print_out(
      fmt::format("{:<{}}  {:>9}  {:>10}  {:>10}  {:.2f} % of a CPU at one sample per second\n",
                  "Global", width, "", "", milliseconds_text(report.global_milliseconds),
                  *report.global_milliseconds / 10));
}

// The counters of a lack, the first few by name.
std::string counters_text(const Lack& lack) {
  constexpr std::size_t kShown = 3;
  const auto shown = std::span(lack.counters).first(std::min(kShown, lack.counters.size()));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (lack.counters.size() > kShown) {
    text += fmt::format(" and {} more", lack.counters.size() - kShown);
  }
  if (lack.instances == 1) text += " (1 instance)";
  if (lack.instances > 1) text += fmt::format(" ({} instances)", lack.instances);
  return text;
}

// Lines are wrapped only on a terminal.
std::size_t text_width() {
  constexpr std::size_t kUnlimited = 100'000;
  return terminal_columns().value_or(kUnlimited);
}

void print_lacks(const Report& report, Remedy remedy, std::string_view title) {
  constexpr std::string_view kIndent = "      ";
  const std::size_t width = text_width();
  bool has_title = false;
  for (const Lack& lack : report.diagnosis.lacks) {
    if (lack.remedy != remedy) continue;
    if (!has_title) print_out(fmt::format("\n{}\n", title));
    has_title = true;
    print_out(wrapped(printable(lack.reason), width, "  "));
    print_out(wrapped(printable(counters_text(lack)), width, kIndent));
    if (remedy == Remedy::rights && report.rights.is_live) {
      print_out(wrapped(advice(lack, report.rights), width, kIndent));
    }
  }
}

void print_never(const Diagnosis& diagnosis) {
  std::size_t counters = 0;
  for (const Lack& lack : diagnosis.lacks) {
    if (lack.remedy == Remedy::nobody) counters += lack.counters.size();
  }
  if (counters == 0) return;
  print_out(fmt::format(
      "\n{} more counters have no source on Linux; perflib list --missing shows them\n", counters));
}

void print_text(const Report& report) {
  print_out(head_of(report) + "\n\n");
  print_objects(report);
  print_lacks(report, Remedy::rights, "Available with more rights:");
  print_lacks(report, Remedy::machine, "Available with another kernel, driver or device:");
  print_lacks(report, Remedy::live, "Available on the running machine only, not in a recording:");
  print_never(report.diagnosis);
}

std::string_view name_of(Remedy remedy) {
  switch (remedy) {
    case Remedy::rights:
      return "rights";
    case Remedy::machine:
      return "machine";
    case Remedy::live:
      return "live";
    case Remedy::nobody:
      return "none";
  }
  return "none";
}

void write_object(JsonWriter& out, const ObjectHealth& object) {
  out.member("title_index", object.title_index);
  out.member("name", object.name);
  out.member("instances", object.instances);
  out.member("counters_with_data", object.counters_with_data);
  out.member("counters", object.counters);
  out.member("milliseconds", object.milliseconds);
}

void write_lack(JsonWriter& out, const Lack& lack, const Rights& rights) {
  const bool can_be_given = lack.remedy == Remedy::rights && rights.is_live;
  out.member("remedy", name_of(lack.remedy));
  out.member("reason", lack.reason);
  out.member("counters", lack.counters);
  out.member("instances", lack.instances);
  out.member("needs", can_be_given ? std::optional(advice(lack, rights)) : std::nullopt);
}

void print_json(const Report& report) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.objects("objects", report.diagnosis.objects,
              [&](const ObjectHealth& object) { write_object(out, object); });
  out.member("global_milliseconds", report.global_milliseconds);
  out.objects("missing", report.diagnosis.lacks,
              [&](const Lack& lack) { write_lack(out, lack, report.rights); });
  out.end_object();
  print_out(out.take() + "\n");
}

void add_options(CommandLine& line, Options& options) {
  line.add_flag("--json", options.json, "Print one JSON document");
  add_source_options(line, options.source, ProcessOptions::absent);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  auto options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  auto report = OPENPERFLIB_TRY(examine(options));
  if (options.json) {
    print_json(report);
  } else {
    print_text(report);
  }
  return Ending::success;
}

}  // namespace

const Subcommand kDoctor = {
    .name = "doctor",
    .summary = "Show which objects are available, what they cost, and how to enable the rest",
    .examples =
        "  perflib doctor                     this machine, as the current user\n"
        "  sudo perflib doctor                this machine, as root\n"
        "  perflib doctor --root /mnt/db17    a recorded machine, without costs\n"
        "  perflib doctor --json\n",
    .run = run,
};

}  // namespace openperflib::apps
