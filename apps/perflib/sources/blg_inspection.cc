#include <fcntl.h>
#include <fmt/core.h>

#include <cerrno>
#include <map>

#include "apps/perflib/sources/log_inspection.h"
#include "openperflib/log/blg/blg_buffers.h"
#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_closing_index_view.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/blg_name_table_view.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

std::string text_of(Bytes utf16) { return utf8_from_utf16(utf16).text; }

BlgFacts::Header facts_of(const BlgFileHeaderView& header) {
  const auto os = header.os_version();
  const TimeZoneRules zone = header.time_zone();
  return {.offset = blg::buffer::kHeaderSize,
          .windows = fmt::format("{}.{}.{}", os[0], os[1], header.os_build()),
          .pointer_size = header.pointer_size(),
          .process_id = header.process_id(),
          .start_time_utc = header.start_time_utc(),
          .end_time_utc = header.end_time_utc(),
          .boot_time_utc = header.boot_time_utc(),
          .perf_freq = header.perf_freq(),
          .log_file_mode = header.log_file_mode(),
          .buffers_written = header.buffers_written(),
          .events_lost = header.events_lost(),
          .buffers_lost = header.buffers_lost(),
          .bias_minutes = zone.bias_minutes,
          .standard_name = zone.standard.name,
          .standard_bias_minutes = zone.standard.bias_minutes,
          .daylight_name = zone.daylight.name,
          .daylight_bias_minutes = zone.daylight.bias_minutes,
          .logger_name = text_of(header.logger_name()),
          .log_file_name = text_of(header.log_file_name())};
}

BlgFacts::Buffer facts_of(const BlgBuffers::Buffer& buffer) {
  return {.offset = buffer.offset,
          .bytes_used = buffer.view.bytes_used(),
          .sequence_number = buffer.view.sequence_number(),
          .flush_time_utc = buffer.view.flush_time_utc(),
          .flags = buffer.view.flags(),
          .type = buffer.view.type()};
}

const char* name_of(BlgKind kind) noexcept {
  switch (kind) {
    case BlgKind::catalog:
      return "catalog";
    case BlgKind::data:
      return "sample";
    case BlgKind::closing_index:
      return "closing index";
    case BlgKind::name_table:
      return "name table";
  }
  return "unknown";
}

// How many records of each form a sample has.
std::optional<std::map<int, std::uint64_t>> records_of(Bytes body) {
  const auto outer = BlgRecordView::parse(body);
  if (!outer.has_value()) return std::nullopt;
  std::map<int, std::uint64_t> forms;
  for (Bytes rest = outer->payload(); !rest.empty();) {
    const auto record = BlgRecordView::parse(rest);
    if (!record.has_value()) break;
    ++forms[static_cast<int>(record->form())];
    rest = rest.subspan(record->size());
  }
  return forms;
}

BlgFacts::Message facts_of(const BlgMessage& message) {
  const bool is_sample = message.kind == BlgKind::data;
  return {.offset = message.offset,
          .kind = static_cast<std::uint32_t>(message.kind),
          .name = name_of(message.kind),
          .time_local = message.time_local,
          .parts = message.parts.size(),
          .bytes = message.body.size(),
          .is_sample = is_sample,
          .records = is_sample ? records_of(message.body) : std::nullopt};
}

std::optional<BlgFacts::ClosingIndex> index_of(Bytes body) {
  const auto index = BlgClosingIndexView::parse(body);
  if (!index.has_value()) return std::nullopt;
  return BlgFacts::ClosingIndex{.first_time_local = index->first_time_local(),
                                .last_time_local = index->last_time_local(),
                                .samples = index->sample_count(),
                                .entries = index->entry_count()};
}

std::uint64_t count_names(Bytes body, std::string& machine) {
  auto view = BlgNameTableView::parse(body);
  if (!view.has_value()) return 0;
  machine = text_of(view->machine());
  std::uint64_t count = 0;
  for (;;) {
    const auto name = view->next();
    if (name.has_value() && !name->has_value()) return count;
    if (name.has_value()) ++count;
  }
}

std::optional<std::string> text_of(const std::optional<Bytes>& utf16) {
  return utf16.has_value() ? std::optional(text_of(*utf16)) : std::nullopt;
}

