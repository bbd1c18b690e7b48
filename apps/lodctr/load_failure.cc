#include "apps/lodctr/load_failure.h"

#include <fmt/core.h>

#include "apps/drop_in/messages.h"
#include "apps/lodctr/failure.h"
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
  return failure_of(fmt::format("{}: {}", what, describe(fault)), windows_code(fault));
}

}  // namespace openperflib::lodctr
