// A disk that is full while a recording is written to it, and then has room again.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using recording_example::block_of;
using recording_example::read_recording;

// One file, whose descriptor stands for /dev/full at times.
class Disk {
 public:
  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  void fill() { ASSERT_NE(-1, ::dup2(full_.get(), fd_.get())); }
  bool make_room() { return ::dup2(file_.get(), fd_.get()) != -1; }
  [[nodiscard]] std::size_t samples() const {
    return read_recording(bytes_of(file_.get())).values.size();
  }

 private:
  UniqueFd file_ = empty_file();
  UniqueFd full_{::open("/dev/full", O_WRONLY | O_CLOEXEC)};
  UniqueFd fd_{::fcntl(file_.get(), F_DUPFD_CLOEXEC, 3)};
};

std::expected<void, SourceFault> write_second(RecordingWriter& writer, std::int64_t second) {
  const auto block = block_of(second, 0, {{"a", 7}, {"b", 8}});
  return writer.write(DataBlockView::parse(block).value());
}

TEST(RecordingOnAFullDisk, RoomThatIsMade_KeepsEverySample) {
  Disk disk;
  int asked = 0;
  const auto make_room = [&] { return ++asked % 2 == 0 ? disk.make_room() : true; };
  RecordingWriter writer(
      disk.fd(), "a.perfrec",
      {.zone = {}, .flush_seconds = 3, .block_seconds = 9, .make_room = make_room});
  for (std::int64_t second = 0; second < 30; ++second) {
    if (second % 4 == 0) disk.fill();
    ASSERT_TRUE(write_second(writer, second).has_value()) << second;
  }
  disk.fill();
  ASSERT_TRUE(writer.end().has_value());
  EXPECT_GE(asked, 8);
  EXPECT_EQ(30U, disk.samples());
}

TEST(RecordingOnAFullDisk, WithoutRoom_IsAFaultAndStaysOne) {
  Disk disk;
  int asked = 0;
  RecordingWriter writer(disk.fd(), "a.perfrec", {.zone = {}, .make_room = [&] {
                                                    ++asked;
                                                    return false;
                                                  }});
  ASSERT_TRUE(write_second(writer, 0).has_value());
  disk.fill();
  EXPECT_EQ(ENOSPC, write_second(writer, 1).error().errno_value);
  ASSERT_TRUE(disk.make_room());
  EXPECT_EQ(ENOSPC, write_second(writer, 2).error().errno_value);
  EXPECT_EQ(1, asked);
  EXPECT_EQ(1U, disk.samples());
}

}  // namespace
}  // namespace openperflib
