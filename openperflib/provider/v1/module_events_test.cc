#include "openperflib/provider/v1/module_events.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

// A pipe that does not block, as that of a host.
struct OutputPipe {
  OutputPipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    reads.reset(ends[0]);
    writes.reset(ends[1]);
  }
  void print(const std::string& text) const {
    EXPECT_EQ(::write(writes.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  UniqueFd reads;
  UniqueFd writes;
};

TEST(ModuleEvents, Output_IsAnEventWithoutNumber) {
  const OutputPipe pipe;
  pipe.print("no queue server\n");
  ModuleEvents events("Disque", 1);
  events.add_output(pipe.reads.get());
  EXPECT_EQ(events.take(), (std::vector<ProviderEvent>{{"Disque", 0, "no queue server\n"}}));
}

// The rest is for the next times.
TEST(ModuleEvents, LongOutput_IsShortened) {
  const OutputPipe pipe;
  pipe.print(std::string(5000, 'x'));
  ModuleEvents events("Disque", 3);
  events.add_output(pipe.reads.get());
  EXPECT_EQ(events.take(), (std::vector<ProviderEvent>{{"Disque", 0, std::string(1000, 'x')}}));
}

TEST(ModuleEvents, NoOutput_GivesNone) {
  const OutputPipe pipe;
  ModuleEvents events("Disque", 3);
  events.add_output(-1);
  events.add_output(pipe.reads.get());
  EXPECT_EQ(events.take(), std::vector<ProviderEvent>{});
}

}  // namespace
}  // namespace openperflib
