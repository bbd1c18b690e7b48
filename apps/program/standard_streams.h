// The three streams that a program is started with.
#pragma once

namespace openperflib::apps {

// A stream that the caller closed is held by a descriptor that refuses: else the next file opened
// would take its number, and messages would be written into it. To be called before anything is
// opened.
void hold_standard_streams();

}  // namespace openperflib::apps
