// Names of the kernel as instance names: what would end or split one in a counter path is replaced.
#pragma once

#include <string>
#include <string_view>

namespace openperflib::linux_objects {

// Appends `name` as Windows writes device names: ( ) as [ ], and # / \ as _. What cannot stand in
// any instance name is replaced too: NUL by _, bytes that are no UTF-8 by U+FFFD.
void append_instance_name(std::string& out, std::string_view name);

// Appends a path as Windows writes folder mounts: / as \, so that the root is "\" and /home
// "\home".
void append_path_instance_name(std::string& out, std::string_view path);

}  // namespace openperflib::linux_objects
