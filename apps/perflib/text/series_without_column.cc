#include "apps/perflib/text/series_without_column.h"

#include "apps/perflib/run/messages.h"

namespace openperflib::apps {

void SeriesWithoutColumn::report(std::span<const std::string> paths) {
  constexpr int kMostNamed = 5;
  for (const std::string& path : paths) {
    if (named_ > kMostNamed) return;
    if (named_++ < kMostNamed) {
      print_error(path, "appeared after the first row and gets no column");
    } else {
      print_error(
          "further new series are left out without a message; a .blg or .perfrec keeps all of "
          "them");
    }
  }
}

}  // namespace openperflib::apps
