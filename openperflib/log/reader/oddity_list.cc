#include "openperflib/log/reader/oddity_list.h"

#include <fmt/format.h>

namespace openperflib {

SourceFault OddityList::fault(const Error& error, std::uint64_t line) const {
  return {.errno_value = 0,
          .file = line == 0 ? file_ : fmt::format("{}, line {}", file_, line),
          .error = error};
}

// Texts are created only for those that are kept: a file may consist of damage.
void OddityList::add(const Error& error, Loss loss, std::uint64_t line, bool is_loss) {
  ++count_;
  if (items_.size() == LogReader::kMostOddities) return;
  LogOddity& oddity = items_.emplace_back();
  oddity.what = fault(error, line);
  oddity.skipped_bytes = loss.bytes;
  oddity.skipped_records = loss.records;
  oddity.is_loss = is_loss;
}

void OddityList::note(const Error& error, std::uint64_t line) { add(error, {}, line, false); }

void OddityList::lose(const Error& error, Loss loss, std::uint64_t line) {
  add(error, loss, line, true);
}

void OddityList::move_to(OddityList& other) {
  for (LogOddity& oddity : items_) {
    if (other.items_.size() == LogReader::kMostOddities) break;
    other.items_.push_back(std::move(oddity));
  }
  other.count_ += count_;
  clear();
}

void OddityList::lose(std::string said, Loss loss) {
  ++count_;
  if (items_.size() == LogReader::kMostOddities) return;
  LogOddity& oddity = items_.emplace_back();
  oddity.what.file = file_;
  oddity.what.said = std::move(said);
  oddity.skipped_records = loss.records;
  oddity.is_loss = true;
}

void OddityList::clear() noexcept {
  items_.clear();
  count_ = 0;
}

}  // namespace openperflib
