// Network Interface and Network Adapter: one instance per interface, of the latter only where a
// device carries it. Source: docs/objects/network_interface.md.
#include "openperflib/linux/network/network_files_internal.h"
#include "openperflib/linux/table/objects_internal.h"

namespace openperflib::linux_objects {

namespace {

// All state is shared, in NetworkFiles::interfaces.
void collect_network_interface(CollectContext& context, ObjectTable& table) {
  InterfaceScan& scan = context.network.interfaces;
  scan.ensure_read(context);
  for (Interface* const interface : scan.interfaces()) {
    scan.add_row(*interface, table, context.reasons);
  }
}

}  // namespace

std::unique_ptr<Collector> make_network_interface_collector() {
  return make_collector<collect_network_interface>();
}

namespace {

void collect_network_adapter(CollectContext& context, ObjectTable& table) {
  InterfaceScan& scan = context.network.interfaces;
  scan.ensure_read(context);
  for (Interface* const interface : scan.interfaces()) {
    if (interface->is_hardware) scan.add_row(*interface, table, context.reasons);
  }
}

}  // namespace

std::unique_ptr<Collector> make_network_adapter_collector() {
  return make_collector<collect_network_adapter>();
}

}  // namespace openperflib::linux_objects
