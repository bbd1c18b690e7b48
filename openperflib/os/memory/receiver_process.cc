#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>

#include "openperflib/os/memory/receiver_process_internal.h"
#include "openperflib/os/process/raw_descriptors_internal.h"
#include "openperflib/os/process/raw_system_call_internal.h"

#ifndef F_GET_SEALS
#define F_GET_SEALS 1034
#endif

namespace openperflib {
namespace {

constexpr long kPause = 1'000'000;  // nanoseconds, while too many descriptors are on their way

// Closes all descriptors but its two: the table is a copy of the caller's.
void keep_own_descriptors(const ReceiverArea& area) noexcept {
  const int low = area.socket < area.control ? area.socket : area.control;
  const int high = area.socket < area.control ? area.control : area.socket;
  close_between(0, low);
  close_between(low + 1, high);
  close_between(high + 1, 0x7FFF'FFFF);
}

// Whether a message can be read; otherwise the caller wants none.
bool wait_for_message(ReceiverArea& area) noexcept {
  area.watched[0] = {.fd = area.control, .events = 0, .revents = 0};
  area.watched[1] = {.fd = area.socket, .events = POLLIN, .revents = 0};
  while (raw_call(SYS_ppoll, address(&area.watched[0]), 2) <= 0) {
  }
  return area.watched[0].revents == 0;
}

long receive_foreign(ReceiverArea& area) noexcept {
  area.parts[1] = {.iov_base = &area.message[0], .iov_len = kReceiverMessageBytes};
  area.header.msg_iov = &area.parts[1];
  area.header.msg_iovlen = 1;
  area.header.msg_control = &area.rights;
  area.header.msg_controllen = sizeof(area.rights);
  return raw_call(SYS_recvmsg, area.socket, address(&area.header), MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
}

// Descriptors of the message.
std::size_t count_received(const ReceiverArea& area) noexcept {
  if (area.header.msg_controllen < sizeof(cmsghdr)) return 0;
  const ReceivedRights& rights = area.rights;
  if (rights.level != SOL_SOCKET || rights.type != SCM_RIGHTS) return 0;
  return (rights.length - sizeof(cmsghdr)) / sizeof(int);
}

// The kernel answers F_GET_SEALS by itself: no file system is asked.
ReceiverVerdict judge(const ReceiverArea& area, std::size_t count) noexcept {
  if ((area.header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) return ReceiverVerdict::cut;
  for (std::size_t i = 0; i < count; ++i) {
    const long seals = raw_call(SYS_fcntl, area.rights.fds[i], F_GET_SEALS);
    if (seals < 0) return ReceiverVerdict::not_memory;
    if ((seals & area.seals) != area.seals) return ReceiverVerdict::not_sealed;
  }
  return ReceiverVerdict::passed;
}

// Whether the caller gets it.
bool send(ReceiverArea& area, std::size_t size) noexcept {
  area.parts[0] = {.iov_base = &area.verdict, .iov_len = 1};
  area.parts[1].iov_len = size;
  area.header.msg_iov = &area.parts[0];
  area.header.msg_iovlen = 2;
  area.header.msg_flags = 0;
  if (area.verdict != ReceiverVerdict::passed) {
    area.header.msg_iovlen = 1;
    area.header.msg_control = nullptr;
    area.header.msg_controllen = 0;
  }
  for (;;) {
    const long sent = raw_call(SYS_sendmsg, area.control, address(&area.header), MSG_NOSIGNAL);
    if (sent != -ETOOMANYREFS) return sent >= 0;
    timespec pause{.tv_sec = 0, .tv_nsec = kPause};
    if (raw_call(SYS_ppoll, address(&area.watched[0]), 1, address(&pause)) > 0) return false;
  }
}

// Whether more may follow.
bool pass_on(ReceiverArea& area) noexcept {
  const long size = receive_foreign(area);
  if (size == -EAGAIN || size == -EINTR) return true;
  if (size <= 0) return false;
  const std::size_t count = count_received(area);
  area.verdict = judge(area, count);
  const bool was_sent = send(area, static_cast<std::size_t>(size));
  if (area.verdict != ReceiverVerdict::passed) return false;
  for (std::size_t i = 0; i < count; ++i) raw_call(SYS_close, area.rights.fds[i]);  // sealed memory
  return was_sent;
}

int run_receiver(void* argument) {
  auto& area = *static_cast<ReceiverArea*>(argument);
  raw_call(SYS_setsid);
  raw_call(SYS_chdir, address("/"));
  raw_call(SYS_prctl, PR_SET_NAME, address("perflib-receive"));
  keep_own_descriptors(area);
  while (wait_for_message(area) && pass_on(area)) {
  }
  raw_call(SYS_close, area.control);  // before those that may keep the process
  end_process();
}

}  // namespace

long start_receiver(ReceiverArea& area) noexcept {
  return raw_clone(CLONE_VM | CLONE_CHILD_CLEARTID, area.stack + kReceiverStackBytes, run_receiver,
                   &area, &area.state);
}

}  // namespace openperflib
