// Numbers as logs write them: every digit of the double, the same text on every machine.
#pragma once

#include <string>

namespace openperflib {

// Appends `number` as C's "%.17g" with an exponent of at least three digits: what Windows' CSV and
// TSV files hold ("88.359340674585567", "1.0000000000000001e-005", "0"). Whole numbers have no
// point. Allocates only where `text` must grow. A missing value is the caller's to write: a number
// that is not finite appends nothing.
void append_number(std::string& text, double number);

}  // namespace openperflib
