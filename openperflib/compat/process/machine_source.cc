#include <optional>
#include <utility>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/compat/process/machine_source_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/compat/process/this_machine_internal.h"

namespace openperflib::compat {
namespace {

// Blocks of the registry have no Collection Status unless it is asked for; those of PDH have it.
// The requests of queries ask for it, so that a steady collection copies none.
std::expected<ReadResult, SourceFault> read_described(LocalSource& machine,
                                                      const ObjectRequest& request,
                                                      Snapshot& into) {
  if (request.wants_description()) return machine.read(request, into);
  ObjectRequest described = request;
  described.add_description();
  return machine.read(described, into);
}

SourceFault cannot_open() {
  return {.errno_value = 0,
          .file = "this machine",
          .error = std::nullopt,
          .message = "its performance counters cannot be opened"};
}

class MachineSource final : public Source {
 public:
  MachineSource() {
    (void)ProcessRegistry::with([](Registry& registry) -> LSTATUS {
      registry.hold();
      return ERROR_SUCCESS;
    });
  }
  MachineSource(const MachineSource&) = delete;
  MachineSource& operator=(const MachineSource&) = delete;
  ~MachineSource() override {
    (void)ProcessRegistry::with([](Registry& registry) -> LSTATUS {
      registry.let_go();
      return ERROR_SUCCESS;
    });
  }

  // The callers of PDH decide when it collects, so the only deadline is that of the machine.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                            Deadline /*deadline*/,
                                                            Snapshot& into) override {
    std::optional<std::expected<ReadResult, SourceFault>> result;
    with_machine([&](LocalSource& machine) { result = read_described(machine, request, into); });
    if (!result.has_value()) return std::unexpected(cannot_open());
    return *std::move(result);
  }
  [[nodiscard]] bool is_live() const noexcept override { return true; }
  [[nodiscard]] std::shared_ptr<const TitleSet> titles() override {
    std::shared_ptr<const TitleSet> titles;
    with_machine([&](LocalSource& machine) { titles = machine.titles(); });
    return titles != nullptr ? titles : title_set_of(fixed_titles_of_process());
  }

 private:
  // Calls work(machine) while nobody else uses it; does not if it cannot be opened.
  template <typename Work>
  static void with_machine(Work work) {
    (void)ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
      const auto machine = registry.machine();
      if (!machine.has_value()) return machine.error();
      work(**machine);
      return ERROR_SUCCESS;
    });
  }
};

}  // namespace

std::unique_ptr<Source> machine_source() { return std::make_unique<MachineSource>(); }

PdhMachine this_pdh_machine() {
  return {.open = machine_source, .name = this_machine_name(), .fixed = fixed_titles_of_process()};
}

}  // namespace openperflib::compat
