// What every tool sets up in its process before it does anything else.
#pragma once

namespace openperflib::apps {

// Replaces each standard stream that the caller has closed by a descriptor that fails. Otherwise
// the next file that is opened would get its number, and messages would be written to it.
//
// Ignores the signal SIGXFSZ: a write beyond the limit on the size of files (ulimit -f) then fails
// like any other write, and the tool reports it. The signal would end the process without a word.
//
// To be called before anything is opened.
void prepare_process();

}  // namespace openperflib::apps