BlgFacts::Entry facts_of(const BlgCatalogEntryView& entry) {
  return {.machine = text_of(entry.machine()),
          .object = text_of(entry.object()),
          .parent = text_of(entry.parent()),
          .instance = text_of(entry.instance()),
          .instance_index = entry.instance_index(),
          .counter = text_of(entry.counter()),
          .flags = entry.flags(),
          .type = entry.type().bits(),
          .time_base = entry.time_base(),
          .default_scale = entry.default_scale()};
}

// Those that cannot be read are only counted.
void add_entries(const BlgMessage& message, BoundedList<BlgFacts::Entry>& entries) {
  const auto catalog = BlgCatalogView::parse(message.body);
  if (!catalog.has_value()) return;
  for (Bytes rest = catalog->entries(); !rest.empty();) {
    const auto length = BlgCatalogEntryView::length_of(rest);
    if (!length.has_value()) return;
    ++entries.count;
    const auto entry = BlgCatalogEntryView::parse(rest);
    if (entries.has_room() && entry.has_value()) entries.shown.push_back(facts_of(*entry));
    rest = rest.subspan(*length);
  }
}

using Opened = std::expected<BlgBuffers, SourceFault>;

Opened open_buffers(const std::string& path, LogAnomalies& anomalies) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd) return BlgBuffers::open(std::move(fd), anomalies);
  return std::unexpected(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
}

// Of the three passes, only the anomalies of the last one are kept: it meets them all.
std::expected<void, SourceFault> add_buffers(const std::string& path, BlgFacts& facts) {
  LogAnomalies ignored(path);
  Opened buffers = open_buffers(path, ignored);
  if (!buffers.has_value()) return std::unexpected(buffers.error());
  const auto header = buffers->header();
  facts.size = buffers->file_size();
  facts.buffer_size = buffers->buffer_size();
  facts.is_circular = header.has_value() && header->is_circular();
  if (header.has_value()) facts.header = facts_of(*header);
  auto& list = facts.buffers;
  const auto first = BlgBufferView::parse(buffers->first_buffer(), buffers->buffer_size());
  if (first.has_value()) list.shown.push_back(facts_of(BlgBuffers::Buffer{*first, 0}));
  for (list.count = 1;; ++list.count) {
    const auto buffer = buffers->next(ignored);
    if (!buffer.has_value()) return std::unexpected(buffer.error());
    if (!buffer->has_value()) return {};
    if (list.has_room()) list.shown.push_back(facts_of(**buffer));
  }
}

void add_names(const BlgMessage& message, std::map<std::string, std::uint64_t>& names) {
  std::string machine;
  const std::uint64_t count = count_names(message.body, machine);
  const bool has_room = names.size() < decltype(BlgFacts::messages)::kMostShown;
  if (has_room || names.contains(machine)) names[machine] += count;
}

void add_message(const BlgMessage& message, BlgFacts& facts) {
  ++facts.messages.count;
  ++facts.kinds[name_of(message.kind)];
  if (facts.messages.has_room()) facts.messages.shown.push_back(facts_of(message));
  if (message.kind == BlgKind::catalog && facts.entries.count == 0) {
    add_entries(message, facts.entries);
  }
  if (message.kind == BlgKind::closing_index) facts.closing_index = index_of(message.body);
  if (message.kind == BlgKind::name_table) add_names(message, facts.names);
}

std::expected<void, SourceFault> add_messages(const std::string& path, BlgFacts& facts) {
  LogAnomalies ignored(path);
  Opened buffers = open_buffers(path, ignored);
  if (!buffers.has_value()) return std::unexpected(buffers.error());
  BlgMessages messages(*std::move(buffers));
  for (;;) {
    const auto message = messages.next(ignored);
    if (!message.has_value()) return std::unexpected(message.error());
    if (!message->has_value()) return {};
    add_message(**message, facts);
  }
}

}  // namespace

InspectedLog inspect_blg(const std::string& path, const TitleTable& titles) {
  BlgFacts facts;
  for (const auto add : {&add_buffers, &add_messages}) {
    const auto added = add(path, facts);
    if (!added.has_value()) return std::unexpected(added.error());
  }
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const auto reader = BlgReader::open(std::move(fd), path, titles);
  if (!reader.has_value()) return std::unexpected(reader.error());
  return with_readings(std::move(facts), **reader);
}

}  // namespace openperflib::apps
