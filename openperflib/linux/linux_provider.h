// LinuxProvider: the objects of Windows that Linux can provide, and our own, from /proc and /sys.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/linux/table/kernel_threads.h"
#include "openperflib/linux/table/name_format.h"
#include "openperflib/os/time/clocks.h"
#include "openperflib/provider/provider.h"

namespace openperflib {

// The title indices of the collected objects, in the order of a block.
[[nodiscard]] std::span<const std::uint32_t> collected_objects() noexcept;

// The options of a LinuxProvider.
struct LinuxProviderOptions {
  std::uint32_t page_size = 0;     // bytes; 0: that of this machine, or 4096 below a folder
  unsigned kept_descriptors = 64;  // how many files may stay open between collections
  KernelThreads kernel_threads = KernelThreads::merged;
  NameFormat process_names = NameFormat::name;  // of Process; Process V2 always has ids
  NameFormat thread_names = NameFormat::name;   // of Thread
};

// Resource. Keeps the state of its objects between collections, so that no raw value decreases
// within one LinuxProvider. One thread at a time.
class LinuxProvider final : public Provider {
 public:
  // An empty `directory` means this machine. Errors: the folder cannot be opened.
  [[nodiscard]] static std::expected<std::unique_ptr<LinuxProvider>, SourceFault> open(
      const std::string& directory, const LinuxProviderOptions& options);
  ~LinuxProvider() override;

  // Continues with another recorded folder of the same machine. Errors: the folder cannot be
  // opened.
  [[nodiscard]] std::expected<void, SourceFault> move_to(const std::string& directory);

  // Takes the instant of the next block, which all its objects use. Below a folder it is the
  // recorded one.
  const Instant& take_instant();
  // The name of the machine. Valid until the next call.
  [[nodiscard]] std::string_view machine_name();
  [[nodiscard]] bool is_live() const noexcept;

  // Appears in the reason of an absent object, before the fault.
  [[nodiscard]] std::string_view name() const noexcept override { return "Linux"; }
  // Every object of the catalogue but Collection Status: the collected ones in the order of a
  // block, then the others, none of whose counters has a definition here.
  [[nodiscard]] std::span<const ObjectDescription> describe() const noexcept override;
  // Collection Status, which the source of a block writes.
  [[nodiscard]] const ObjectDescription& describe_status() const noexcept;
  // Also of Collection Status.
  [[nodiscard]] std::string source_of(const SourceQuestion& value) const override;
  // Writes the requested objects in their fixed order. A source that fails loses only its own
  // values: there are no errors. The instant is that of take_instant().
  [[nodiscard]] std::expected<void, ProviderFault> collect(const CollectTask& task,
                                                           DataBlockBuilder& builder,
                                                           ProviderReport& report) override;

 private:
  struct State;
  // Called only by open().
  explicit LinuxProvider(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
