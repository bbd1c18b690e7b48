#include "openperflib/view/services/service_list.h"

#include <fmt/core.h>

#include "openperflib/text/printable.h"
#include "openperflib/view/services/aligned_rows.h"
#include "openperflib/view/services/cell_text_internal.h"

namespace openperflib {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + printable(name);
  return text;
}

}  // namespace

std::string state_text(const ServiceFacts& service) {
  if (service.is_disabled) return "disabled";
  return service.first_index.has_value() ? "enabled" : "no titles";
}

std::string service_table(const std::vector<ServiceFacts>& services) {
  if (services.empty()) return {};
  std::vector<std::vector<std::string>> rows = {
      {"SERVICE", "STATE", "STORE", "INDICES", "LIBRARY"}};
  for (const ServiceFacts& service : services) {
    rows.push_back({printable(service.name), state_text(service), store_text(service.is_of_system),
                    indices_text(service.first_index, service.last_index),
                    printable_or_dash(service.library)});
  }
  return aligned_rows(rows);
}

std::string service_details(const ServiceFacts& service) {
  const auto row = [](std::string_view name, std::string_view value) {
    return fmt::format("{:<10} {}\n", name, value);
  };
  std::string text = row("service", printable(service.name)) + row("state", state_text(service)) +
                     row("store", store_text(service.is_of_system)) +
                     row("indices", indices_text(service.first_index, service.last_index)) +
                     row("objects", service.objects.empty() ? "-" : joined(service.objects));
  for (const ServiceValue& value : service.values) {
    text += fmt::format("{}{}{} = {}\n", printable(value.key), value.key.empty() ? "" : "\\",
                        printable(value.name), printable(value.text));
  }
  return text;
}

void write_services(JsonWriter& out, const std::vector<ServiceFacts>& services) {
  out.objects("services", services, [&](const ServiceFacts& service) {
    out.member("name", service.name);
    out.member("state", state_text(service));
    out.member("store", store_text(service.is_of_system));
    out.member("disabled", service.disabled);
    out.member("library", service.library);
    out.member("first_index", service.first_index);
    out.member("last_index", service.last_index);
    out.member("objects", service.objects);
    out.objects("values", service.values, [&](const ServiceValue& value) {
      out.member("key", value.key);
      out.member("name", value.name);
      out.member("text", value.text);
    });
  });
}

}  // namespace openperflib
