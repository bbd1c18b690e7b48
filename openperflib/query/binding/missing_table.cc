#include <algorithm>

#include "openperflib/query/binding/missing_table_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {

void MissingTable::assign(const Snapshot& snapshot) {
  runs_ = snapshot.missing();
  reasons_.clear();
  text_order_ = snapshot.view().text_order();
  std::size_t bytes = 0;
  for (const MissingRun& run : runs_) bytes += run.reason.size();
  reasons_.resize(bytes);  // before any view into it is created
  std::size_t at = 0;
  for (MissingRun& run : runs_) {
    std::ranges::copy(run.reason, reasons_.data() + at);
    run.reason = Bytes(reasons_).subspan(at, run.reason.size());
    at += run.reason.size();
  }
}

std::string MissingTable::reason(const MissingRun& run) const {
  return utf8_from_utf16(run.reason, text_order_).text;
}

}  // namespace openperflib
