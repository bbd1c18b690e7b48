// Sample and Row: the readings and the values of all series of a query at one time.
#pragma once

#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// One raw row: the readings of all series at one time, in the order of Binding::series().
struct Sample {
  FileTime time_utc = 0;  // PerfTime100nSec of the block
  std::vector<RawCounter> counters;
  // Nothing before this sample is comparable with it: another log begins, the machine was
  // restarted, or its clock was set by more than a second. A query sets it in newer(); of blocks,
  // it goes by their clocks itself.
  bool starts_anew = false;
};

// One calculated row, in the order of Binding::series().
struct Row {
  FileTime time_utc = 0;
  std::vector<Value> values;
};

}  // namespace openperflib
