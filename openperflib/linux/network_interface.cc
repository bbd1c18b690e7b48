// Network Interface and Network Adapter: one instance per interface, of the latter only where a
// device carries it. Source: docs/objects/network_interface.md.
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/shared_files_internal.h"

namespace openperflib::linux_objects {

// All state is shared, in SharedFiles::interfaces.
void collect_network_interface(NetworkInterfaceMemory& /*memory*/, Collection& collection,
                               ObjectTable& table) {
  InterfaceScan& scan = collection.shared.interfaces;
  scan.ensure_read(collection);
  for (Interface* const interface : scan.interfaces()) {
    scan.add_row(*interface, table, collection.reasons);
  }
}

void collect_network_adapter(NetworkAdapterMemory& /*memory*/, Collection& collection,
                             ObjectTable& table) {
  InterfaceScan& scan = collection.shared.interfaces;
  scan.ensure_read(collection);
  for (Interface* const interface : scan.interfaces()) {
    if (interface->is_hardware) scan.add_row(*interface, table, collection.reasons);
  }
}

}  // namespace openperflib::linux_objects
