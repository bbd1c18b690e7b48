#include "openperflib/machine/start_publisher.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/provider/v2/publish/publisher.h"

namespace openperflib {

std::expected<PublisherHandle, SourceFault> start_publisher() {
  auto publisher = OPENPERFLIB_TRY(Publisher::start(HostEnvironment::publishing_folders()));
  return PublisherHandle(publisher.release());
}

}  // namespace openperflib
