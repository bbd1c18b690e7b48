// Any bytes as a recording: read to the end, or refused.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

#include "openperflib/log/recording_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  UniqueFd fd(::memfd_create("fuzz", 0));
  if (::write(fd.get(), data, size) != static_cast<ssize_t>(size)) return 0;
  const auto reader = RecordingReader::open(std::move(fd), "fuzz");
  if (!reader.has_value()) return 0;
  LogRecord record;
  while ((*reader)->read(record).value() == ReadResult::reading) {
  }
  return 0;
}
