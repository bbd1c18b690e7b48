// perflib doctor: which objects are available here, what they cost, what is missing, and how to
// enable it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/program/output_width.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine_jobs/doctor_job.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/word_wrap.h"
#include "openperflib/view/doctor/health_report_json.h"

namespace openperflib::apps {
namespace doctor_command {
namespace {

struct Options {
  bool json = false;
  SourceOptions source;
};

std::expected<HealthReport, Failure> examine(const SourceOptions& options) {
  auto machine = OPENPERFLIB_TRY(machine_of(options));
  auto job = DoctorJob::begin(std::move(machine), options.environment->titles);
  if (!job.has_value()) return std::unexpected(failure_of(job.error()));
  const auto examined = openperflib::run(*job);
  if (!examined.has_value()) return std::unexpected(failure_of(examined.error()));
  return job->take_model();
}

std::string milliseconds_text(std::optional<double> milliseconds) {
  return milliseconds.has_value() ? fmt::format("{:.2f} ms", *milliseconds) : "-";
}

void print_objects(const HealthReport& report) {
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

// Lines are wrapped only on a terminal.
std::size_t text_width() {
  constexpr std::size_t kUnlimited = 100'000;
  return terminal_columns().value_or(kUnlimited);
}

void print_lacks(const HealthReport& report, Remedy remedy, std::string_view title) {
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

// Nothing is printed where nothing is registered.
void print_services(const ServicesHealth& health) {
  constexpr std::string_view kIndent = "      ";
  const auto is_quiet = [](const StoreHealth& store) { return store.fault.empty(); };
  if (health.services.empty() && std::ranges::all_of(health.stores, is_quiet)) return;
  const std::size_t width = text_width();
  print_out("\nServices whose modules publish counters:\n");
  for (const StoreHealth& store : health.stores) {
    print_out(wrapped(printable("title store of the " + store_line(store)), width, "  "));
  }
  if (health.all_disabled) {
    print_out(wrapped("all are disabled: Perflib, Disable Performance Counters", width, "  "));
  }
  for (const ServiceHealth& service : health.services) {
    print_out(wrapped(printable(service_line(service)), width, "  "));
    const std::string remedy = remedy_of(service);
    if (!remedy.empty()) print_out(wrapped(printable(remedy), width, kIndent));
  }
}

void print_counter_sets(std::span<const CounterSetLack> lacks) {
  if (lacks.empty()) return;
  const std::size_t width = text_width();
  print_out("\nCounter sets that are left out, or incomplete:\n");
  for (const CounterSetLack& lack : lacks) {
    print_out(wrapped(printable(lack.offer + ": " + lack.reason), width, "  "));
  }
}

void print_never(const Diagnosis& diagnosis) {
  const std::size_t counters = counters_without_source(diagnosis);
  if (counters == 0) return;
  print_out(fmt::format(
      "\n{} more counters have no source on Linux; perflib list --missing shows them\n", counters));
}

void print_text(const HealthReport& report) {
  print_out(printable(head_of(report)) + "\n\n");
  print_objects(report);
  print_lacks(report, Remedy::rights, "Available with more rights:");
  print_lacks(report, Remedy::machine, "Available with another kernel, driver or device:");
  print_lacks(report, Remedy::live, "Available on the running machine only, not in a recording:");
  print_never(report.diagnosis);
  print_services(report.services);
  print_counter_sets(report.counter_sets);
}

void print_json(const HealthReport& report) {
  JsonWriter out(JsonLayout::line);
  write_health(out, report);
  print_out(out.take() + "\n");
}

void add_options(CommandLine& line, Options& options) {
  add_json_options(line, options.json, "Print one JSON document");
  add_source_options(line, options.source, ProcessOptions::absent);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  auto options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  auto report = OPENPERFLIB_TRY(examine(options.source));
  if (options.json) {
    print_json(report);
  } else {
    print_text(report);
  }
  return Ending::success;
}

}  // namespace
}  // namespace doctor_command

const Subcommand kDoctor = {
    .name = "doctor",
    .summary =
        "Show which objects are available, what they cost to collect, and how to enable the rest",
    .examples =
        "  perflib doctor                     this machine, as the current user\n"
        "  sudo perflib doctor                this machine, as root\n"
        "  perflib doctor --root /mnt/db17    a recorded machine, whose costs are unknown\n"
        "  perflib doctor --json\n",
    .run = doctor_command::run,
};

}  // namespace openperflib::apps
