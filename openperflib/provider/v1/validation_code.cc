#include "openperflib/provider/v1/validation_code.h"

#include <algorithm>
#include <cstring>

#include "openperflib/os/bytes/sha256.h"
#include "openperflib/os/portable/whole_file.h"

namespace openperflib {

std::string validation_fault(const std::string& library, Bytes code) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30U;
  if (code.empty()) return {};
  const auto bytes = read_whole_file(library, kMostBytes);
  if (!bytes.has_value()) {
    return library +
           " cannot be compared with its Library Validation Code: " + std::strerror(bytes.error());
  }
  const auto digest = sha256(*bytes);
  if (!digest.has_value()) {
    return library + " cannot be compared with its Library Validation Code: libcrypto is missing";
  }
  if (std::ranges::equal(*digest, code)) return {};
  return library + " is not the library that was trusted; lodctr /T trusts it as it is now";
}

}  // namespace openperflib
