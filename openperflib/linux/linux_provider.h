// LinuxProvider: the objects of Windows that Linux can feed, and our own, out of /proc and /sys.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/linux/name_format.h"
#include "openperflib/os/clocks.h"
#include "openperflib/provider/provider.h"

namespace openperflib {

// The title indices of the objects that are collected, in the order of a block.
[[nodiscard]] std::span<const std::uint32_t> collected_objects() noexcept;

// What a LinuxProvider is given beside its folder.
struct LinuxProviderOptions {
  std::uint32_t page_size = 0;     // bytes; 0: this machine's, or 4096 below a folder
  unsigned kept_descriptors = 64;  // how many files may stay open between collections
  // Whether each kernel thread is an instance of Process, or all are summed in "System".
  enum class KernelThreads : std::uint8_t { folded_into_system, listed };
  KernelThreads kernel_threads = KernelThreads::folded_into_system;
  NameFormat process_names = NameFormat::name;  // of Process; Process V2 has ids always
  NameFormat thread_names = NameFormat::name;   // of Thread
};

// Resource. Remembers what its objects need from one collection to the next, so that no raw value
// falls within one LinuxProvider. One thread at a time.
class LinuxProvider final : public Provider {
 public:
  // `directory` empty: this machine. Errors: the folder cannot be opened.
  [[nodiscard]] static std::expected<std::unique_ptr<LinuxProvider>, SourceFault> open(
      const std::string& directory, const LinuxProviderOptions& options);
  ~LinuxProvider() override;

  // Goes on with another recording of the same machine. Errors: the folder cannot be opened.
  [[nodiscard]] std::expected<void, SourceFault> move_to(const std::string& directory);

  // Takes the one instant of the next block: all its objects use it. Below a folder it is the
  // recording's.
  const Instant& take_instant();
  // The name the machine gives itself. Lives until the next call.
  [[nodiscard]] std::string_view machine_name();
  [[nodiscard]] bool is_live() const noexcept;

  // Writes the objects asked for in their fixed order. A source that fails costs its own values.
  void collect(const ObjectRequest& request, DataBlockBuilder& builder,
               ProviderReport& report) override;

 private:
  struct State;
  // By open() alone.
  explicit LinuxProvider(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
