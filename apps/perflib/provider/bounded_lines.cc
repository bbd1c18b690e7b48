#include "apps/perflib/provider/bounded_lines.h"

namespace openperflib::apps {

void BoundedLines::keep(std::string_view part) {
  const std::size_t room = kMostBytes - line_.size();
  is_cut_ = is_cut_ || part.size() > room;
  line_ += part.substr(0, room);
}

void BoundedLines::end_line(const Take& take) {
  take({.number = number_, .text = line_, .is_cut = is_cut_});
  line_.clear();
  is_cut_ = false;
  ++number_;
}

void BoundedLines::add(std::string_view bytes, const Take& take) {
  for (;;) {
    const std::size_t end = bytes.find('\n');
    keep(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    end_line(take);
    bytes.remove_prefix(end + 1);
  }
}

void BoundedLines::finish(const Take& take) {
  if (!line_.empty()) end_line(take);
}

}  // namespace openperflib::apps
