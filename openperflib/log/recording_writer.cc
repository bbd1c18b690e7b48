#include "openperflib/log/recording_writer.h"

#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording_journal_internal.h"
#include "openperflib/log/recording_record_internal.h"
#include "openperflib/log/recording_split_internal.h"

namespace openperflib {

using recording::RecordHead;
using recording::RecordKind;

struct RecordingWriter::State {
  int fd;
  std::string shown_name;
  RecordingOptions options;

  recording::Pieces pieces;
  recording::BlockSplitter splitter;
  recording::RecordedSample sample;
  recording::JournalEncoder journal;
  RecordHead part;                   // that is being filled
  std::vector<std::byte> record;     // as it is written
  std::uint64_t at = 0;              // where the next record goes
  double flushed_at = 0;             // by the clock of the samples, in seconds
  std::optional<SourceFault> fault;  // the first one

  [[nodiscard]] std::expected<void, SourceFault> fail(int errno_value);
  [[nodiscard]] std::expected<void, SourceFault> write_at(std::uint64_t offset, Bytes bytes);
  [[nodiscard]] std::expected<void, SourceFault> sync();
  [[nodiscard]] std::expected<void, SourceFault> begin(FileTime started_utc);
  [[nodiscard]] std::expected<void, SourceFault> take(const DataBlockView& block);
  [[nodiscard]] std::expected<void, SourceFault> flush();
};

std::expected<void, SourceFault> RecordingWriter::State::fail(int errno_value) {
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

std::expected<void, SourceFault> RecordingWriter::State::sync() {
  if (::fdatasync(fd) == 0 || errno == EINVAL) return {};  // what cannot be synced is none's disk
  return fail(errno);
}

std::expected<void, SourceFault> RecordingWriter::State::begin(FileTime started_utc) {
  const auto head = recording::build(recording::FileHead{.started_utc = started_utc,
                                                         .bias_minutes = options.zone.bias_minutes,
                                                         .zone = options.zone.name});
  OPENPERFLIB_TRY(write_at(0, head));
  at = head.size();
  return {};
}

std::expected<void, SourceFault> RecordingWriter::State::take(const DataBlockView& block) {
  if (at == 0) OPENPERFLIB_TRY(begin(block.perf_time_100ns()));
  splitter.split(block, pieces, sample);
  journal.add(sample, pieces);
  if (part.samples++ == 0) part.first_time = block.perf_time_100ns();
  part.last_time = block.perf_time_100ns();
  const double now = block.perf_freq() <= 0 ? 0.0
                                            : static_cast<double>(block.perf_time()) /
                                                  static_cast<double>(block.perf_freq());
  constexpr double kSlack = 0.05;  // a sample that comes early by so much is the one to flush
  const bool is_due = now < flushed_at || now - flushed_at >= options.flush_seconds - kSlack;
  if (!is_due && journal.pending() < recording::kMostRaw / 4) return {};
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
  OPENPERFLIB_TRY(write_at(at, record));
  OPENPERFLIB_TRY(sync());
  at += record.size();
  ++part.part;
  part.samples = 0;
  return {};
}

RecordingWriter::RecordingWriter(int fd, std::string shown_name, RecordingOptions options)
    : state_(new State{.fd = fd,
                       .shown_name = std::move(shown_name),
                       .options = std::move(options),
                       .pieces = {},
                       .splitter = {},
                       .sample = {},
                       .journal = {},
                       .part = {},
                       .record = {},
                       .fault = {}}) {}
RecordingWriter::~RecordingWriter() = default;
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&&) noexcept = default;

std::expected<void, SourceFault> RecordingWriter::write(const DataBlockView& block) {
  if (state_->fault.has_value()) return std::unexpected(*state_->fault);
  return state_->take(block);
}

std::expected<void, SourceFault> RecordingWriter::flush() {
  if (state_->fault.has_value()) return std::unexpected(*state_->fault);
  return state_->flush();
}

std::expected<void, SourceFault> RecordingWriter::end() { return flush(); }

}  // namespace openperflib
