// LocalSource: collects this machine, or a recorded root folder, into one block, as a query of
// HKEY_PERFORMANCE_DATA does.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/linux/table/kernel_threads.h"
#include "openperflib/linux/table/name_format.h"
#include "openperflib/snapshot/source.h"

namespace openperflib {

// What to collect, and how many descriptors to keep open for it.
struct LocalSourceOptions {
  // Folders with proc/ and sys/ to read instead of this machine, one collection each, in order.
  std::vector<std::string> roots = {};
  std::uint32_t page_size = 0;     // 0: that of this machine, or 4096 for a root folder
  unsigned kept_descriptors = 64;  // how many /proc files may stay open between collections
  KernelThreads kernel_threads = KernelThreads::merged;
  NameFormat process_names = NameFormat::name;  // of Process
  NameFormat thread_names = NameFormat::name;   // of Thread
  bool collection_status = true;                // whether each block ends with Collection Status
};

// Resource. One collection at a time. Keeps the collectors' state (clamps, peaks), so that raw
// values never decrease within one LocalSource.
class LocalSource final : public Source {
 public:
  // Errors: a root folder cannot be opened.
  [[nodiscard]] static std::expected<std::unique_ptr<LocalSource>, SourceFault> open(
      LocalSourceOptions options);
  ~LocalSource() override;

  // Reads one block with the requested objects. Returns end after the last root folder; a live
  // source never ends. Errors: the next folder cannot be opened; over_limit for a block beyond
  // Limits.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                            Snapshot& into) override;
  // Whether this source collects this machine rather than root folders.
  [[nodiscard]] bool is_live() const noexcept override;
  // The block of the last read(), as a registry query would return it. Valid until the next read().
  [[nodiscard]] Bytes block() const noexcept;

 private:
  struct State;
  // Called only by open().
  explicit LocalSource(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
