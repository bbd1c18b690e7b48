#include "openperflib/compat/windows/path_names.h"

namespace openperflib::compat {
namespace {

// The characters after which a file name may begin. No byte of another UTF-8 character is equal to
// one of them.
template <typename Char>
bool is_separator(Char character) noexcept {
  return character == '\\' || character == '/';
}

template <typename Char>
Char* last_part_of(const Char* path) noexcept {
  const Char* name = path;
  for (const Char* at = path; at != nullptr && *at != 0; ++at) {
    const bool may_end_folder = is_separator(*at) || *at == ':';
    if (may_end_folder && at[1] != 0 && !is_separator(at[1])) name = at + 1;
  }
  return const_cast<Char*>(name);
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

LPSTR PathFindFileNameA(LPCSTR path) { return last_part_of(path); }
LPWSTR PathFindFileNameW(LPCWSTR path) { return last_part_of(path); }
