// Any bytes as the reply to a query of counter sets: all that was accepted lies in the bytes.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "openperflib/wire/v2/counter_set_registration.h"
#include "openperflib/wire/v2/counter_strings.h"
#include "openperflib/wire/v2/instance_headers.h"
#include "openperflib/wire/v2/perf_data_view.h"

namespace openperflib {
namespace {

void require_inside(Bytes all, Bytes part) {
  if (part.empty()) return;
  if (part.data() < all.data() || part.data() + part.size() > all.data() + all.size()) std::abort();
}

void check(Bytes bytes) {
  const auto view = PerfDataView::parse(bytes);
  if (!view.has_value()) {
    if (view.error().offset > bytes.size()) std::abort();
    return;
  }
  for (const CounterHeaderView counter : view->counters()) {
    require_inside(bytes, counter.bytes());
    for (const CounterDataView value : counter.values()) require_inside(bytes, value.data());
    for (const InstanceDataView instance : counter.instances()) {
      require_inside(bytes, instance.header.name());
      for (const CounterDataView value : instance.values) require_inside(bytes, value.data());
    }
  }
}

void check_registration(Bytes bytes) {
  if (const auto strings = CounterStringsView::parse(bytes); strings.has_value()) {
    for (std::uint32_t i = 0; i < strings->size(); ++i) {
      require_inside(bytes, strings->text(i).value_or(Bytes()));
    }
  }
  if (const auto set = CounterSetRegView::parse(bytes); set.has_value()) {
    for (const CounterRegView counter : set->counters()) (void)counter.read();
  }
  if (const auto instances = parse_instance_headers(bytes); instances.has_value()) {
    for (const InstanceHeaderView instance : *instances) require_inside(bytes, instance.name());
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const openperflib::Bytes bytes = std::as_bytes(std::span(data, size));
  openperflib::check(bytes);
  openperflib::check_registration(bytes);
  return 0;
}
