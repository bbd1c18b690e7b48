#include "openperflib/log/blg/writing/blg_writer.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer_append_internal.h"
#include "openperflib/log/blg/writing/blg_writer_header_internal.h"
#include "openperflib/log/blg/writing/blg_writer_message_internal.h"
#include "openperflib/log/blg/writing/blg_writer_sample_internal.h"

namespace openperflib {
namespace {

using Result = std::expected<void, SourceFault>;

}  // namespace

struct BlgWriter::State {
  State(int fd, std::string name, BlgWriterOptions writer_options, std::uint32_t buffer_size)
      : shown_name(std::move(name)),
        options(std::move(writer_options)),
        buffers(fd, shown_name, buffer_size),
        table(options.paths, options.grammar),
        encoder_(options.keeps_numbers_of_errors) {
    facts = event_facts_from(options);
  }

  [[nodiscard]] Result begin(const Binding& binding, std::span<const std::size_t> shown);
  [[nodiscard]] Result prepare(const Sample& sample);
  [[nodiscard]] Result write(const Sample& sample);
  [[nodiscard]] Result flush();
  [[nodiscard]] Result end();

  std::string shown_name;
  BlgWriterOptions options;
  BlgBufferWriter buffers;
  BlgWriterEntries table;
  BlgEventFacts facts;
  std::optional<BlgLogEnd> appended;  // the end of the log that is appended to

 private:
  [[nodiscard]] Result write_head();
  [[nodiscard]] Result write_catalog(FileTime time_utc);
  [[nodiscard]] Result check_append(const Sample& sample, FileTime time_local);
  [[nodiscard]] Result begin_records(const Sample& sample);
  [[nodiscard]] Result prove_room(const Sample& sample);
  [[nodiscard]] Result write_record(const Sample& sample);
  [[nodiscard]] FileTime local(FileTime time_utc) const noexcept {
    return cut_to_milliseconds(to_local(time_utc, options.zone.bias_minutes));
  }
  BlgSampleEncoder encoder_;
  BlgBytes scratch_;
  Result state_;
  bool has_head_ = false;     // begin() was called
  bool has_catalog_ = false;  // records may follow
  FileTime last_local_ = 0;
  FileTime last_utc_ = 0;
  std::uint32_t unflushed_ = 0;  // samples
};

Result BlgWriter::State::write_head() {
  if (appended.has_value()) {
    std::vector<BlgStoredEntry> entries;
    for (const BlgWriterEntry& entry : table.entries()) entries.push_back(entry.stored);
    const auto differs = first_difference(appended->entries, entries);
    if (differs.has_value()) {
      return refuse_append(Errc::disagrees, kBlgAppendCatalog, *differs, shown_name);
    }
    buffers.resume(appended->file_size, appended->last_header);
    return {};
  }
  put_file_header(scratch_, header_from(options));
  return buffers.create(scratch_.bytes());
}

Result BlgWriter::State::write_catalog(FileTime time_utc) {
  scratch_.clear();
  put_catalog_head(scratch_, blg::catalog::kVersionValue, blg::catalog::kLogTypeValue);
  for (const BlgWriterEntry& entry : table.entries()) {
    put_catalog_entry(scratch_, entry.stored, BlgEntryLayout::writer_64bit);
  }
  const FileTime time_local = local(time_utc) - kBlgCatalogBeforeSample;
  return add_message(buffers, facts,
                     {.kind = BlgKind::catalog, .time_local = time_local, .body = scratch_.bytes()},
                     time_utc);
}

// Readings with another clock, or before the end of the log, cannot be appended.
Result BlgWriter::State::check_append(const Sample& sample, FileTime time_local) {
  if (time_local < appended->last_time_local) {
    return refuse_append(Errc::out_of_range, kBlgAppendTime, 0, shown_name);
  }
  const auto entries = table.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::int64_t now =
        std::exchange(entries[i].stored.time_base, appended->entries[i].time_base);
    const bool has_reading = std::ranges::any_of(entries[i].items, [&](const BlgWriterItem& item) {
      return sample.counters[item.series].time_base != 0;
    });
    if (entries[i].needs_clock && has_reading && now != entries[i].stored.time_base) {
      return refuse_append(Errc::disagrees, kBlgAppendCatalog, i, shown_name);
    }
  }
  last_local_ = appended->last_time_local;
  return {};
}

