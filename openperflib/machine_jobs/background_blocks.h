// BackgroundBlocks: a thread of its own writes the samples, so that a slow disk does not delay the
// thread that takes them.
//
// Source: docs/adr/0038-a-recorder-writes-beside-sampling.md.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib {

// Resource: another sink and a thread, which alone uses that sink until end() and receives no
// signals. Where the system refuses the thread, write() itself waits for the disk. One thread calls
// all functions. Memory: copies of kSlots samples, from the first ones on.
class BackgroundBlocks final : public BlockSink {
 public:
  // How many samples wait for the disk at most; the thread is writing the first of them.
  static constexpr std::size_t kSlots = 3;

  explicit BackgroundBlocks(std::unique_ptr<BlockSink> sink);
  // Writes the samples that were accepted, and ends the thread; a fault is then lost.
  ~BackgroundBlocks() override;
  BackgroundBlocks(const BackgroundBlocks&) = delete;
  BackgroundBlocks& operator=(const BackgroundBlocks&) = delete;

  // Accepts a sample by copying its blocks; it is written later. Waits while kSlots samples were
  // accepted and are not written. Errors: the first fault of the sink, which may be that of an
  // earlier sample; after it nothing more is written, and what was accepted meanwhile is dropped.
  [[nodiscard]] std::expected<void, SourceFault> write(FileTime time_local,
                                                       std::span<const Bytes> blocks) override;
  // Writes the samples that were accepted, and ends the sink, also after a fault. Errors: the first
  // fault of the sink.
  [[nodiscard]] std::expected<void, SourceFault> end() override;
  // Returns what the sink said after the last sample that it has written, or after its end.
  [[nodiscard]] std::uint64_t removed_for_room() const noexcept override;
  // Returns the samples that the sink has written without a fault; after end() all that there will
  // ever be. Its clock is unknown.
  [[nodiscard]] SummaryExtent written() const;

 private:
  // A sample that was accepted. It keeps its memory when it is written.
  struct Slot {
    FileTime time_local = 0;
    std::vector<std::byte> bytes = {};  // of all blocks, one after the other
    std::vector<Bytes> blocks = {};     // in `bytes`

    void copy(FileTime time, std::span<const Bytes> from);
  };

  // What the thread does.
  void run();
  // Gives the oldest sample to the sink. `lock` is held before and after, but not meanwhile.
  void put_oldest(std::unique_lock<std::mutex>& lock);
  // Waits until what was accepted is written, and ends the thread.
  void finish_accepted();
  [[nodiscard]] std::expected<void, SourceFault> result() const;

  std::unique_ptr<BlockSink> sink_;
  std::atomic<std::uint64_t> removed_for_room_ = 0;
  bool is_direct_ = false;                           // the system refused the thread
  mutable std::mutex mutex_;                         // of all that follows
  std::condition_variable changed_;                  // a sample was accepted or written
  std::array<Slot, kSlots> slots_;                   // a ring
  std::size_t first_ = 0;                            // the slot of the oldest sample
  std::size_t used_ = 0;                             // how many samples there are, from first_ on
  SummaryExtent written_ = {};                       // by the sink
  std::optional<SourceFault> fault_ = std::nullopt;  // the first one
  bool ends_ = false;                                // when nothing is left to write
  std::thread thread_;
};

}  // namespace openperflib
