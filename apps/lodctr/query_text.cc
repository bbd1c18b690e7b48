#include "apps/lodctr/query_text.h"

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::lodctr {
namespace {

// A label of a service and the value of its key Performance that follows it.
struct Line {
  std::string_view label;
  std::string_view value;
};

constexpr auto kTexts = std::to_array<Line>({
    {"DLL Name", "Library"},
    {"Open Procedure", "Open"},
    {"Collect Procedure", "Collect"},
    {"Close Procedure", "Close"},
});

constexpr auto kNumbers = std::to_array<Line>({
    {"First Counter ID", "First Counter"},
    {"Last Counter ID", "Last Counter"},
    {"First Help ID", "First Help"},
    {"Last Help ID", "Last Help"},
});

constexpr auto kBaseServices =
    std::to_array<std::string_view>({"PerfDisk", "PerfNet", "PerfOS", "PerfProc"});
constexpr std::string_view kBuiltIn = "(built in)";

std::string state_line(std::string_view service, bool is_disabled) {
  return fmt::format("[{}] Performance Counters ({})\r\n", printable(service),
                     is_disabled ? "Disabled" : "Enabled");
}

std::string number_line(std::string_view label, std::uint32_t number) {
  return fmt::format("    {}: 0x{:08X} ({})\r\n", label, number, number);
}

bool is_disabled(const RegisteredService& service) {
  return service.number(ServiceKey::performance, "Disable Performance Counters").value_or(0) != 0;
}

}  // namespace

std::string database_text(const Registration& registration) {
  const TitleIndex last = registration.titles()->table().names().back().index;
  return "Performance Counter ID Queries [PERFLIB]:\r\n" +
         number_line("Base Index", title::kLastBaseIndex) +
         number_line("Last Counter Text ID", last) + number_line("Last Help Text ID", last + 1) +
         "\r\n";
}

std::string service_text(const RegisteredService& service) {
  std::string text = state_line(service.name, is_disabled(service));
  for (const Line& line : kTexts) {
    const std::string value = service.text(ServiceKey::performance, line.value).value_or("");
    text += fmt::format("    {}: {}\r\n", line.label, printable(value));
  }
  if (!service.titles().has_value()) return text;
  for (const Line& line : kNumbers) {
    text +=
        number_line(line.label, service.number(ServiceKey::performance, line.value).value_or(0));
  }
  return text;
}

std::optional<std::string_view> base_service(std::string_view name) noexcept {
  for (const std::string_view service : kBaseServices) {
    if (equal_ignoring_case(service, name)) return service;
  }
  return std::nullopt;
}

std::string base_service_text(std::string_view service) {
  std::string text = state_line(service, false);
  for (const Line& line : kTexts) text += fmt::format("    {}: {}\r\n", line.label, kBuiltIn);
  return text;
}

std::string registration_text(const Registration& registration) {
  std::string text = database_text(registration);
  std::string_view between;
  for (const RegisteredService& service : registration.services()) {
    if (!service.keys[static_cast<std::size_t>(ServiceKey::performance)].has_value()) continue;
    text += between;
    text += service_text(service);
    between = "\r\n";
  }
  return text;
}

}  // namespace openperflib::lodctr
