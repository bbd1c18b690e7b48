// Reads a binary performance log and writes it again, message by message: what is understood of the
// format is what comes out identical. For tests.
//
// Source: docs/formats/blg.md, "Rewriting".
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/writing/blg_writer_header_internal.h"
#include "openperflib/log/blg/writing/blg_writer_index_internal.h"
#include "openperflib/log/blg/writing/blg_writer_message_internal.h"
#include "openperflib/log/blg/writing/blg_writer_records_internal.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// The samples to write, and the path in the header.
struct BlgSelection {
  // Whether the sample with this stored time is written. Empty: all samples, and the closing index
  // is that of the source; otherwise it covers the written samples.
  std::function<bool(FileTime time_local)> wants;
  std::string file_path;  // for the header; empty: that of the source
};

namespace blg_rewriting {

using Result = std::expected<void, SourceFault>;  // the fault of either log

// Encodes the record of one counter from its decoded values.
inline void put_counter(BlgBytes& out, const BlgCounterView& view) {
  put_counter_record(out, view.status(), view.time_local(),
                     {.first = view.first(), .second = view.second(), .multi = view.multi()});
}

// Encodes the record of a counter with instances. `length`: bytes of the stored record, which may
// have zeros at its end.
inline void put_instances(BlgBytes& out, const BlgInstancesView& view, std::size_t length) {
  BlgInstancesRecord record;
  for (std::uint32_t i = 0; i < view.count(); ++i) {
    const auto item = view.values(i);
    record.add(view.name(i), {.first = item.first, .second = item.second, .multi = item.multi});
  }
  record.put(out, view.status(), view.time_local(), length);
}

// What was written since `start` in place of `stored` must have the same length; otherwise `stored`
// was not understood and is copied.
inline void keep_length(BlgBytes& out, std::size_t start, Bytes stored) {
  if (out.size() - start == stored.size()) return;
  out.cut(start);
  out.put_bytes(stored);
}

// Decodes and encodes a record; an unknown one is copied.
inline void put_record(BlgBytes& out, const BlgRecordView& record, Bytes stored) {
  const std::size_t start = out.size();
  if (record.form() == BlgForm::counter) {
    const auto view = BlgCounterView::parse(record.payload());
    if (view.has_value()) put_counter(out, *view);
  } else if (record.form() == BlgForm::instances) {
    const auto view = BlgInstancesView::parse(record.payload());
    if (view.has_value()) put_instances(out, *view, record.size());
  }
  keep_length(out, start, stored);
}

// The body of a data message; copied if it is not completely understood.
inline void put_sample(BlgBytes& out, Bytes body) {
  const auto sample = BlgRecordView::parse(body);
  if (!sample.has_value() || sample->form() != BlgForm::sample || sample->size() != body.size()) {
    return out.put_bytes(body);
  }
  const std::size_t start = begin_record(out, BlgForm::sample);
  Bytes rest = sample->payload();
  while (!rest.empty()) {
    const auto record = BlgRecordView::parse(rest);
    if (!record.has_value()) break;
    put_record(out, *record, rest.first(record->size()));
    rest = rest.subspan(record->size());
  }
  if (rest.empty()) end_record(out, start);
  keep_length(out, start, body);
}

// Decodes and encodes an entry of the catalog, whose bytes are `stored`.
inline void put_entry(BlgBytes& out, const BlgCatalogEntryView& entry, Bytes stored,
                      BlgEntryLayout layout) {
  const std::size_t start = out.size();
  put_catalog_entry(out, stored_entry_from(entry), layout);
  keep_length(out, start, stored);
}

// The body of a catalog message; from the first entry that cannot be decoded on, it is copied.
inline void put_catalog(BlgBytes& out, Bytes body, BlgEntryLayout layout) {
  const auto catalog = BlgCatalogView::parse(body);
  if (!catalog.has_value()) return out.put_bytes(body);
  put_catalog_head(out, catalog->version(), catalog->log_type());
  Bytes rest = catalog->entries();
  while (!rest.empty()) {
    const auto entry = BlgCatalogEntryView::parse(rest);
    if (!entry.has_value()) break;
    put_entry(out, *entry, rest.first(entry->size()), layout);
    rest = rest.subspan(entry->size());
  }
  out.put_bytes(rest);
}

// The properties that the events of a message get: those of its first stored event. Its body says
// how long a part may be, at least kLongestBlgPart.
inline BlgEventFacts facts_of(const BlgEventView& event) {
  BlgEventFacts facts;
  std::memcpy(facts.log_guid.data(), event.log_guid().data(), facts.log_guid.size());
  facts.header_type = event.header_type();
  facts.thread_id = event.thread_id();
  facts.process_id = event.process_id();
  facts.words = event.words();
  facts.longest_part = std::max(kLongestBlgPart, event.body().size());
  return facts;
}

// The stored headers of the buffers: unknown fields are copied.
inline BlgBufferWriter::HeaderSource headers_in(int fd, std::uint32_t buffer_size) {
  return [=](std::uint64_t number) -> std::optional<BlgBufferHeader> {
    BlgBufferHeader header{};
    const auto offset = static_cast<off_t>(number * buffer_size);
    if (::pread(fd, header.data(), header.size(), offset) <= 0) return std::nullopt;
    return header;
  };
}

// The blocks of a sample, one per record; empty for records of other forms.
inline void find_blocks(Bytes body, std::vector<Bytes>& blocks) {
  blocks.clear();
  const auto sample = BlgRecordView::parse(body);
  if (!sample.has_value()) return;
  Bytes rest = sample->payload();
  while (!rest.empty()) {
    const auto record = BlgRecordView::parse(rest);
    if (!record.has_value()) return;
    blocks.push_back(record->form() == BlgForm::object ? record->payload() : Bytes());
    rest = rest.subspan(record->size());
  }
}

// Reads the events of one log and adds their messages to another.
class Rewriter {
 public:
  // Everything but `layout` is kept by reference.
  Rewriter(BlgBuffers& from, LogAnomalies& anomalies, BlgBufferWriter& to, BlgEntryLayout layout,
           const BlgSelection& selection)
      : from_(from), anomalies_(anomalies), to_(to), layout_(layout), selection_(selection) {}
  // Reads to the end of `from`. `to` has its file header already; the caller finishes it.
  [[nodiscard]] Result run();

