// Numbers as written in logs: every digit of the double, the same text on every machine.
#pragma once

#include <string>

namespace openperflib {

// Appends `number` as C's "%.17g" with an exponent of at least three digits, as in the CSV and TSV
// files of Windows ("88.359340674585567", "1.0000000000000001e-005", "0"). Whole numbers have no
// point. Allocates only if `text` must grow. Appends nothing for a number that is not finite: the
// caller writes missing values.
void append_number(std::string& text, double number);

}  // namespace openperflib