// The catalog comes before all records: it waits for the first one with a series.
Result BlgWriter::State::begin_records(const Sample& sample) {
  if (has_catalog_ || (!appended.has_value() && table.entries().empty())) return {};
  table.take_time_bases(sample, options.perf_freq);
  OPENPERFLIB_TRY(appended.has_value() ? check_append(sample, local(sample.time_utc))
                                       : write_catalog(sample.time_utc));
  has_catalog_ = true;
  return options.circle_bytes == 0 ? Result() : buffers.begin_circle(options.circle_bytes);
}

Result BlgWriter::State::prove_room(const Sample& sample) {
  const Bytes body = encoder_.encode(table.entries(), sample, local(sample.time_utc));
  return check_room(buffers, body.size());
}

Result BlgWriter::State::write_record(const Sample& sample) {
  OPENPERFLIB_TRY(begin_records(sample));
  if (!has_catalog_) return {};
  const FileTime time_local = local(sample.time_utc);
  // Messages are in the order of time even if the clock was set back; the records have the true
  // times.
  last_local_ = std::max(last_local_, time_local);
  last_utc_ = std::max(last_utc_, sample.time_utc);
  const Bytes body = encoder_.encode(table.entries(), sample, time_local);
  OPENPERFLIB_TRY(add_message(buffers, facts,
                              {.kind = BlgKind::data, .time_local = last_local_, .body = body},
                              sample.time_utc));
  if (options.samples_per_flush == 0 || ++unflushed_ < options.samples_per_flush) return {};
  return flush();
}

Result BlgWriter::State::begin(const Binding& binding, std::span<const std::size_t> shown) {
  table.assign(binding, shown);
  if (has_head_) return state_;
  has_head_ = true;
  state_ = write_head();
  return state_;
}

// A log that is appended to is not changed: nothing comes before its next record.
Result BlgWriter::State::prepare(const Sample& sample) {
  if (state_.has_value()) state_ = begin_records(sample);
  if (!state_.has_value() || !has_catalog_ || appended.has_value()) return state_;
  last_utc_ = std::max(last_utc_, sample.time_utc);
  state_ = prove_room(sample);
  return state_.has_value() ? flush() : state_;
}

Result BlgWriter::State::write(const Sample& sample) {
  if (state_.has_value()) state_ = write_record(sample);
  return state_;
}

Result BlgWriter::State::flush() {
  unflushed_ = 0;
  return buffers.flush();
}

Result BlgWriter::State::end() {
  const bool has_appended_none = appended.has_value() && last_utc_ == 0;
  if (!has_head_ || has_appended_none || (!has_catalog_ && !state_.has_value())) return state_;
  if (!has_catalog_) {
    table.take_time_bases({}, options.perf_freq);
    last_utc_ = options.start_time_utc;
    state_ = write_catalog(last_utc_);
  }
  const Result finished = buffers.finish(last_utc_);
  return state_.has_value() ? finished : state_;
}

BlgWriter::BlgWriter(int fd, std::string shown_name, BlgWriterOptions options)
    : state_(std::make_unique<State>(fd, std::move(shown_name), std::move(options),
                                     BlgFileHeader{}.buffer_size)) {}

BlgWriter::BlgWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlgWriter::~BlgWriter() = default;

std::expected<std::unique_ptr<BlgWriter>, SourceFault> BlgWriter::append(int fd,
                                                                         std::string shown_name,
                                                                         BlgWriterOptions options) {
  BlgLogEnd log = OPENPERFLIB_TRY(read_log_end(fd, shown_name));
  auto state =
      std::make_unique<State>(fd, std::move(shown_name), std::move(options), log.buffer_size);
  state->facts = appending_facts(log, state->options);
  state->appended = std::move(log);
  return std::unique_ptr<BlgWriter>(new BlgWriter(std::move(state)));
}

std::expected<void, SourceFault> BlgWriter::begin(const Binding& binding,
                                                  std::span<const std::size_t> shown) {
  return state_->begin(binding, shown);
}

std::expected<void, SourceFault> BlgWriter::prepare(const Sample& sample) {
  return state_->prepare(sample);
}

std::expected<void, SourceFault> BlgWriter::write(const Sample& sample, const Row& /*row*/) {
  return state_->write(sample);
}

std::expected<void, SourceFault> BlgWriter::flush() { return state_->flush(); }

std::expected<void, SourceFault> BlgWriter::end() { return state_->end(); }

const std::vector<std::string>& BlgWriter::newcomers() const noexcept {
  return state_->table.newcomers();
}

}  // namespace openperflib
