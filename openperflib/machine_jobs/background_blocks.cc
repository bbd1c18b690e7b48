#include "openperflib/machine_jobs/background_blocks.h"

#include <system_error>
#include <utility>

#include "openperflib/os/files/blocked_signals.h"

namespace openperflib {

// The sizes of samples differ a little: a slot has an eighth more, and soon fits them all.
void BackgroundBlocks::Slot::copy(FileTime time, std::span<const Bytes> from) {
  std::size_t size = 0;
  for (const Bytes block : from) size += block.size();
  time_local = time;
  blocks.clear();
  bytes.clear();
  if (size > bytes.capacity()) bytes.reserve(size + size / 8);
  for (const Bytes block : from) {
    const std::size_t at = bytes.size();
    append_bytes(bytes, block);
    blocks.push_back(Bytes(bytes).subspan(at));
  }
}

BackgroundBlocks::BackgroundBlocks(std::unique_ptr<BlockSink> sink) : sink_(std::move(sink)) {
  const BlockedSignals blocked;
  try {
    thread_ = std::thread(&BackgroundBlocks::run, this);
  } catch (const std::system_error&) {
    is_direct_ = true;
  }
}

BackgroundBlocks::~BackgroundBlocks() { finish_accepted(); }

void BackgroundBlocks::finish_accepted() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::expected<void, SourceFault> BackgroundBlocks::result() const {
  if (fault_.has_value()) return std::unexpected(*fault_);
  return {};
}

// The copy is made under the lock, which the thread holds only between two samples.
std::expected<void, SourceFault> BackgroundBlocks::write(FileTime time_local,
                                                         std::span<const Bytes> blocks) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return used_ != kSlots; });
  if (!fault_.has_value()) {
    slots_[(first_ + used_) % kSlots].copy(time_local, blocks);
    ++used_;
    if (is_direct_) put_oldest(lock);
    changed_.notify_all();
  }
  return result();
}

// The slots are used in turn, also on a disk that keeps up: after kSlots samples the recorder has
// the memory that it needs when the disk is slow. A fault frees all slots.
void BackgroundBlocks::put_oldest(std::unique_lock<std::mutex>& lock) {
  const Slot& oldest = slots_[first_];
  lock.unlock();
  auto put = sink_->write(oldest.time_local, oldest.blocks);
  removed_for_room_ = sink_->removed_for_room();
  lock.lock();
  if (put.has_value()) {
    written_.note(oldest.time_local);
    first_ = (first_ + 1) % kSlots;
    --used_;
  } else {
    fault_ = std::move(put).error();
    used_ = 0;
  }
}

void BackgroundBlocks::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return used_ != 0 || ends_; });
    if (used_ == 0) return;
    put_oldest(lock);
    changed_.notify_all();
  }
}

std::expected<void, SourceFault> BackgroundBlocks::end() {
  finish_accepted();
  auto ended = sink_->end();
  removed_for_room_ = sink_->removed_for_room();
  if (fault_.has_value()) return result();
  return ended;
}

std::uint64_t BackgroundBlocks::removed_for_room() const noexcept { return removed_for_room_; }

SummaryExtent BackgroundBlocks::written() const {
  const std::scoped_lock lock(mutex_);
  return written_;
}

}  // namespace openperflib
