// Any bytes as a backup: what can be read can be written, and is then read again.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "openperflib/titles/backup_file.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void read(Bytes bytes) {
  const auto reading = read_backup(bytes);
  if (!reading.has_value()) {
    check(has_mistakes(reading.error()));
    for (const TitleRemark& remark : reading.error()) {
      check(remark.line >= 1 && remark.line <= bytes.size() + 1);
    }
    return;
  }
  const auto again = read_backup(write_backup(reading->file));
  check(again.has_value() && again->file == reading->file && again->notes.empty());
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read(std::as_bytes(std::span(data, size)));
  return 0;
}
