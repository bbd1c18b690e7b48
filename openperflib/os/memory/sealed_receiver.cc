#include "openperflib/os/memory/sealed_receiver.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <memory>
#include <utility>

#include "openperflib/os/files/last_errno_internal.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/os/memory/receiver_process_internal.h"
#include "openperflib/os/process/no_signals_internal.h"

namespace openperflib {
namespace {

constexpr auto kUsualEnd = std::chrono::milliseconds(2);  // of a process that closes no such file
constexpr auto kLongestEnd = std::chrono::milliseconds(100);  // until it lets go of the memory
constexpr long kStep = 20'000;                                // nanoseconds between two looks at it
static_assert(kReceiverDescriptors == kMostDescriptors);
static_assert(kReceiverMessageBytes == SealedReceiver::kMostBytes);
static_assert(CMSG_LEN(0) == sizeof(cmsghdr));

struct UnmapReceiver {
  void operator()(ReceiverArea* area) const noexcept { ::munmap(area, sizeof(ReceiverArea)); }
};
using OwnedReceiverArea = std::unique_ptr<ReceiverArea, UnmapReceiver>;

OwnedReceiverArea map_receiver_area() noexcept {
  void* memory = ::mmap(nullptr, sizeof(ReceiverArea), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  return OwnedReceiverArea(memory == MAP_FAILED ? nullptr : ::new (memory) ReceiverArea);
}

bool uses_memory(const ReceiverArea& area) noexcept {
  return __atomic_load_n(&area.state, __ATOMIC_ACQUIRE) != kReceiverEnded;
}

void pause_for(long nanoseconds) noexcept {
  const timespec time{.tv_sec = 0, .tv_nsec = nanoseconds};
  ::nanosleep(&time, nullptr);
}

std::unexpected<MappingFault> system_error(int error) noexcept {
  return std::unexpected(MappingFault{MappingRefusal::system, error});
}

}  // namespace

std::expected<SealedReceiver, int> SealedReceiver::start(int socket, int seals) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) < 0) return last_errno();
  const UniqueFd its_end(ends[0]);
  UniqueFd control = above_standard_streams(UniqueFd(ends[1]));
  OwnedReceiverArea area = map_receiver_area();
  if (!control || area == nullptr) return std::unexpected(ENOMEM);
  area->socket = socket;
  area->control = its_end.get();
  area->seals = seals;
  const long process = [&] {
    const NoSignals no_signals;
    return start_receiver(*area);
  }();
  if (process < 0) return std::unexpected(static_cast<int>(-process));
  return SealedReceiver(area.release(), static_cast<pid_t>(process), std::move(control));
}

SealedReceiver::SealedReceiver(ReceiverArea* area, pid_t process, UniqueFd control) noexcept
    : area_(area), process_(process), owner_(::getpid()), control_(std::move(control)) {}

SealedReceiver::SealedReceiver(SealedReceiver&& other) noexcept
    : area_(std::exchange(other.area_, nullptr)),
      process_(other.process_),
      owner_(other.owner_),
      control_(std::move(other.control_)) {}

SealedReceiver& SealedReceiver::operator=(SealedReceiver&& other) noexcept {
  if (this == &other) return *this;
  end();
  area_ = std::exchange(other.area_, nullptr);
  process_ = other.process_;
  owner_ = other.owner_;
  control_ = std::move(other.control_);
  return *this;
}

SealedReceiver::~SealedReceiver() { end(); }

std::expected<ReceivedMessage, MappingFault> SealedReceiver::receive(MutableBytes buffer) const {
  std::array<std::byte, 1 + kMostBytes> with_verdict{};
  auto received = receive_message(control_.get(), with_verdict);
  if (!received.has_value()) return system_error(received.error());
  if (received->bytes.empty()) return *std::move(received);
  switch (static_cast<ReceiverVerdict>(received->bytes.front())) {
    case ReceiverVerdict::not_memory:
      return std::unexpected(MappingFault{MappingRefusal::not_memory});
    case ReceiverVerdict::not_sealed:
      return std::unexpected(MappingFault{MappingRefusal::not_sealed});
    case ReceiverVerdict::cut:
      received->is_cut = true;
      break;
    case ReceiverVerdict::passed:
      break;
  }
  const Bytes message = received->bytes.subspan(1);
  received->is_cut |= message.size() > buffer.size();
  const std::size_t size = std::min(message.size(), buffer.size());
  std::ranges::copy(message.first(size), buffer.begin());
  received->bytes = buffer.first(size);
  return *std::move(received);
}

bool SealedReceiver::has_ended() noexcept {
  if (area_ == nullptr) return true;
  if (uses_memory(*area_)) return false;
  const pid_t ended = ::waitpid(process_, nullptr, static_cast<int>(__WCLONE) | WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  const OwnedReceiverArea area(std::exchange(area_, nullptr));
  return true;
}

bool SealedReceiver::finish() noexcept {
  using Clock = std::chrono::steady_clock;
  if (!control_) return has_ended();
  ::shutdown(control_.get(), SHUT_RDWR);  // a fork of this process may have it open
  control_.reset();
  for (const Clock::time_point end = Clock::now() + kUsualEnd; !has_ended();) {
    if (Clock::now() >= end) return false;
    pause_for(kStep);
  }
  return true;
}

void SealedReceiver::end() noexcept {
  if (area_ != nullptr && owner_ != ::getpid()) {  // in a forked child: the copy of the memory
    control_.reset();
    const OwnedReceiverArea area(std::exchange(area_, nullptr));
    return;
  }
  if (finish()) return;
  if (uses_memory(*area_)) {
    const timespec longest{.tv_sec = 0, .tv_nsec = std::chrono::nanoseconds(kLongestEnd).count()};
    ::syscall(SYS_futex, &area_->state, FUTEX_WAIT, kReceiverRuns, &longest);
  }
  const bool is_used = uses_memory(*area_);
  OwnedReceiverArea area(std::exchange(area_, nullptr));
  if (is_used) (void)area.release();  // the process still runs on it
}

}  // namespace openperflib
