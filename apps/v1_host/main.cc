// openperflib-v1-host: runs one V1 module for the process at the other end of descriptor 3. Started
// by the library, never by people. Its arguments: openperflib/os/process/confinement_options.h.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <span>

#include "apps/v1_host/host.h"

int main(int argc, char** argv) {
  constexpr int kSocket = 3;
  const std::span<const char* const> arguments(argv, static_cast<std::size_t>(argc));
  const auto options = openperflib::read_arguments(arguments.subspan(argc > 0 ? 1 : 0));
  if (!options.has_value()) {
    std::fprintf(stderr, "openperflib-v1-host: %s: unknown argument\n", options.error().c_str());
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // what a module prints survives its crash
  openperflib::serve_host(openperflib::Channel(kSocket), *options);
  std::fflush(nullptr);
  ::_exit(0);  // without the destructors of a module that may be half loaded
}
