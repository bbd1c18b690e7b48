// The paths of binary logs that Windows wrote, for tests; blg_real_logs.h has the same logs
// decoded.
#pragma once

#include <string>

namespace openperflib {

// Windows Vista, 88 blocks of whole objects.
inline const std::string kSampleLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";
// Windows 8, 601 records of single counters.
inline const std::string kBasicLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/BasicPerfCounters.blg";

}  // namespace openperflib