 private:
  // Adds a part to its message, and writes the message when it is complete.
  [[nodiscard]] Result take(const BlgEventView& event, std::uint64_t offset);
  // Encodes a message; leaves out a sample that is not selected.
  [[nodiscard]] Result add(const BlgMessage& message);
  // Writes body_ as a message.
  [[nodiscard]] Result add(BlgKind kind, FileTime time_local);
  // Only samples with blocks begin an index.
  void add_to_index(const BlgMessage& sample);
  // Writes the index of the selected samples, if there is one.
  [[nodiscard]] Result add_index();

  BlgBuffers& from_;
  LogAnomalies& anomalies_;
  BlgBufferWriter& to_;
  BlgEntryLayout layout_;
  BlgMessageJoiner joiner_;
  const BlgSelection& selection_;
  BlgEventFacts facts_;  // of the first event of the message
  BlgBytes body_;
  FileTime flush_time_utc_ = 0;  // of the buffer that is read
  std::vector<Bytes> blocks_;
  std::optional<BlgClosingIndex> index_;  // of the selected samples, if they have blocks
};

inline Result Rewriter::add(BlgKind kind, FileTime time_local) {
  return add_message(to_, facts_, {.kind = kind, .time_local = time_local, .body = body_.bytes()},
                     flush_time_utc_);
}

inline void Rewriter::add_to_index(const BlgMessage& sample) {
  find_blocks(sample.body, blocks_);
  const bool has_blocks = std::ranges::any_of(blocks_, [](Bytes block) { return !block.empty(); });
  if (!index_.has_value() && has_blocks) index_.emplace(blocks_.size());
  if (index_.has_value()) index_->add(sample.time_local, blocks_);
}

inline Result Rewriter::add(const BlgMessage& message) {
  body_.clear();
  if (message.kind == BlgKind::data) {
    if (selection_.wants && !selection_.wants(message.time_local)) return {};
    if (selection_.wants) add_to_index(message);
    put_sample(body_, message.body);
  } else if (message.kind == BlgKind::catalog) {
    put_catalog(body_, message.body, layout_);
  } else if (message.kind == BlgKind::closing_index && selection_.wants) {
    return {};  // add_index() writes a new one
  } else {
    body_.put_bytes(message.body);
  }
  return add(message.kind, message.time_local);
}

inline Result Rewriter::add_index() {
  if (!index_.has_value()) return {};
  body_.clear();
  index_->put(body_);
  return add(BlgKind::closing_index, index_->last_time_local() + kBlgIndexBehindSample);
}

inline Result Rewriter::take(const BlgEventView& event, std::uint64_t offset) {
  if (event.part() == 1) facts_ = facts_of(event);
  const auto message = joiner_.add(event, offset, anomalies_);
  return message.has_value() ? add(*message) : Result();
}

inline Result Rewriter::run() {
  while (true) {
    const auto buffer = OPENPERFLIB_TRY(from_.next(anomalies_));
    if (!buffer.has_value()) break;
    flush_time_utc_ = buffer->view.flush_time_utc();
    BlgEventWalk walk(buffer->view, buffer->offset);
    while (const auto event = walk.next(anomalies_)) {
      OPENPERFLIB_TRY(take(*event, walk.offset()));
    }
  }
  joiner_.end(anomalies_);
  return add_index();
}

}  // namespace blg_rewriting

