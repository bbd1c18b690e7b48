// Any text as a path and as the name of an instance, through the functions of pdh.h: making a path
// of the parts of a path gives the same one.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/pdh/pdh_names.h"
#include "openperflib/compat/process/this_machine_internal.h"
#include "openperflib/text/utf16.h"

namespace {

using openperflib::compat::this_machine_name;

void check(bool holds) {
  if (!holds) std::abort();
}

constexpr PDH_STATUS kMoreData = static_cast<PDH_STATUS>(PDH_MORE_DATA);

// What parsing gives, in a buffer of exactly the size that it needs.
std::vector<std::byte> parsed(const std::string& path) {
  DWORD size = 0;
  if (PdhParseCounterPathA(path.c_str(), nullptr, &size, 0) != kMoreData) return {};
  std::vector<std::byte> buffer(size);
  auto* elements = reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_A>(buffer.data());
  check(PdhParseCounterPathA(path.c_str(), elements, &size, 0) == ERROR_SUCCESS);
  check(size == buffer.size());
  return buffer;
}

std::string made(std::vector<std::byte>& parts) {
  auto* elements = reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_A>(parts.data());
  DWORD size = 0;
  // The name of this machine may have made it too long.
  if (PdhMakeCounterPathA(elements, nullptr, &size, 0) != kMoreData) return {};
  std::string text(size, '\0');
  check(PdhMakeCounterPathA(elements, text.data(), &size, 0) == ERROR_SUCCESS);
  text.pop_back();
  return text;
}

void check_path(const std::string& path) {
  // Bytes that are not UTF-8 become U+FFFD: such a path parses, but is not given back.
  const bool is_utf8 = openperflib::valid_utf8(path).replaced == 0;
  auto parts = parsed(path);
  if (parts.empty()) return;
  const std::string whole = made(parts);
  if (whole.empty()) return;
  // #0 is not written, and what stands before it may be a number too.
  auto again = parsed(whole);
  check(!again.empty());
  check(made(again) == whole || path.find("#0") != std::string::npos);
  if (!is_utf8 || path.find('#') != std::string::npos) return;  // #007 is #7
  check(whole == (path.starts_with("\\\\") ? path : "\\\\" + this_machine_name() + path));
}

void check_instance(const std::string& text) {
  DWORD name_size = 0;
  DWORD parent_size = 0;
  const PDH_STATUS asked =
      PdhParseInstanceNameA(text.c_str(), nullptr, &name_size, nullptr, &parent_size, nullptr);
  if (asked != kMoreData) return;
  std::string name(name_size, '-');
  std::string parent(parent_size, '-');
  DWORD index = 0;
  check(PdhParseInstanceNameA(text.c_str(), name.data(), &name_size, parent.data(), &parent_size,
                              &index) == ERROR_SUCCESS);
  check(name.back() == '\0' && parent.back() == '\0');
  check(name_size >= 2);  // no instance is called ""
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The functions read a text up to its NUL.
  const auto* bytes = reinterpret_cast<const char*>(data);
  const std::string text(bytes, strnlen(bytes, size));
  check_path(text);
  check_instance(text);
  return 0;
}
