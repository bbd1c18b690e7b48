// A snapshot owns its bytes and views them: it moves and does not copy.
#include <utility>

#include "openperflib/snapshot/snapshot.h"

openperflib::Snapshot taken_over(openperflib::Snapshot& snapshot) {
#ifdef MISTAKE
  return openperflib::Snapshot(snapshot);
#else
  return openperflib::Snapshot(std::move(snapshot));
#endif
}
