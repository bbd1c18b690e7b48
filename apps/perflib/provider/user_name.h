// The names of users.
#pragma once

#include <sys/types.h>

#include <string>

namespace openperflib::apps {

// The name of a user; his number, if the system knows none.
[[nodiscard]] std::string user_name(uid_t user);

}  // namespace openperflib::apps
