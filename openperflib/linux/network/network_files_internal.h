// The files about the network, and the list of interfaces, that feed several objects: each is read
// and parsed once per collection, when the first object needs it.
#pragma once

#include "openperflib/linux/network/network_interface_scan_internal.h"
#include "openperflib/linux/network/tcp_sockets_internal.h"
#include "openperflib/linux/table/key_file_internal.h"

namespace openperflib::linux_objects {

// Resource, kept between collections. An object requests its keys when it is first collected.
struct NetworkFiles {
  // Counts of the network protocols, in the network namespace in which the file was opened.
  KeyFile snmp{"proc/net/snmp", KeyFormat::headed, FileEnd::short_read};
  KeyFile snmp6{"proc/net/snmp6", KeyFormat::blank, FileEnd::short_read};
  Tcp6File tcp6;
  InterfaceScan interfaces;
};

}  // namespace openperflib::linux_objects
