#include "openperflib/log/oddity_list.h"

namespace openperflib {

void OddityList::add(const Error& error, Loss loss, bool is_loss) {
  ++count_;
  if (items_.size() == LogReader::kMostOddities) return;
  LogOddity& oddity = items_.emplace_back();
  oddity.what = {.errno_value = 0, .file = file_, .error = error};
  oddity.skipped_bytes = loss.bytes;
  oddity.skipped_records = loss.records;
  oddity.is_loss = is_loss;
}

void OddityList::note(const Error& error) { add(error, {}, false); }

void OddityList::lose(const Error& error, Loss loss) { add(error, loss, true); }

void OddityList::clear() noexcept {
  items_.clear();
  count_ = 0;
}

}  // namespace openperflib
