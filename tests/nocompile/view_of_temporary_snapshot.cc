// A view of a snapshot that dies at the end of the line.
#include "openperflib/snapshot/snapshot.h"

openperflib::Snapshot make_snapshot();

std::uint32_t objects() {
#ifdef MISTAKE
  return make_snapshot().view().object_count();
#else
  const openperflib::Snapshot snapshot = make_snapshot();
  return snapshot.view().object_count();
#endif
}
