#include "openperflib/machine/start_publisher.h"

#include <utility>

#include "openperflib/machine/host_environment.h"
#include "openperflib/provider/v2/publish/publisher.h"

namespace openperflib {

std::expected<PublisherHandle, SourceFault> start_publisher() {
  auto publisher = Publisher::start(HostEnvironment::publishing_folders());
  if (publisher.has_value()) return PublisherHandle(publisher->release());
  return std::unexpected(HostEnvironment::publishing_fault(std::move(publisher).error()));
}

}  // namespace openperflib
