#include "openperflib/os/net/host_name.h"

#include <sys/utsname.h>

namespace openperflib {

std::string host_name() {
  utsname name = {};
  return ::uname(&name) == 0 ? name.nodename : "";
}

}  // namespace openperflib
