// Any bytes as the lines of `perflib provider publish`: lines are bounded, and what is accepted is
// whole.
#include <cstdint>
#include <cstdlib>

#include "apps/perflib/provider/bounded_lines.h"
#include "apps/perflib/provider/published_line.h"

namespace openperflib::apps {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_line(const BoundedLines::Line& line) {
  check(line.text.size() <= BoundedLines::kMostBytes);
  const auto read = read_published_line(line.text);
  if (!read.has_value()) return check(!read.error().empty());
  check(!is_blank(line.text) && !read->path.object.empty() && read->path.machine.empty());
  check(read->path.counter.empty() == (read->action == LineAction::remove));
  check(read->number == 0 || read->action != LineAction::remove);
}

}  // namespace
}  // namespace openperflib::apps

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib::apps;
  const std::string_view text(static_cast<const char*>(static_cast<const void*>(data)), size);
  BoundedLines lines;
  lines.add(text.substr(0, size / 2), check_line);
  lines.add(text.substr(size / 2), check_line);
  lines.finish(check_line);
  return 0;
}
