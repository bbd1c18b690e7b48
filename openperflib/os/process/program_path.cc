#include "openperflib/os/process/program_path.h"

#include <sys/auxv.h>

#include <cstdlib>
#include <memory>

namespace openperflib {

std::string program_path(std::string_view name) {
  const unsigned long executed = ::getauxval(AT_EXECFN);
  if (executed == 0) return std::string(name);
  const char* const as_called = reinterpret_cast<const char*>(executed);
  const std::unique_ptr<char, decltype(&std::free)> whole(::realpath(as_called, nullptr),
                                                          &std::free);
  return whole == nullptr ? as_called : whole.get();
}

}  // namespace openperflib
