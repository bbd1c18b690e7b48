#include "openperflib/pdh/pdh_status.h"

namespace openperflib {

PdhStatus status_of(PathMatch match) noexcept {
  switch (match) {
    case PathMatch::no_machine:
      return PDH_CSTATUS_NO_MACHINE;
    case PathMatch::no_object:
      return PDH_CSTATUS_NO_OBJECT;
    case PathMatch::no_counter:
      return PDH_CSTATUS_NO_COUNTER;
    case PathMatch::no_instance:
      return PDH_CSTATUS_NO_INSTANCE;
    case PathMatch::matched:
    case PathMatch::left_out:
      break;
  }
  return kPdhSuccess;
}

PdhStatus status_of_missing_value(CStatus status) noexcept {
  switch (status) {
    case CStatus::negative_denominator:
    case CStatus::negative_timebase:
    case CStatus::negative_value:
      return pdh_code(status);
    default:
      return PDH_INVALID_DATA;
  }
}

}  // namespace openperflib
