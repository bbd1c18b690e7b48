// What recordings cost: make_recording WAY ...
//   samples PACE COUNT FILE  collects samples for the ways below
//   size FILE FOLDER         bytes of readings in blocks and in a journal, and as form 5 with
//                            zstd -3: JSON
//   both FILE FOLDER COUNT   the first samples as a recording and as a log of whole objects: JSON
//   cut FILE READINGS OUT    the samples, each cut down to so many readings, as a recording
//   encode FILE FOLDER       CPU time of recording 5,000 readings a second: JSON
//   big FILE BYTES OUT       a recording of so many bytes: the last hour from the samples, after
//                            one block that is repeated with other times
//   processes COUNT SHORT OUT  a recording of so many samples of 370 processes, of which SHORT are
//                            others in each sample
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <zstd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "bench/process_samples.h"
#include "bench/recorded_samples.h"
#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/recording/recording_file_internal.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_writer.h"

namespace openperflib::bench {
namespace {

using Done = std::expected<void, SourceFault>;

[[noreturn]] void give_up(const SourceFault& fault) {
  fmt::print(stderr, "make_recording: {}\n", describe(fault));
  std::exit(1);
}

template <typename T>
T get(std::expected<T, SourceFault> result) {
  if (!result.has_value()) give_up(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

UniqueFd create(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) give_up({.errno_value = errno, .file = path, .error = std::nullopt});
  return fd;
}

std::uint64_t size_of(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// The first `count` samples as a recording. How many readings they have.
std::uint64_t record(const std::string& samples, std::uint64_t count, const std::string& path,
                     double block_seconds, bool closes) {
  const UniqueFd fd = create(path);
  RecordingWriter writer(fd.get(), path, {.zone = {}, .block_seconds = block_seconds});
  RecordedSamples source(samples);
  std::uint64_t readings = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto block = source.next();
    if (!block.has_value()) break;
    readings += readings_in(*block);
    get(writer.write(DataBlockView::parse(*block).value()));
  }
  if (closes) get(writer.end());
  return readings;
}

// The same samples as a log of whole objects.
void copy_to_objects(const std::string& recording, const std::string& path) {
  const auto reader = get(RecordingReader::open(
      UniqueFd(::open(recording.c_str(), O_RDONLY | O_CLOEXEC)), recording, fixed_titles()));
  std::vector<BlgObject> objects;
  for (const LogEntry& entry : reader->header().entries) {
    objects.push_back({entry.machine, entry.object, entry.instance.has_value()});
  }
  BlgWriterOptions options;
  options.file_path = path;
  options.samples_per_flush = 0;
  const UniqueFd fd = create(path);
  const std::string machine = objects.front().machine;
  BlgObjectWriter writer(fd.get(), path, options, std::move(objects),
                         {{machine, reader->names_of(machine)}});
  LogRecord log;
  while (get(reader->read(log)) == ReadResult::reading)
    get(writer.write(log.time_local, log.blocks));
  get(writer.end());
}

// What `zstd -3` makes of a file.
std::uint64_t compressed_size(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 3);
  std::vector<char> in(ZSTD_CStreamInSize());
  std::vector<char> out(ZSTD_CStreamOutSize());
  std::uint64_t size = 0;
  for (bool is_last = false; !is_last;) {
    const ssize_t got = ::read(fd.get(), in.data(), in.size());
    is_last = got <= 0;
    ZSTD_inBuffer input{in.data(), is_last ? 0 : static_cast<std::size_t>(got), 0};
    for (std::size_t left = 1; left != 0;) {
      ZSTD_outBuffer output{out.data(), out.size(), 0};
      left = ZSTD_compressStream2(context, &output, &input, is_last ? ZSTD_e_end : ZSTD_e_continue);
      size += output.pos;
      if (!is_last && input.pos == input.size) left = 0;
    }
  }
  ZSTD_freeCCtx(context);
  return size;
}

constexpr double kMinute = 60;
constexpr double kNever = 1e9;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

void print_size(const std::string& samples, const std::string& folder) {
  const std::string recording = folder + "/size.perfrec";
  const std::string objects = folder + "/size.blg";
  const std::uint64_t readings = record(samples, kAll, recording, kMinute, true);
  copy_to_objects(recording, objects);
  const double closed = static_cast<double>(size_of(recording));
  const double reference = static_cast<double>(compressed_size(objects));
  constexpr std::uint64_t kTail = 59;
  (void)record(samples, kTail, recording, kNever, false);
  const double journal = static_cast<double>(size_of(recording));
  copy_to_objects(recording, objects);
  const double journal_reference = static_cast<double>(compressed_size(objects));
  const auto all = static_cast<double>(readings);
  fmt::print(R"({{"readings": {}, "closed": {}, "closed_reference": {}, "journal": {}, )"
             R"("journal_reference": {}}})"
             "\n",
             readings, closed / all, reference / all, journal, journal_reference);
}

void print_both(const std::string& samples, const std::string& folder, std::uint64_t count) {
  const std::string recording = folder + "/both.perfrec";
  const std::string objects = folder + "/both.blg";
  const std::uint64_t readings = record(samples, count, recording, kMinute, true);
  copy_to_objects(recording, objects);
  fmt::print(R"({{"readings": {}, "recording": "{}", "objects": "{}"}})"
             "\n",
             readings, recording, objects);
}

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The samples are cut down to what 5,000 readings a second are; of fewer the time is counted as if
// they cost as much each. The whole: splitting, journal, fdatasync a sample, blocks.
void print_encode(const std::string& samples, const std::string& folder) {
  constexpr std::uint64_t kReadings = 5000;
  std::vector<Block> blocks;
  std::uint64_t readings = 0;
  for (RecordedSamples source(samples);;) {
    const auto block = source.next();
    if (!block.has_value()) break;
    blocks.push_back(with_readings(*block, kReadings));
    readings += readings_in(blocks.back());
  }
  const std::string path = folder + "/encode.perfrec";
  const UniqueFd fd = create(path);
  RecordingWriter writer(fd.get(), path, {.zone = {}});
  const double begin = cpu_seconds();
  for (const Block& block : blocks) get(writer.write(DataBlockView::parse(block).value()));
  get(writer.end());
  const double seconds = cpu_seconds() - begin;
  fmt::print(R"({{"readings": {}, "percent": {}}})"
             "\n",
             readings / blocks.size(), 100 * seconds / static_cast<double>(readings) * kReadings);
}

// Appends records, with the numbers and indices for their positions.
class BigRecording {
 public:
  BigRecording(const std::string& path, Bytes file_header) : fd_(create(path)) { put(file_header); }

