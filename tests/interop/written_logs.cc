#include "tests/interop/written_logs.h"

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib::interop {
namespace {

using namespace blg_written;

constexpr std::uint32_t kProcess = 230;
constexpr std::uint32_t kPrivileged = 144;
constexpr std::uint32_t kWorkingSet = 180;
constexpr std::uint64_t kSamples = 3;

// The process that comes with the second sample makes the instances change.
TestBlock processes(std::uint64_t sample) {
  TestBlock block(static_cast<std::int64_t>(sample) * kTicksPerSecond);
  block.object(kProcess, {{kPrivileged, PERF_100NSEC_TIMER, 8}, {kWorkingSet}});
  block.instance("init", {sample * 10'000, 4096});
  block.instance("make", {sample * 20'000, 8192 + sample});
  if (sample != 0) block.instance("cc1plus", {sample * 40'000, 16384 + sample});
  return block;
}

std::vector<std::byte> cut_to_used(std::vector<std::byte> log) {
  const std::size_t last = log.size() - kBuffer;
  log.resize(last + load<std::uint32_t>(log, last + blg::buffer::kBytesUsed.offset));
  return log;
}

std::vector<std::byte> written(const std::vector<std::string>& paths) {
  const LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    query.take(processes(i).snapshot());
    write_sample(writer, query).value();
  }
  writer.end().value();
  return cut_to_used(file.bytes());
}

}  // namespace

std::vector<std::byte> written_counters() {
  return written({R"(\Process(init)\% Privileged Time)", R"(\Process(make)\% Privileged Time)",
                  R"(\Process(make)\Working Set)"});
}

std::vector<std::byte> written_instances() {
  return written({R"(\Process(*)\% Privileged Time)", R"(\Process(*)\Working Set)"});
}

std::vector<std::byte> written_objects() {
  const LogFile file;
  BlgObjectWriter writer(file.fd(), "a.blg", options_for({}), {{"db-17", "Process", true}},
                         {{"db-17",
                           {{kPrivileged, "% Privileged Time"},
                            {kWorkingSet, "Working Set"},
                            {kProcess, "Process"}}}});
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    TestBlock block = processes(i);
    const Bytes bytes = block.bytes();
    writer.write(block.wall(), {&bytes, 1}).value();
  }
  writer.end().value();
  return cut_to_used(file.bytes());
}

std::string written_text(TextLogFormat format) {
  const LogFile file;
  TextLogWriter writer(file.fd(), "log", format, {});
  const std::vector<std::string> paths = {R"(\\H\Memory\Pages/sec)", R"(\\H\Processor(0,1)\% X)"};
  writer.begin_columns(paths).value();
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const auto seconds = static_cast<FileTime>(i);
    Row row{.time_utc = TestBlock::kEpoch + seconds * kTicksPerSecond, .values = {}};
    row.values = {{.number = 88.359340674585567, .status = CStatus::valid_data},
                  Value::unusable(CStatus::no_data)};
    writer.write({}, row).value();
  }
  writer.end().value();
  return std::string(as_text(file.bytes()));
}

std::string as_utf16(std::string_view text, ByteOrder order) {
  std::string bytes;
  for (const char16_t unit : u'\xFEFF' + utf16_from_utf8(text)) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    bytes += order == ByteOrder::little ? low : high;
    bytes += order == ByteOrder::little ? high : low;
  }
  return bytes;
}

}  // namespace openperflib::interop
