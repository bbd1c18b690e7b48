// Any bytes as a binary performance log: they are identified, split buffer by buffer and message by
// message down to the last number, and read to the end. Every fault must be inside the file, and
// memory is bounded. The bytes are also parsed as each structure alone, because a log need not be
// valid down to it.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_closing_index_view.h"
#include "openperflib/log/blg/blg_event_walk.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/blg_name_table_view.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/log/log_format.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/block_readings.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

template <typename Result>
void require_inside(const Result& result, Bytes bytes) {
  require(result.has_value() || result.error().offset <= bytes.size());
}

bool is_inside(Bytes part, Bytes whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

// A separate copy of the bytes, so that AddressSanitizer detects reads past their end.
blg_example::Block alone(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

// The numbers may be anything: it is enough that they can be read.
template <typename... Numbers>
void take(const Numbers&... /*numbers*/) {}

void take_header(const BlgFileHeaderView& header, Bytes buffer) {
  require(is_inside(header.logger_name(), buffer) && is_inside(header.log_file_name(), buffer));
  require(header.size() <= buffer.size());
  take(header.version(), header.header_type(), header.marker(), header.thread_id(),
       header.process_id(), header.time_utc(), header.buffer_size(), header.os_version(),
       header.os_build(), header.processors(), header.end_time_utc(), header.timer_resolution(),
       header.maximum_file_size(), header.is_circular(), header.buffers_written(),
       header.start_buffers(), header.events_lost(), header.cpu_speed_mhz(), header.boot_time_utc(),
       header.perf_freq(), header.reserved_flags(), header.buffers_lost());
  const TimeZoneRules zone = header.time_zone();
  take(zone.at(header.start_time_utc()).name, zone.bias_at(header.start_time_utc()));
}

void take_buffer(const BlgBufferView& buffer, Bytes bytes) {
  require(is_inside(buffer.events(), buffer.content()) && is_inside(buffer.content(), bytes));
  require(buffer.knows_end() || buffer.fault().has_value());
  take(buffer.stored_size(), buffer.bytes_used(), buffer.saved_offset(), buffer.current_offset(),
       buffer.reference_count(), buffer.flush_time_utc(), buffer.sequence_number(),
       buffer.client_context(), buffer.state(), buffer.flags(), buffer.type());
}

// The events of a buffer at `offset`: one after the other, none past its end.
void take_events(const BlgBufferView& buffer, std::uint64_t offset) {
  const std::uint64_t end = offset + blg::buffer::kHeaderSize + buffer.content().size();
  std::uint64_t at = offset + blg::buffer::kHeaderSize;
  LogAnomalies anomalies("fuzz");
  BlgEventWalk walk(buffer, offset);
  while (const auto event = walk.next(anomalies)) {
    require(walk.offset() >= at && walk.offset() + event->size() <= end);
    require(event->part() != 0 && event->part() <= event->parts());
    at = walk.offset() + event->size();
    take(event->header_type(), event->marker(), event->level(), event->version(),
         event->thread_id(), event->process_id(), event->words(), event->log_guid());
  }
  require(!walk.next(anomalies).has_value());
  for (const LogAnomaly& anomaly : anomalies.items()) {
    require(anomaly.what.error->offset >= offset && anomaly.what.error->offset <= end);
    require(anomaly.skipped_bytes <= buffer.content().size());
  }
}

void take_catalog(Bytes body) {
  const auto catalog = BlgCatalogView::parse(body);
  require_inside(catalog, body);
  if (!catalog.has_value()) return;
  take(catalog->fault(), catalog->version(), catalog->log_type());
  for (Bytes rest = catalog->entries(); !rest.empty();) {
    const auto length = BlgCatalogEntryView::length_of(rest);
    const auto entry = BlgCatalogEntryView::parse(rest);
    require_inside(entry, rest);
    if (!length.has_value()) break;
    if (entry.has_value()) {
      require(entry->size() == *length && is_inside(entry->counter(), rest.first(*length)));
      take(entry->flags(), entry->user_data(), entry->type(), entry->time_base(),
           entry->default_scale(), entry->instance_index());
    }
    rest = rest.subspan(*length);
  }
}

void take_index_entry(Bytes payload) {
  const auto entry = BlgIndexEntryView::parse(payload);
  require_inside(entry, payload);
  if (!entry.has_value()) return;
  require(entry->counter_count() <= payload.size() / blg::closing_index::kBytesACounter);
  for (std::uint32_t i = 0; i < entry->counter_count(); ++i) {
    take(entry->title_index(i), entry->type(i), entry->time_base(i), entry->default_scale(i));
  }
  const std::uint32_t instances = entry->instance_count().value_or(0);
  require(instances <= payload.size() / blg::closing_index::kInstanceSize);
  for (std::uint32_t i = 0; i < instances; ++i) take(entry->instance_number(i));
  // Two names are enough: finding the end of each takes quadratic time.
  if (instances == 0) return;
  require(is_inside(entry->instance_name(0), payload));
  require(is_inside(entry->instance_name(instances - 1), payload));
}

void take_closing_index(Bytes body) {
  const auto index = BlgClosingIndexView::parse(body);
  require_inside(index, body);
  if (!index.has_value()) return;
  take(index->first_time_local(), index->last_time_local(), index->sample_count(),
       index->entry_count(), index->version());
  for (Bytes rest = index->entries(); !rest.empty();) {
    const auto record = BlgRecordView::parse(rest);
    require_inside(record, rest);
    if (!record.has_value()) break;
    take_index_entry(alone(record->payload()));
    rest = rest.subspan(record->size());
  }
}

void take_names(Bytes body) {
  auto names = BlgNameTableView::parse(body);
  require_inside(names, body);
  if (!names.has_value()) return;
  require(is_inside(names->machine(), body));
  for (std::size_t i = 0;; ++i) {
    const auto name = names->next();
    require_inside(name, body);
    if (name.has_value() && !name->has_value()) break;
    require(i <= body.size() && (!name.has_value() || is_inside((*name)->text, body)));
  }
}

void take_reading(Bytes payload) {
  const auto counter = BlgCounterView::parse(payload);
  require_inside(counter, payload);
  if (counter.has_value()) {
    take(counter->status(), counter->time_local(), counter->first(), counter->second(),
         counter->multi());
  }
  const auto instances = BlgInstancesView::parse(payload);
  require_inside(instances, payload);
  if (!instances.has_value() || instances->count() == 0) return;
  const std::uint32_t last = instances->count() - 1;
  require(is_inside(instances->name(0), instances->names()));
  require(is_inside(instances->name(last), instances->names()));
  require(is_inside(instances->names(), payload));
  take(instances->status(), instances->time_local(), instances->values(last).first);
}

void take_records(Bytes body) {
  const auto sample = BlgRecordView::parse(body);
  require_inside(sample, body);
  for (Bytes rest = sample.has_value() ? sample->payload() : body; !rest.empty();) {
    const auto record = BlgRecordView::parse(rest);
    require_inside(record, rest);
    if (!record.has_value()) break;
    take_reading(alone(record->payload()));
    rest = rest.subspan(record->size());
  }
}

// The body of a message of any kind.
void take_apart(Bytes body) {
  take_catalog(body);
  take_closing_index(body);
  take_names(body);
  take_records(body);
  take_index_entry(body);
  take_reading(body);
}

void read_buffers(Bytes bytes) {
  LogAnomalies anomalies("fuzz");
  auto buffers = BlgBuffers::open(file_of(bytes), anomalies);
  if (!buffers.has_value()) return;
  const auto header = buffers->header();
  if (header.has_value()) take_header(*header, buffers->first_buffer());
  require(buffers->first_buffer().size() <= bytes.size() && buffers->file_size() == bytes.size());
  for (std::uint64_t count = 1;; ++count) {
    const auto buffer = buffers->next(anomalies);
    require(buffer.has_value() && buffers->position() <= bytes.size());
    if (!buffer->has_value()) break;
    require(count < buffers->buffer_count());
    const Bytes rest = bytes.subspan((*buffer)->offset);
    const std::size_t length = std::min<std::size_t>(buffers->buffer_size(), rest.size());
    const blg_example::Block stored = alone(rest.first(length));
    const auto view = BlgBufferView::parse(stored, buffers->buffer_size());
    take_buffer(view.value(), stored);
    take_events(view.value(), (*buffer)->offset);
  }
}

// Returns the number of messages.
std::uint64_t read_messages(BlgMessages& messages, Bytes bytes) {
  LogAnomalies anomalies("fuzz");
  for (std::uint64_t count = 0;; ++count) {
    const auto message = messages.next(anomalies);
    require(message.has_value());
    if (!message->has_value()) return count;
    take_apart(alone((*message)->body));
    require((*message)->file_offset(0) < bytes.size() || (*message)->body.empty());
  }
}

void read_messages_twice(Bytes bytes) {
  LogAnomalies anomalies("fuzz");
  auto buffers = BlgBuffers::open(file_of(bytes), anomalies);
  if (!buffers.has_value()) return;
  BlgMessages messages(*std::move(buffers));
  const std::uint64_t count = read_messages(messages, bytes);
  messages.rewind();
  require(read_messages(messages, bytes) == count);
}

// What a reader found in a file.
struct FoundInLog {
  std::uint64_t records = 0;
  std::uint64_t anomalies = 0;
  std::set<std::string> names;  // of all instances
};

std::string instance_of(const Series& series) {
  std::string name;
  for (const std::string_view part :
       {series.machine, series.object, series.parent, series.instance.value_or("none")}) {
    name += part;
    name += '\0';
  }
  return name + std::to_string(series.instance_number);
}

std::optional<FoundInLog> read_log(Bytes bytes, LogReadings readings) {
  auto reader = BlgReader::open(file_of(bytes), "fuzz", fixed_titles(), readings);
  if (!reader.has_value()) {
    require(!describe(reader.error()).empty());
    return std::nullopt;
  }
  FoundInLog found;
  LogRecord record;
  const bool has_readings = readings != LogReadings::times;
  while ((*reader)->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    const auto series = (*reader)->catalog().series();
    require(record.sample.counters.size() == (has_readings ? series.size() : 0));
    require(record.blocks.size() <= bytes.size());
    require(record.offset < bytes.size());
    ++found.records;
    for (const Series& one : series) found.names.insert(instance_of(one));
  }
  for (const LogAnomaly& anomaly : (*reader)->anomalies()) {
    require(anomaly.what.error->offset <= bytes.size() && !describe(anomaly.what).empty());
  }
  found.anomalies = (*reader)->anomaly_count();
  return found;
}

// Callers that need less of a log find the same.
void read_log(Bytes bytes) {
  const auto all = read_log(bytes, LogReadings::by_series);
  const auto names = read_log(bytes, LogReadings::names);
  const auto times = read_log(bytes, LogReadings::times);
  require(names.has_value() == all.has_value() && times.has_value() == all.has_value());
  if (!all.has_value()) return;
  require(names->records == all->records && times->records == all->records);
  require(names->anomalies == all->anomalies && times->anomalies == all->anomalies);
  require(names->names == all->names);
}

// The blocks of objects have the readings of their series, and a query takes them.
void read_by_block(Bytes bytes) {
  auto by_series = BlgReader::open(file_of(bytes), "fuzz", fixed_titles());
  auto by_block = BlgReader::open(file_of(bytes), "fuzz", fixed_titles(), LogReadings::by_block);
  require(by_series.has_value() == by_block.has_value());
  if (!by_series.has_value()) return;
  Query query(fixed_titles());
  for (const std::string_view path : {"\\*(*)\\*", "\\*\\*"}) (void)query.add(path);
  BlockReadings blocks(fixed_titles(), &decode_code_page);
  LogRecord record;
  LogRecord block;
  while ((*by_series)->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    require((*by_block)->read(block).value_or(ReadResult::end) == ReadResult::reading);
    const Record taken = record_of(**by_block, block);
    const Record readings = blocks.readings_of(taken);
    require(readings.sample->counters == record.sample.counters);
    require((*by_block)->catalog().series().size() == record.sample.counters.size());
    query.take(taken);
    require(query.row().values.size() == query.binding().series().size());
  }
  require((*by_block)->read(block).value_or(ReadResult::end) == ReadResult::end);
  require((*by_series)->anomaly_count() == (*by_block)->anomaly_count());
}

// The bytes as a single structure, not as a file.
void take_alone(Bytes bytes) {
  take_apart(bytes);
  const auto header = BlgFileHeaderView::parse(bytes);
  if (header.has_value()) take_header(*header, bytes);
  const auto buffer = BlgBufferView::parse(bytes, static_cast<std::uint32_t>(bytes.size()));
  require_inside(buffer, bytes);
  if (!buffer.has_value()) return;
  take_buffer(*buffer, bytes);
  take_events(*buffer, 0);
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const openperflib::Bytes bytes = std::as_bytes(std::span(data, size));
  (void)openperflib::detect_log_format(bytes, size);
  openperflib::take_alone(bytes);
  openperflib::read_buffers(bytes);
  openperflib::read_messages_twice(bytes);
  openperflib::read_log(bytes);
  openperflib::read_by_block(bytes);
  return 0;
}
