#include "apps/collection/kept_descriptors.h"

#include <sys/resource.h>

#include <algorithm>

namespace openperflib::apps {
namespace {

constexpr unsigned kMostKept = 65'536;  // of a machine with 20,000 processes, three files each
constexpr unsigned kForOthers = 64;     // standard streams, logs, sockets

}  // namespace

unsigned descriptors_to_keep() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlimit raised{limit.rlim_max, limit.rlim_max};
  if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  const rlim_t usable = limit.rlim_cur > kForOthers ? limit.rlim_cur - kForOthers : 0;
  return static_cast<unsigned>(std::min<rlim_t>(usable, kMostKept));
}

}  // namespace openperflib::apps
