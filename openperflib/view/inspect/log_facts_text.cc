#include "openperflib/view/inspect/log_facts_text.h"

#include <fmt/core.h>

#include <iterator>

#include "openperflib/text/printable.h"

namespace openperflib {
namespace {

std::string date_or_dash(FileTime time) { return iso_8601(system_time_from(time)).value_or("-"); }

template <typename T>
void append_more(std::string& text, const BoundedList<T>& list) {
  if (list.count <= list.shown.size()) return;
  fmt::format_to(std::back_inserter(text), "  ... {} more\n", list.count - list.shown.size());
}

std::string reading_text(const ReadingFacts& reading) {
  const SampleFacts& samples = reading.samples;
  const bool has_some = samples.count != 0;
  return fmt::format(
      "samples: {}, {} to {} (bias {} minutes), {} values\noddities: {}\n", samples.count,
      has_some ? date_or_dash(samples.first_local) : "-",
      has_some ? date_or_dash(samples.last_local) : "-",
      samples.bias_minutes.has_value() ? fmt::format("{}", *samples.bias_minutes) : "-",
      samples.values, reading.oddity_count);
}

std::string header_text(const BlgFacts& facts) {
  std::string text =
      fmt::format("binary performance log (BLG), {} bytes, buffers of {} bytes{}\n", facts.size,
                  facts.buffer_size,
                  facts.is_circular ? ", circular: read by sequence number (unverified)" : "");
  if (!facts.header.has_value()) return text + "file header: cannot be read\n";
  const BlgFacts::Header& header = *facts.header;
  fmt::format_to(
      std::back_inserter(text),
      "file header at byte {}: Windows {}, pointers of {} bytes, PerfFreq {}, mode {:#x}\n"
      "  started {} UTC, ended {} UTC, booted {} UTC\n"
      "  buffers written {}, lost {}, events lost {}\n"
      "  time zone: bias {} minutes, {} ({}), {} ({})\n"
      "  logger {}\n  file {}\n",
      header.offset, header.windows, header.pointer_size, header.perf_freq, header.log_file_mode,
      date_or_dash(header.start_time_utc), date_or_dash(header.end_time_utc),
      date_or_dash(header.boot_time_utc), header.buffers_written, header.buffers_lost,
      header.events_lost, header.bias_minutes, printable(header.standard_name),
      header.standard_bias_minutes, printable(header.daylight_name), header.daylight_bias_minutes,
      printable(header.logger_name), printable(header.log_file_name));
  return text;
}

std::string buffers_text(const BoundedList<BlgFacts::Buffer>& list) {
  std::string text = fmt::format("buffers: {}\n", list.count);
  for (const BlgFacts::Buffer& buffer : list.shown) {
    fmt::format_to(std::back_inserter(text),
                   "  at byte {}: {} bytes used, number {}, flags {:#x}, type {}, flushed {} UTC\n",
                   buffer.offset, buffer.bytes_used, buffer.sequence_number, buffer.flags,
                   buffer.type, date_or_dash(buffer.flush_time_utc));
  }
  append_more(text, list);
  return text;
}

std::string path_text(const BlgFacts::Entry& entry) {
  std::string path = entry.machine + "\\" + entry.object;
  if (entry.instance.has_value()) {
    path += "(";
    if (entry.parent.has_value()) path += *entry.parent + "/";
    path += *entry.instance;
    if (entry.instance_index != 0) path += fmt::format("#{}", entry.instance_index);
    path += ")";
  }
  return printable(path + "\\" + entry.counter);
}

std::string entries_text(const BoundedList<BlgFacts::Entry>& list) {
  std::string text = fmt::format("catalog entries: {}\n", list.count);
  for (const BlgFacts::Entry& entry : list.shown) {
    fmt::format_to(std::back_inserter(text),
                   "  {}  flags {:#x}, type {:#010x}, time base {}, scale {}\n", path_text(entry),
                   entry.flags, entry.type, entry.time_base, entry.default_scale);
  }
  append_more(text, list);
  return text;
}

std::string records_text(const BlgFacts::Message& message) {
  std::string text;
  if (!message.records.has_value()) return text;
  for (const auto& [form, count] : *message.records) {
    text += fmt::format(", {} of form {}", count, form);
  }
  return text;
}

std::string messages_text(const BoundedList<BlgFacts::Message>& list) {
  std::string text = fmt::format("messages: {}\n", list.count);
  for (const BlgFacts::Message& message : list.shown) {
    fmt::format_to(std::back_inserter(text),
                   "  at byte {}: {} (kind {:#x}), {}, {} bytes in {} {}{}\n", message.offset,
                   message.name, message.kind, date_or_dash(message.time_local), message.bytes,
                   message.parts, message.parts == 1 ? "part" : "parts", records_text(message));
  }
  append_more(text, list);
  return text;
}

std::string totals_text(const BlgFacts& facts) {
  std::string text;
  for (const auto& [machine, count] : facts.names) {
    text += fmt::format("names of {}: {}\n", printable(machine), count);
  }
  if (const auto& index = facts.closing_index) {
    text += fmt::format("closing index: {} samples of {} entries, {} to {}\n", index->samples,
                        index->entries, date_or_dash(index->first_time_local),
                        date_or_dash(index->last_time_local));
  }
  return text;
}

std::string record_text(const RecordingFacts::Record& record) {
  switch (record.kind) {
    case RecordingFacts::Kind::index:
      return fmt::format("index of {} blocks from {} on", record.blocks, record.block);
    case RecordingFacts::Kind::block:
      return fmt::format("block {}, {} samples", record.block, record.samples);
    case RecordingFacts::Kind::journal_part:
      break;
  }
  return fmt::format("journal of block {}, part {}, {} samples", record.block, record.part,
                     record.samples);
}

std::string records_text(const BoundedList<RecordingFacts::Record>& list) {
  std::string text = fmt::format("records: {}\n", list.count);
  for (const RecordingFacts::Record& record : list.shown) {
    fmt::format_to(std::back_inserter(text), "  at byte {}: {}, {} to {} UTC, {} bytes\n",
                   record.offset, record_text(record), date_or_dash(record.first_time_utc),
                   date_or_dash(record.last_time_utc), record.bytes);
  }
  append_more(text, list);
  return text;
}

std::string total_text(std::string_view name, const RecordingFacts::Total& total) {
  return fmt::format("{}: {}, {} samples, {} bytes\n", name, total.count, total.samples,
                     total.bytes);
}

}  // namespace

std::string log_facts_text(const BlgFacts& facts) {
  return header_text(facts) + buffers_text(facts.buffers) + entries_text(facts.entries) +
         messages_text(facts.messages) + totals_text(facts) + reading_text(facts.reading);
}

std::string log_facts_text(const RecordingFacts& facts) {
  const RecordingFacts::Header& header = facts.header;
  const RecordingFacts::Total& indices = facts.total(RecordingFacts::Kind::index);
  std::string text = fmt::format(
      "recording (.perfrec), version {}, {} bytes\n"
      "  started {} UTC, bias {} minutes, zone {}\n",
      header.version, facts.size, date_or_dash(header.started_utc), header.bias_minutes,
      printable(header.zone));
  text += records_text(facts.records);
  text += total_text("blocks", facts.total(RecordingFacts::Kind::block));
  text += total_text("journal parts", facts.total(RecordingFacts::Kind::journal_part));
  if (indices.count != 0) {
    text += fmt::format("indices: {}, {} bytes\n", indices.count, indices.bytes);
  }
  return text + reading_text(facts.reading);
}

}  // namespace openperflib
