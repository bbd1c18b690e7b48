#include "apps/perflib/provider/user_name.h"

#include <pwd.h>

#include <array>

namespace openperflib::apps {

std::string user_name(uid_t user) {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4'096> texts{};
  const int error = ::getpwuid_r(user, &entry, texts.data(), texts.size(), &found);
  return error == 0 && found != nullptr ? entry.pw_name : std::to_string(user);
}

}  // namespace openperflib::apps
