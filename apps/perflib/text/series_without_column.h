// SeriesWithoutColumn: what a text log leaves out.
#pragma once

#include <span>
#include <string>

namespace openperflib::apps {

// Reports on stderr the first series that a text log has no column for: with processes that come
// and go there would be many every second. Value.
class SeriesWithoutColumn {
 public:
  void report(std::span<const std::string> paths);

 private:
  int named_ = 0;  // messages
};

}  // namespace openperflib::apps
