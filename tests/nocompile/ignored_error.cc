// A result that may be an error is looked at.
#include "openperflib/wire/data_block_view.h"

bool parses(openperflib::Bytes bytes) {
#ifdef MISTAKE
  const bool parsed = openperflib::DataBlockView::parse(bytes);  // expected does not turn into bool
  return parsed;
#else
  return openperflib::DataBlockView::parse(bytes).has_value();
#endif
}
