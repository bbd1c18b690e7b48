// What a program needs to read one counter, and no more.
#include <cstdio>

#include "openperflib/openperflib.h"

int main() {
  auto source = openperflib::LocalSource::open(openperflib::fixed_titles(), {});
  if (!source.has_value()) return 1;
  openperflib::Query query(openperflib::fixed_titles());
  if (!query.add(R"(\Memory\Available Bytes)").has_value()) return 1;
  openperflib::Snapshot snapshot;
  if (!(*source)->read(query.request(), snapshot).has_value()) return 1;
  query.take(snapshot);
  if (query.row().values.size() != 1 || !query.row().values[0].usable()) return 1;
  std::printf("%s = %.0f\n", query.binding().path_of(0).c_str(), query.row().values[0].number);
  return 0;
}
