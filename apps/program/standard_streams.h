// The three standard streams of a program.
#pragma once

namespace openperflib::apps {

// Replaces each standard stream that the caller has closed by a descriptor that fails. Otherwise
// the next file that is opened would get its number, and messages would be written to it. To be
// called before anything is opened.
void hold_standard_streams();

}  // namespace openperflib::apps
