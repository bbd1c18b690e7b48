#include "openperflib/log/recording/recording_writer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording/joined_block.h"
#include "openperflib/log/recording/recording_columns_internal.h"
#include "openperflib/log/recording/recording_journal_internal.h"
#include "openperflib/log/recording/recording_record_internal.h"
#include "openperflib/log/recording/recording_split_internal.h"

namespace openperflib {
namespace {

constexpr double kSlack =
    0.05;  // seconds: a sample that is early by so much is the one that is due
constexpr std::size_t kMostPending = recording::kMostRaw / 4;  // bytes that wait for a flush

// A block is full with these, so that its samples and its dictionary stay small in memory however
// many processes come and go. A series is worth less in a block of few samples: a machine with many
// values has larger blocks.
constexpr std::size_t kEnoughValues = std::size_t{1} << 20;  // with kEnoughSamples
constexpr std::size_t kEnoughSamples = 16;
constexpr std::size_t kEnoughValuesAlways = 4 * kEnoughValues;
constexpr std::size_t kEnoughNewBytes = std::size_t{2} << 20;  // of pieces after the first sample

}  // namespace

double seconds_of(const DataBlockView& block) noexcept {
  if (block.perf_freq() <= 0) return 0;
  return static_cast<double>(block.perf_time()) / static_cast<double>(block.perf_freq());
}

using recording::RecordHead;
using recording::RecordKind;

struct RecordingWriter::State {
  int fd;
  std::string shown_name;
  RecordingOptions options;

  JoinedBlock joined = {};  // of a sample in several blocks
  recording::Fragments pieces = {};
  recording::BlockSplitter splitter = {};
  recording::RecordedSample sample = {};
  recording::JournalEncoder journal = {};
  recording::BlockEncoder block = {};
  RecordHead part = {};                             // that is being filled
  RecordHead closed = {};                           // the block that the journal will be
  RecordHead index = {.kind = RecordKind::index};   // of the blocks since the last one
  std::vector<std::byte> record = {};               // as it is written
  std::uint64_t at = 0;                             // where the next record goes
  std::uint64_t journal_at = 0;                     // where the journal begins
  double flushed_at = 0;                            // by the clock of the samples, in seconds
  double begun_at = 0;                              // the journal
  std::size_t first_bytes = 0;                      // of pieces in its first sample
  std::optional<SourceFault> fault = std::nullopt;  // the first one

