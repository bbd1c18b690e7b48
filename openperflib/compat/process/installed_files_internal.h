// What is installed beside this library.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace openperflib::compat {

// The folder of this library, or of the program that it is a part of, with its slash.
[[nodiscard]] std::string library_folder();

// The first program of that name in these places, which are folders as seen from library_folder();
// empty: there is none.
[[nodiscard]] std::string find_program(std::string_view name, std::span<const char* const> places);

}  // namespace openperflib::compat
