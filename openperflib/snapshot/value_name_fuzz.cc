// Any text as a value name of HKEY_PERFORMANCE_DATA: parsed strictly, and as the registry does.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/value_name.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

// The registry reads what the strict parser accepts in the same way; what that refuses is an id
// list.
void check_request(std::string_view text) {
  const auto strict = ObjectRequest::parse(text);
  const ObjectRequest read = ObjectRequest::of_value_name(text);
  if (strict.has_value()) return check(read == *strict);
  check(strict.error().offset < text.size());
  check(read.kind() == ObjectRequest::Kind::ids);
  check(read.content() == ObjectRequest::Content::values);
}

// A table is asked for by a word that no id list has.
void check_name(std::string_view text) {
  const ValueName name = parse_value_name(text);
  if (name.kind == ValueKind::objects) return check(name == ValueName{});
  check(!ObjectRequest::parse(text).has_value());
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  openperflib::check_request(text);
  openperflib::check_name(text);
  return 0;
}
