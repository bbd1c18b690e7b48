// LocalSource: one collection of this machine, or of a recorded root folder, into one block: what a
// query of HKEY_PERFORMANCE_DATA does.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/linux/name_format.h"
#include "openperflib/query/source.h"

namespace openperflib {

// How kernel threads are shown in Process.
enum class KernelThreadView : std::uint8_t { folded_into_system, listed };

// What is collected, and how much may be held for it.
struct LocalSourceOptions {
  // Folders with proc/ and sys/ to read instead of this machine; each is one reading, in their
  // order.
  std::vector<std::string> roots = {};
  std::uint32_t page_size = 0;     // 0: this machine's, or 4096 for a root folder
  unsigned kept_descriptors = 64;  // how many /proc files may stay open between collections
  KernelThreadView kernel_threads = KernelThreadView::folded_into_system;
  NameFormat process_names = NameFormat::name;  // of Process
  NameFormat thread_names = NameFormat::name;   // of Thread
  bool collection_status = true;                // put Collection Status last in each block
};

// Resource. One collection at a time. Keeps what collectors remember (clamps, peaks), so that raw
// values never fall within one LocalSource.
class LocalSource final : public Source {
 public:
  // Errors: a root folder cannot be opened.
  [[nodiscard]] static std::expected<std::unique_ptr<LocalSource>, SourceFault> open(
      LocalSourceOptions options);
  ~LocalSource() override;

  // One block of what is asked for. end: there is no further root folder; this machine has no end.
  // Errors: the next folder cannot be opened; over_limit for a block beyond Limits.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                            Snapshot& into) override;
  // Whether it collects this machine.
  [[nodiscard]] bool is_live() const noexcept override;
  // The block of the last read(), as a registry query would return it. Valid until the next.
  [[nodiscard]] Bytes block() const noexcept;

 private:
  struct State;
  // By open() alone.
  explicit LocalSource(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
