#include <fmt/format.h>

#include <utility>

#include "openperflib/log/text_log_oddities_internal.h"

namespace openperflib {

SourceFault TextLogOddities::fault(const TextLine& line, const Error& error) const {
  return {.errno_value = 0,
          .file = fmt::format("{}, line {}", shown_name_, line.number),
          .error = error};
}

// Texts are made only for those that are kept: a file may be all damage.
void TextLogOddities::add(const TextLine& line, const Error& error, LogOddity oddity) {
  ++count_;
  if (kept_.size() == LogReader::kMostOddities) return;
  oddity.what = fault(line, error);
  kept_.push_back(std::move(oddity));
}

}  // namespace openperflib
