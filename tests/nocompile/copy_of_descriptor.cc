// Two owners of one descriptor would close it twice.
#include <utility>

#include "openperflib/os/portable/unique_fd.h"

openperflib::UniqueFd taken_over(openperflib::UniqueFd& fd) {
#ifdef MISTAKE
  return openperflib::UniqueFd(fd);
#else
  return openperflib::UniqueFd(std::move(fd));
#endif
}
