#include "openperflib/view/services/module_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/text/printable.h"
#include "openperflib/view/services/cell_text_internal.h"

namespace openperflib {
namespace {

std::string time_text(const std::optional<std::uint32_t>& microseconds) {
  if (!microseconds.has_value()) return "-";
  if (*microseconds < 10'000) return fmt::format("{} us", *microseconds);
  return fmt::format("{} ms", *microseconds / 1000);
}

std::string growth_text(const std::optional<std::int64_t>& number) {
  return number.has_value() ? fmt::format("{:+}", *number) : "-";
}

std::string finding_text(const ModuleFinding& finding) {
  const ModuleRuleRow& row = row_of(finding.rule);
  const std::string times = finding.times > 1 ? fmt::format(" ({} times)", finding.times) : "";
  return fmt::format("{}: {}\n  found:  {}{}\n  remedy: {}\n", row.id, row.clause,
                     printable(finding.detail), times, row.remedy);
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + printable(name);
  return text.empty() ? "-" : text;
}

}  // namespace

void ModuleReport::add(ModuleRule rule, std::string detail) {
  const auto place = std::ranges::lower_bound(findings, rule, {}, &ModuleFinding::rule);
  if (place != findings.end() && place->rule == rule) {
    ++place->times;
    return;
  }
  findings.insert(place, {rule, std::move(detail), 1});
}

std::string module_report_text(const ModuleReport& report) {
  std::string text;
  for (const ModuleFinding& finding : report.findings) text += finding_text(finding) + "\n";
  const std::string found =
      report.findings.empty()
          ? "no rule is broken"
          : fmt::format("{} of {} rules {} broken", report.findings.size(), module_rules().size(),
                        report.findings.size() == 1 ? "is" : "are");
  text += fmt::format("{}: {}\n", printable(report.service), found);
  text += fmt::format("  objects      {}\n", names_text(report.objects));
  text += fmt::format("  confined     {}\n", printable_or_dash(report.confinement));
  text += fmt::format("  Open         {}\n",
                      report.open_ms.has_value() ? fmt::format("{} ms", *report.open_ms) : "-");
  text += fmt::format("  Collect      {} calls: median {}, longest {}\n", report.collections,
                      time_text(report.median_us), time_text(report.largest_us));
  if (!report.growth.has_value()) return text;
  const ModuleGrowth& growth = *report.growth;
  return text +
         fmt::format(
             "  growth       in {} calls: heap {} bytes, descriptors {}, threads {}, pages {}\n",
             growth.calls, growth_text(growth.heap_bytes), growth_text(growth.descriptors),
             growth_text(growth.threads), growth_text(growth.mapped_pages));
}

void write_module_report(JsonWriter& out, const ModuleReport& report) {
  out.begin_object();
  out.member("module", report.module);
  out.member("service", report.service);
  out.member("first_index", report.first_index);
  out.member("last_index", report.last_index);
  out.member("confinement", report.confinement);
  out.member("objects", report.objects);
  out.member("collections", report.collections);
  out.member("open_ms", report.open_ms);
  out.member("median_us", report.median_us);
  out.member("longest_us", report.largest_us);
  out.key("growth");
  if (report.growth.has_value()) {
    out.begin_object();
    out.member("calls", report.growth->calls);
    out.member("heap_bytes", report.growth->heap_bytes);
    out.member("descriptors", report.growth->descriptors);
    out.member("threads", report.growth->threads);
    out.member("mapped_pages", report.growth->mapped_pages);
    out.end_object();
  } else {
    out.value(nullptr);
  }
  out.objects("findings", report.findings, [&](const ModuleFinding& finding) {
    const ModuleRuleRow& row = row_of(finding.rule);
    out.member("rule", row.id);
    out.member("clause", row.clause);
    out.member("detail", finding.detail);
    out.member("times", finding.times);
    out.member("remedy", row.remedy);
  });
  out.end_object();
}

}  // namespace openperflib
