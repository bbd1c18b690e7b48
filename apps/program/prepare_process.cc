#include "apps/program/prepare_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace openperflib::apps {
namespace {

void hold_standard_streams() {
  constexpr int kRefusing[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", kRefusing[fd]);
  }
}

}  // namespace

void prepare_process() {
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace openperflib::apps
