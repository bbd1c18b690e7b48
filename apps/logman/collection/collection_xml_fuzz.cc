// Any bytes as the XML of a collection: what is read is written and read again the same.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "apps/logman/collection/collection_xml.h"

namespace openperflib::logman {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

std::size_t lines_of(Bytes file) {
  const auto bytes = as_text(file);
  return static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
}

void read(Bytes file) {
  const auto read = read_collection_xml(file);
  if (!read.has_value()) {
    // A NUL in UTF-16 also ends a line.
    return check(read.error().line >= 1 && read.error().line <= lines_of(file) + file.size() / 2 &&
                 !read.error().reason.empty());
  }
  const std::string text = collection_xml(read->set);
  const auto again = read_collection_xml(std::as_bytes(std::span(text)));
  check(again.has_value() && again->set == read->set);
}

}  // namespace
}  // namespace openperflib::logman

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::logman::read(std::as_bytes(std::span(data, size)));
  return 0;
}
