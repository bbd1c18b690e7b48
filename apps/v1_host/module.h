// A V1 module: a library with the procedures Open, Collect and Close.
//
// Its code is not trusted: what it returns is checked here, as far as this process can be relied on
// at all after it ran. Source: docs/adr/0021-modules-run-in-hosts.md; winperf.h.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "apps/v1_host/guarded_buffer.h"
#include "openperflib/abi/winperf.h"
#include "openperflib/provider/v1/host_protocol.h"

namespace openperflib {

// Resource: stays loaded until unload(). One thread.
class Module {
 public:
  // Loads the library, tells its DllMain, and finds its procedures. Errors: why not.
  [[nodiscard]] static std::expected<Module, HostAnswer> load(const HostStart& start);

  // Calls Open, if the service names one.
  [[nodiscard]] HostAnswer open(const HostStart& start);
  // Calls Collect, or Query if there is no Collect; again with twice the buffer where it asks for
  // more.
  [[nodiscard]] HostAnswer collect(const HostCollect& request);
  // Calls one procedure once. The answer is done, or its guard areas changed, if it returned, and
  // says what it left behind. `start` has the context of Open.
  [[nodiscard]] HostAnswer attempt(const HostTrial& trial, const HostStart& start);
  // Calls Close, if the service names one, and tells DllMain.
  [[nodiscard]] HostAnswer close();
  void unload();

 private:
  // One call with the buffer as it is. `retry`: it asked for a larger one.
  struct Attempt {
    HostAnswer answer;
    bool retry = false;
  };
  [[nodiscard]] Attempt collect_once(const HostCollect& request);
  [[nodiscard]] HostAnswer attempt_collect(const HostTrial& trial);

  void* library_ = nullptr;
  PM_OPEN_PROC* open_ = nullptr;
  PM_COLLECT_PROC* collect_ = nullptr;
  PM_QUERY_PROC* query_ = nullptr;
  PM_CLOSE_PROC* close_ = nullptr;
  bool checks_guards_ = false;
  std::optional<GuardedBuffer> buffer_;
};

}  // namespace openperflib
