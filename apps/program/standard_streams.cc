#include "apps/program/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace openperflib::apps {

void hold_standard_streams() {
  constexpr int kRefusing[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", kRefusing[fd]);
  }
}

}  // namespace openperflib::apps
