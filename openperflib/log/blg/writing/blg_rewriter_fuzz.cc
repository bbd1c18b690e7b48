// Any bytes as a binary log, read and written again: everything readable in one is readable in the
// other, and writing again gives the same bytes.
#include <cstdint>
#include <cstdlib>

#include "openperflib/testing/blg_example.h"
#include "openperflib/testing/blg_rewriter.h"
#include "openperflib/testing/blg_writer_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::optional<std::vector<std::byte>> rewritten(Bytes log) {
  const blg_written::LogFile to;
  LogAnomalies anomalies("fuzz");
  if (!rewrite_blg(file_of(log), anomalies, to.fd(), "fuzz").has_value()) {
    return std::nullopt;
  }
  return to.bytes();
}

void require_same_records(Bytes before, Bytes after) {
  auto first = BlgReader::open(file_of(before), "fuzz", fixed_titles());
  auto second = BlgReader::open(file_of(after), "fuzz", fixed_titles());
  if (!first.has_value()) return;
  require(second.has_value());
  LogRecord one;
  LogRecord other;
  for (;;) {
    const auto read = (*first)->read(one).value();
    require(read == (*second)->read(other).value());
    if (read == ReadResult::end) return;
    require(one.time_local == other.time_local);
    require(one.sample.counters == other.sample.counters);
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const Bytes bytes = std::as_bytes(std::span(data, size));
  const auto once = rewritten(bytes);
  if (!once.has_value()) return 0;
  require_same_records(bytes, *once);
  require(rewritten(*once) == once);
  return 0;
}
