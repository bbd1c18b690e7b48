#include "openperflib/log/reader/log_reader.h"

#include "openperflib/os/portable/code_page.h"

namespace openperflib {

Record record_of(const LogReader& reader, const LogRecord& record) noexcept {
  const LoggedBlock logged{.time_utc = record.sample.time_utc,
                           .starts_anew = record.sample.starts_anew,
                           .decode = &decode_code_page};
  if (record.block != nullptr) return {*record.block, logged};
  if (!record.objects.empty()) return {record.objects, logged};
  const bool has_values = reader.header().content == LogContent::values;
  return {reader.catalog(), record.sample, has_values ? &record.row : nullptr};
}

}  // namespace openperflib
