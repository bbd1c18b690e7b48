#include "openperflib/log/blg/writing/blg_writer_message_internal.h"
#include "openperflib/log/blg/writing/blg_writer_names_internal.h"

namespace openperflib {

void BlgNameTable::put_next(BlgBytes& out) {
  const std::size_t start = out.size();
  out.put_text("\\\\" + machine_.machine);
  const std::size_t first = next_;
  while (next_ < machine_.names.size()) {
    const std::size_t pair = out.size();
    out.put_text(std::to_string(machine_.names[next_].index));
    out.put_text(machine_.names[next_].text);
    if (out.size() - start > kLongestBlgPart && next_ != first) return out.cut(pair);
    ++next_;
  }
}

}  // namespace openperflib
