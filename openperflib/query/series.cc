#include "openperflib/query/series.h"

#include "openperflib/query/counter_path.h"

namespace openperflib {

std::string path_of(const Series& series, std::string_view machine) {
  CounterPath path;
  path.machine = series.machine.empty() ? machine : series.machine;
  path.object = series.object;
  path.parent = series.parent;
  path.instance = series.instance;
  path.index = series.instance_number;
  path.counter = series.counter;
  return write(path);
}

}  // namespace openperflib
