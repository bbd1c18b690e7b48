#include "apps/lodctr/load_failure.h"

#include <fmt/core.h>

#include "apps/drop_in/messages.h"
#include "apps/lodctr/failure.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/text/printable.h"

namespace openperflib::lodctr {

std::string remark_lines(const FileRemarks& remarks) {
  std::string lines;
  for (const FileRemark& remark : remarks) lines += printable(describe(remark)) + "\r\n";
  return lines;
}

std::unexpected<drop_in::Failure> load_failure(std::string_view what, const LoadFault& fault) {
  if (!fault.remarks.empty()) {
    (void)drop_in::print("\r\n" + remark_lines(fault.remarks));  // the failure follows anyway
  }
  if (fault.code == LoadErrc::mistakes) return failure_of(what, windows_code(fault));
  // "Unable to read x.ini: no such file" names the file once.
  const bool is_named = fault.code == LoadErrc::file && what.ends_with(fault.source.file);
  const std::string why = is_named ? reason_of(fault.source) : describe(fault);
  return failure_of(fmt::format("{}: {}", what, why), windows_code(fault));
}

}  // namespace openperflib::lodctr
