#include "openperflib/view/inspect/log_facts.h"

namespace openperflib {

void RecordingFacts::add(const Record& record) {
  Total& total = totals[static_cast<std::size_t>(record.kind)];
  ++total.count;
  total.samples += record.samples;
  total.bytes += record.bytes;
  records.add(record);
}

}  // namespace openperflib