  void add(recording::RecordHead head, Bytes payload) {
    head.block = block_;
    head.index_offset = index_.index_offset;
    Block bytes(recording::record::kHeadSize);
    recording::build(head, bytes);
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    put(bytes);
    note(head, bytes.size());
    ++block_;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return at_; }

 private:
  void note(const recording::RecordHead& head, std::size_t size) {
    if (index_.samples++ == 0) {
      index_.block = block_;
      index_.first_time = head.first_time;
    }
    index_.last_time = head.last_time;
    index_.directory_length = static_cast<std::uint32_t>(size);
    if (index_.samples != recording::kIndexedBlocks) return;
    Block bytes(recording::record::kHeadSize);
    recording::build(index_, bytes);
    index_ = {.kind = recording::RecordKind::index, .index_offset = at_};
    put(bytes);
  }
  void put(Bytes bytes) {
    if (::write(fd_.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      give_up({.errno_value = errno, .file = "the big recording", .error = std::nullopt});
    }
    at_ += bytes.size();
  }
  UniqueFd fd_;
  std::uint64_t at_ = 0;
  std::uint32_t block_ = 0;
  recording::RecordHead index_{.kind = recording::RecordKind::index};
};

// An hour of samples as a recording, by repeating the existing ones.
void record_an_hour(const std::string& samples, const std::string& path) {
  constexpr int kHour = 3600;
  const UniqueFd fd = create(path);
  RecordingWriter writer(fd.get(), path, {.zone = {}, .flush_seconds = kMinute});
  RecordedSamples source(samples);
  FileTime first = 0;
  FileTime last = 0;
  FileTime moved = 0;
  for (int i = 0; i < kHour; ++i) {
    auto next = source.next();
    if (!next.has_value()) {
      source = RecordedSamples(samples);
      next = source.next();
      if (!next.has_value()) return;
      moved += last - first + kTicksPerSecond;
    }
    Block block(next->begin(), next->end());
    last = DataBlockView::parse(block).value().perf_time_100ns();
    if (first == 0) first = last;
    move_clocks(block, moved);
    get(writer.write(DataBlockView::parse(block).value()));
  }
  get(writer.end());
}

void make_big(const std::string& samples, std::uint64_t bytes, const std::string& path) {
  const std::string hour = path + ".hour";
  record_an_hour(samples, hour);
  LogAnomalies anomalies(hour);
  auto file = get(recording::RecordingFile::open(
      UniqueFd(::open(hour.c_str(), O_RDONLY | O_CLOEXEC)), anomalies));
  std::vector<recording::FoundRecord> records;
  while (const auto found = get(file.next(anomalies))) records.push_back(*found);
  const auto bytes_at = [&](std::uint64_t offset, std::uint64_t length) {
    const Bytes read = get(file.read(offset, static_cast<std::size_t>(length)));
    return Block(read.begin(), read.end());
  };
  BigRecording big(path, bytes_at(0, recording::file_header::kSize));
  const recording::FoundRecord& first = records.front();
  const Block payload = bytes_at(first.payload_offset(), first.head.length);
  const std::uint64_t each = payload.size() + recording::record::kHeadSize;
  const std::uint64_t own = size_of(hour);
  for (std::uint64_t left = bytes > own ? (bytes - own) / each : 0; left > 0; --left) {
    recording::RecordHead head = first.head;
    const auto back = static_cast<FileTime>(left * 60) * kTicksPerSecond;
    head.first_time -= back;
    head.last_time -= back;
    big.add(head, payload);
  }
  for (const recording::FoundRecord& record : records) {
    if (record.head.kind != recording::RecordKind::block) continue;
    big.add(record.head, bytes_at(record.payload_offset(), record.head.length));
  }
  (void)std::remove(hour.c_str());
}

// The samples cut down to so many readings, as a recording.
void record_cut(const std::string& samples, std::uint64_t readings, const std::string& path) {
  const UniqueFd fd = create(path);
  RecordingWriter writer(fd.get(), path, {.zone = {}, .flush_seconds = kMinute});
  RecordedSamples source(samples);
  while (const auto block = source.next()) {
    const Block part = with_readings(*block, readings);
    get(writer.write(DataBlockView::parse(part).value()));
  }
  get(writer.end());
}

void record_processes(std::uint64_t count, std::uint64_t short_lived, const std::string& path) {
  const UniqueFd fd = create(path);
  RecordingWriter writer(fd.get(), path, {.zone = {}, .flush_seconds = kMinute});
  ProcessSamples source(static_cast<std::size_t>(short_lived));
  for (std::uint64_t i = 0; i < count; ++i) {
    get(writer.write(DataBlockView::parse(source.next()).value()));
  }
  get(writer.end());
}

using Words = std::vector<std::string>;

std::uint64_t number(const std::string& word) { return std::strtoull(word.c_str(), nullptr, 10); }

struct Way {
  std::string_view name;
  std::size_t words;  // with the name
  void (*run)(const Words&);
};
constexpr auto kWays = std::to_array<Way>({
    {"samples", 4,
     [](const Words& words) {
       get(collect_samples(std::atof(words[1].c_str()), std::atoi(words[2].c_str()), words[3]));
     }},
    {"size", 3, [](const Words& words) { print_size(words[1], words[2]); }},
    {"both", 4, [](const Words& words) { print_both(words[1], words[2], number(words[3])); }},
    {"cut", 4, [](const Words& words) { record_cut(words[1], number(words[2]), words[3]); }},
    {"encode", 3, [](const Words& words) { print_encode(words[1], words[2]); }},
    {"big", 4, [](const Words& words) { make_big(words[1], number(words[2]), words[3]); }},
    {"processes", 4,
     [](const Words& words) { record_processes(number(words[1]), number(words[2]), words[3]); }},
});

int run(const Words& words) {
  for (const Way& way : kWays) {
    if (words.size() != way.words || words[0] != way.name) continue;
    way.run(words);
    return 0;
  }
  fmt::print(stderr, "usage: make_recording samples|size|both|cut|encode|big|processes ...\n");
  return 1;
}

}  // namespace
}  // namespace openperflib::bench

int main(int argc, char** argv) { return openperflib::bench::run({argv + 1, argv + argc}); }
