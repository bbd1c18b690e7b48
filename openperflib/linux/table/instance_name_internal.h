// Kernel names as instance names: characters that would end or split a counter path are replaced.
#pragma once

#include <string>
#include <string_view>

namespace openperflib::linux_objects {

// Appends `name` as Windows writes device names: ( ) as [ ], and # / \ as _. Also replaces NUL by _
// and invalid UTF-8 by U+FFFD. "_Total" in any case gets another _: it would be taken for the
// total.
void append_instance_name(std::string& out, std::string_view name);

// Appends a path as Windows writes mounted folders: / as \, so that the root is "\" and /home is
// "\home".
void append_path_instance_name(std::string& out, std::string_view path);

}  // namespace openperflib::linux_objects