  [[nodiscard]] std::unexpected<SourceFault> fail(int errno_value);
  [[nodiscard]] std::expected<void, SourceFault> write_at(std::uint64_t offset, Bytes bytes);
  [[nodiscard]] bool has_made_room();
  [[nodiscard]] std::expected<void, SourceFault> append(Bytes bytes);
  [[nodiscard]] std::expected<void, SourceFault> sync();
  [[nodiscard]] std::expected<void, SourceFault> begin(FileTime started_utc);
  [[nodiscard]] std::expected<void, SourceFault> take(const DataBlockView& view);
  [[nodiscard]] std::expected<void, SourceFault> flush();
  [[nodiscard]] std::expected<void, SourceFault> close_block();
  [[nodiscard]] std::expected<void, SourceFault> put_block();
  [[nodiscard]] std::expected<void, SourceFault> put_index();
  [[nodiscard]] std::expected<void, SourceFault> end();
  [[nodiscard]] bool is_block_full(double now) const noexcept;
  [[nodiscard]] bool is_block_large() const noexcept;
  void note(FileTime time);
  void build_block();
  void note_in_index();
};

std::unexpected<SourceFault> RecordingWriter::State::fail(int errno_value) {
  fault = SourceFault{.errno_value = errno_value, .file = shown_name, .error = std::nullopt};
  return std::unexpected(*fault);
}

std::expected<void, SourceFault> RecordingWriter::State::write_at(std::uint64_t offset,
                                                                  Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(errno);
    if (put == 0) return fail(ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
  return {};
}

bool RecordingWriter::State::has_made_room() {
  if (fault->errno_value != ENOSPC || !options.make_room || !options.make_room()) return false;
  fault.reset();
  return true;
}

// What a full disk took of a record is taken back: the recording ends with a whole one.
std::expected<void, SourceFault> RecordingWriter::State::append(Bytes bytes) {
  for (;;) {
    auto written = write_at(at, bytes);
    if (written.has_value()) return written;
    (void)!::ftruncate(fd, static_cast<off_t>(at));
    if (!has_made_room()) return written;
  }
}

std::expected<void, SourceFault> RecordingWriter::State::sync() {
  if (::fdatasync(fd) == 0 || errno == EINVAL) return {};  // what cannot be synced is on no disk
  return fail(errno);
}

std::expected<void, SourceFault> RecordingWriter::State::begin(FileTime started_utc) {
  const auto head = recording::build(recording::FileHead{.started_utc = started_utc,
                                                         .bias_minutes = options.zone.bias_minutes,
                                                         .zone = options.zone.name});
  OPENPERFLIB_TRY(append(head));
  at = journal_at = head.size();
  return {};
}

void RecordingWriter::State::note(FileTime time) {
  if (part.samples++ == 0) part.first_time = time;
  if (closed.samples++ == 0) closed.first_time = time;
  part.last_time = closed.last_time = time;
}

bool RecordingWriter::State::is_block_large() const noexcept {
  return (block.values() >= kEnoughValues && closed.samples >= kEnoughSamples) ||
         block.values() >= kEnoughValuesAlways ||
         pieces.byte_count() - first_bytes >= kEnoughNewBytes;
}

// A clock that went back begins a block too.
bool RecordingWriter::State::is_block_full(double now) const noexcept {
  return closed.samples == recording::kMostSamples || is_block_large() ||
         now - begun_at >= options.block_seconds - kSlack || now < begun_at;
}

std::expected<void, SourceFault> RecordingWriter::State::take(const DataBlockView& view) {
  if (at == 0) OPENPERFLIB_TRY(begin(view.perf_time_100ns()));
  const double now = seconds_of(view);
  const bool went_back = view.perf_time_100ns() < closed.last_time;  // times of a block ascend
  if (closed.samples != 0 && (went_back || is_block_full(now))) OPENPERFLIB_TRY(close_block());
  if (closed.samples == 0) begun_at = now;
  splitter.split(view, pieces, sample);
  if (closed.samples == 0) first_bytes = pieces.byte_count();
  journal.add(sample, pieces);
  block.add(sample);
  note(view.perf_time_100ns());
  const bool is_due = now < flushed_at || now - flushed_at >= options.flush_seconds - kSlack;
  if (!is_due && journal.pending() < kMostPending) return {};
  flushed_at = now;
  return flush();
}

std::expected<void, SourceFault> RecordingWriter::State::flush() {
  if (part.samples == 0) return {};
  const Bytes payload = journal.flush();
  part.kind = RecordKind::journal;
  part.length = payload.size();
  part.payload_checksum = recording::crc32c(payload);
  record.resize(recording::record::kHeadSize);
  recording::build(part, record);
  recording::put_bytes(record, payload);
  OPENPERFLIB_TRY(append(record));
  OPENPERFLIB_TRY(sync());
  at += record.size();
  ++part.part;
  part.samples = 0;
  return {};
}

void RecordingWriter::State::build_block() {
  record.resize(recording::record::kHeadSize);
  closed.kind = RecordKind::block;
  closed.directory_length = block.put(pieces, record);
  const Bytes payload = Bytes(record).subspan(recording::record::kHeadSize);
  closed.length = payload.size();
  closed.payload_checksum = recording::crc32c(payload.first(closed.directory_length));
  recording::build(closed, record);
}

// The block is written behind its journal first, and then over it: at each moment one of the two is
// whole on the disk.
std::expected<void, SourceFault> RecordingWriter::State::put_block() {
  OPENPERFLIB_TRY(append(record));
  OPENPERFLIB_TRY(sync());
  if (record.size() > at - journal_at) {
    at += record.size();
    return {};
  }
  OPENPERFLIB_TRY(write_at(journal_at, record));
  OPENPERFLIB_TRY(sync());
  at = journal_at + record.size();
  if (::ftruncate(fd, static_cast<off_t>(at)) != 0) return fail(errno);
  return {};
}

void RecordingWriter::State::note_in_index() {
  const bool is_first = index.samples++ == 0;
  if (is_first) index.block = closed.block;
  index.first_time = is_first ? closed.first_time : std::min(index.first_time, closed.first_time);
  index.last_time = is_first ? closed.last_time : std::max(index.last_time, closed.last_time);
  index.directory_length = static_cast<std::uint32_t>(record.size());
}

// The next flush puts it onto the disk: without it the blocks are walked over.
std::expected<void, SourceFault> RecordingWriter::State::put_index() {
  if (index.samples != recording::kIndexedBlocks) return {};
  record.resize(recording::record::kHeadSize);
  recording::build(index, record);
  OPENPERFLIB_TRY(append(record));
  index = {.kind = RecordKind::index, .index_offset = at};
  at += record.size();
  return {};
}

std::expected<void, SourceFault> RecordingWriter::State::close_block() {
  OPENPERFLIB_TRY(flush());
  build_block();
  OPENPERFLIB_TRY(put_block());
  note_in_index();
  OPENPERFLIB_TRY(put_index());
  journal_at = at;
  closed = {.block = closed.block + 1, .index_offset = index.index_offset};
  part = {.block = closed.block, .index_offset = index.index_offset};
  pieces.clear();
  journal.restart();
  block.clear();
  return {};
}

// What is left becomes a block where that is smaller. Where the disk has no room for it the journal
// stays, which has all that the block would have.
std::expected<void, SourceFault> RecordingWriter::State::end() {
  OPENPERFLIB_TRY(flush());
  if (closed.samples == 0) return {};
  build_block();
  if (record.size() >= at - journal_at) return {};
  auto put = put_block();
  const bool is_full = !put.has_value() && put.error().errno_value == ENOSPC;
  closed.samples = 0;
  return is_full ? std::expected<void, SourceFault>() : put;
}

RecordingWriter::RecordingWriter(int fd, std::string shown_name, RecordingOptions options)
    : state_(new State{
          .fd = fd, .shown_name = std::move(shown_name), .options = std::move(options)}) {}
RecordingWriter::~RecordingWriter() = default;
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&&) noexcept = default;

std::expected<void, SourceFault> RecordingWriter::write(FileTime /*time_local*/,
                                                        std::span<const Bytes> blocks) {
  const auto view = state_->joined.one_of(blocks);
  return view.has_value() ? write(*view) : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> RecordingWriter::write(const DataBlockView& block) {
  if (state_->fault.has_value()) return std::unexpected(*state_->fault);
  return state_->take(block);
}

std::expected<void, SourceFault> RecordingWriter::flush() {
  if (state_->fault.has_value()) return std::unexpected(*state_->fault);
  return state_->flush();
}

std::expected<void, SourceFault> RecordingWriter::end() {
  if (state_->fault.has_value()) return std::unexpected(*state_->fault);
  return state_->end();
}

}  // namespace openperflib