// Reads the log `from` and writes everything that can be read to `to`, an empty, seekable file that
// is open for writing: header, catalog and records of counters are decoded and encoded; blocks,
// name tables and the closing index are copied. A log of Windows 8 or later comes out identical; in
// older ones the bytes between the events, which are garbage, become 0, and some numbers in the
// headers of the buffers become those of Windows 8. Damage is left out and reported to `anomalies`,
// whose shown name is that of `from`. Errors: those of the system; that `from` is not a sequence of
// buffers or has no header.
[[nodiscard]] inline std::expected<void, SourceFault> rewrite_blg(
    UniqueFd from, LogAnomalies& anomalies, int to, const std::string& shown_to,
    const BlgSelection& selection = {}) {
  const int fd = from.get();
  BlgBuffers buffers = OPENPERFLIB_TRY(BlgBuffers::open(std::move(from), anomalies));
  const auto header = BlgFileHeaderView::parse(buffers.first_buffer());
  if (!header.has_value()) {
    return std::unexpected(SourceFault{.file = anomalies.file(), .error = header.error()});
  }
  const Bytes record = buffers.first_buffer().subspan(blg::buffer::kHeaderSize);
  BlgFileHeader values = header_from(*header, record);
  if (!selection.file_path.empty()) values.log_file_name = utf16_from_utf8(selection.file_path);
  BlgBytes bytes;
  put_file_header(bytes, values);
  BlgBufferWriter writer(to, shown_to, buffers.buffer_size());
  if (!selection.wants) writer.use_headers(blg_rewriting::headers_in(fd, buffers.buffer_size()));
  OPENPERFLIB_TRY(writer.create(bytes.bytes()));
  const bool is_32bit = header->header_type() == blg::file_header::kWriter32Bit;
  blg_rewriting::Rewriter rewriter(
      buffers, anomalies, writer,
      is_32bit ? BlgEntryLayout::writer_32bit : BlgEntryLayout::writer_64bit, selection);
  const auto rewritten = rewriter.run();
  const auto finished = writer.finish(header->end_time_utc());
  return rewritten.has_value() ? finished : rewritten;
}

}  // namespace openperflib
