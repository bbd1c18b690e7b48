#include "openperflib/view/inspect/log_facts_json.h"

#include <fmt/core.h>

#include "openperflib/view/text/json_writer.h"

namespace openperflib {
namespace {

// Nothing if it is not a date.
std::optional<std::string> date_or_null(FileTime time) { return iso_8601(system_time_from(time)); }

// {"count":N,"shown":[...]}: JsonWriter::objects of a list that is cut.
template <typename List, typename Write>
void write_list(JsonWriter& out, std::string_view name, std::uint64_t count, const List& list,
                Write write) {
  out.key(name);
  out.begin_object();
  out.member("count", count);
  out.objects("shown", list, [&](const auto& one) { write(out, one); });
  out.end_object();
}

void write_counts(JsonWriter& out, std::string_view name,
                  const std::map<std::string, std::uint64_t>& counts) {
  out.key(name);
  out.begin_object();
  for (const auto& [of, count] : counts) out.member(of, count);
  out.end_object();
}

void write_oddity(JsonWriter& out, const OddityFacts& oddity) {
  out.member("structure", oddity.error.field->structure);
  out.member("field", oddity.error.field->name);
  out.member("offset", oddity.error.offset);
  out.member("stored", oddity.error.aux);
  out.member("text", describe(oddity.error));
  out.member("is_loss", oddity.is_loss);
  out.member("skipped_bytes", oddity.skipped_bytes);
  out.member("skipped_samples", oddity.skipped_samples);
}

void write_reading(JsonWriter& out, const ReadingFacts& reading) {
  const SampleFacts& samples = reading.samples;
  const bool has_some = samples.count != 0;
  out.key("samples");
  out.begin_object();
  out.member("count", samples.count);
  out.member("first", has_some ? date_or_null(samples.first_local) : std::nullopt);
  out.member("last", has_some ? date_or_null(samples.last_local) : std::nullopt);
  out.member("values", samples.values);
  out.member("bias_minutes", samples.bias_minutes);
  out.end_object();
  write_list(out, "oddities", reading.oddity_count, reading.oddities, write_oddity);
}

void write_zone(JsonWriter& out, const BlgFacts::Header& header) {
  out.key("time_zone");
  out.begin_object();
  out.member("bias", header.bias_minutes);
  out.member("standard_name", header.standard_name);
  out.member("standard_bias", header.standard_bias_minutes);
  out.member("daylight_name", header.daylight_name);
  out.member("daylight_bias", header.daylight_bias_minutes);
  out.end_object();
}

void write_log_header(JsonWriter& out, const BlgFacts::Header& header) {
  out.begin_object();
  out.member("offset", header.offset);
  out.member("windows", header.windows);
  out.member("pointer_size", header.pointer_size);
  out.member("process_id", header.process_id);
  out.member("start_time", date_or_null(header.start_time_utc));
  out.member("end_time", date_or_null(header.end_time_utc));
  out.member("boot_time", date_or_null(header.boot_time_utc));
  out.member("perf_freq", header.perf_freq);
  out.member("log_file_mode", header.log_file_mode);
  out.member("buffers_written", header.buffers_written);
  out.member("events_lost", header.events_lost);
  out.member("buffers_lost", header.buffers_lost);
  write_zone(out, header);
  out.member("logger_name", header.logger_name);
  out.member("log_file_name", header.log_file_name);
  out.end_object();
}

void write_buffer(JsonWriter& out, const BlgFacts::Buffer& buffer) {
  out.member("offset", buffer.offset);
  out.member("bytes_used", buffer.bytes_used);
  out.member("sequence_number", buffer.sequence_number);
  out.member("flush_time", date_or_null(buffer.flush_time_utc));
  out.member("flags", buffer.flags);
  out.member("type", buffer.type);
}

void write_message(JsonWriter& out, const BlgFacts::Message& message) {
  out.member("offset", message.offset);
  out.member("kind", message.kind);
  out.member("name", message.name);
  out.member("time", date_or_null(message.time_local));
  out.member("parts", message.parts);
  out.member("bytes", message.bytes);
  if (!message.is_sample) return;
  out.key("records");
  if (!message.records.has_value()) return out.value(nullptr);
  out.begin_object();
  for (const auto& [form, count] : *message.records)
    out.member(fmt::format("form_{}", form), count);
  out.end_object();
}

void write_entry(JsonWriter& out, const BlgFacts::Entry& entry) {
  out.member("machine", entry.machine);
  out.member("object", entry.object);
  out.member("parent", entry.parent);
  out.member("instance", entry.instance);
  out.member("instance_index", entry.instance_index);
  out.member("counter", entry.counter);
  out.member("flags", entry.flags);
  out.member("type", entry.type);
  out.member("time_base", entry.time_base);
  out.member("default_scale", entry.default_scale);
}

void write_index(JsonWriter& out, const std::optional<BlgFacts::ClosingIndex>& index) {
  out.key("closing_index");
  if (!index.has_value()) return out.value(nullptr);
  out.begin_object();
  out.member("first_time", date_or_null(index->first_time_local));
  out.member("last_time", date_or_null(index->last_time_local));
  out.member("samples", index->samples);
  out.member("entries", index->entries);
  out.end_object();
}

const char* word_of(RecordingFacts::Kind kind) noexcept {
  switch (kind) {
    case RecordingFacts::Kind::journal_part:
      return "journal part";
    case RecordingFacts::Kind::block:
      return "block";
    case RecordingFacts::Kind::index:
      return "index";
  }
  return "";
}

void write_record(JsonWriter& out, const RecordingFacts::Record& record) {
  out.member("offset", record.offset);
  out.member("kind", word_of(record.kind));
  out.member("block", record.block);
  out.member("part", record.part);
  out.member("blocks", record.blocks);
  out.member("samples", record.samples);
  out.member("first_time", date_or_null(record.first_time_utc));
  out.member("last_time", date_or_null(record.last_time_utc));
  out.member("bytes", record.bytes);
  out.member("directory_bytes", record.directory_bytes);
}

void write_total(JsonWriter& out, std::string_view name, const RecordingFacts::Total& total) {
  out.key(name);
  out.begin_object();
  out.member("count", total.count);
  out.member("samples", total.samples);
  out.member("bytes", total.bytes);
  out.end_object();
}

}  // namespace

std::string log_facts_json(const BlgFacts& facts) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.member("format", "blg");
  out.member("size", facts.size);
  out.member("buffer_size", facts.buffer_size);
  out.member("is_circular", facts.is_circular);
  out.key("header");
  facts.header.has_value() ? write_log_header(out, *facts.header) : out.value(nullptr);
  write_list(out, "buffers", facts.buffers.count, facts.buffers.shown, write_buffer);
  write_list(out, "messages", facts.messages.count, facts.messages.shown, write_message);
  write_counts(out, "kinds", facts.kinds);
  write_counts(out, "names", facts.names);
  write_index(out, facts.closing_index);
  write_list(out, "entries", facts.entries.count, facts.entries.shown, write_entry);
  write_reading(out, facts.reading);
  out.end_object();
  return out.take();
}

std::string log_facts_json(const RecordingFacts& facts) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.member("format", "perfrec");
  out.member("size", facts.size);
  out.key("header");
  out.begin_object();
  out.member("version", facts.header.version);
  out.member("started", date_or_null(facts.header.started_utc));
  out.member("bias_minutes", facts.header.bias_minutes);
  out.member("zone", facts.header.zone);
  out.end_object();
  write_total(out, "journal", facts.total(RecordingFacts::Kind::journal_part));
  write_total(out, "blocks", facts.total(RecordingFacts::Kind::block));
  write_total(out, "indices", facts.total(RecordingFacts::Kind::index));
  write_list(out, "records", facts.records.count, facts.records.shown, write_record);
  write_reading(out, facts.reading);
  out.end_object();
  return out.take();
}

}  // namespace openperflib
