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

using Json = nlohmann::ordered_json;

std::string text_of(Bytes utf16) { return utf8_from_utf16(utf16).text; }

Json zone_json(const TimeZoneRules& zone) {
  return {{"bias", zone.bias_minutes},
          {"standard_name", zone.standard.name},
          {"standard_bias", zone.standard.bias_minutes},
          {"daylight_name", zone.daylight.name},
          {"daylight_bias", zone.daylight.bias_minutes}};
}

Json header_json(const BlgFileHeaderView& header) {
  const auto os = header.os_version();
  return {{"offset", blg::buffer::kHeaderSize},
          {"windows", fmt::format("{}.{}.{}", os[0], os[1], header.os_build())},
          {"pointer_size", header.pointer_size()},
          {"process_id", header.process_id()},
          {"start_time", time_json(header.start_time_utc())},
          {"end_time", time_json(header.end_time_utc())},
          {"boot_time", time_json(header.boot_time_utc())},
          {"perf_freq", header.perf_freq()},
          {"log_file_mode", header.log_file_mode()},
          {"buffers_written", header.buffers_written()},
          {"events_lost", header.events_lost()},
          {"buffers_lost", header.buffers_lost()},
          {"time_zone", zone_json(header.time_zone())},
          {"logger_name", text_of(header.logger_name())},
          {"log_file_name", text_of(header.log_file_name())}};
}

Json buffer_json(const BlgBuffers::Buffer& buffer) {
  return {{"offset", buffer.offset},
          {"bytes_used", buffer.view.bytes_used()},
          {"sequence_number", buffer.view.sequence_number()},
          {"flush_time", time_json(buffer.view.flush_time_utc())},
          {"flags", buffer.view.flags()},
          {"type", buffer.view.type()}};
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
Json records_json(Bytes body) {
  std::map<int, std::uint64_t> forms;
  const auto outer = BlgRecordView::parse(body);
  if (!outer.has_value()) return nullptr;
  for (Bytes rest = outer->payload(); !rest.empty();) {
    const auto record = BlgRecordView::parse(rest);
    if (!record.has_value()) break;
    ++forms[static_cast<int>(record->form())];
    rest = rest.subspan(record->size());
  }
  Json records = Json::object();
  for (const auto& [form, count] : forms) records[fmt::format("form_{}", form)] = count;
  return records;
}

Json message_json(const BlgMessage& message) {
  Json json = {{"offset", message.offset},      {"kind", static_cast<int>(message.kind)},
               {"name", name_of(message.kind)}, {"time", time_json(message.time_local)},
               {"parts", message.parts.size()}, {"bytes", message.body.size()}};
  if (message.kind == BlgKind::data) json["records"] = records_json(message.body);
  return json;
}

Json index_json(Bytes body) {
  const auto index = BlgClosingIndexView::parse(body);
  if (!index.has_value()) return nullptr;
  return {{"first_time", time_json(index->first_time_local())},
          {"last_time", time_json(index->last_time_local())},
          {"samples", index->sample_count()},
          {"entries", index->entry_count()}};
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

Json optional_text(const std::optional<Bytes>& text) {
  return text.has_value() ? Json(text_of(*text)) : Json(nullptr);
}

Json entry_json(const BlgCatalogEntryView& entry) {
  return {{"machine", text_of(entry.machine())},
          {"object", text_of(entry.object())},
          {"parent", optional_text(entry.parent())},
          {"instance", optional_text(entry.instance())},
          {"instance_index", entry.instance_index()},
          {"counter", text_of(entry.counter())},
          {"flags", entry.flags()},
          {"type", entry.type().bits()},
          {"time_base", entry.time_base()},
          {"default_scale", entry.default_scale()}};
}

void add_entries(const BlgMessage& message, BoundedList& entries) {
  const auto catalog = BlgCatalogView::parse(message.body);
  if (!catalog.has_value()) return;
  for (Bytes rest = catalog->entries(); !rest.empty();) {
    const auto length = BlgCatalogEntryView::length_of(rest);
    if (!length.has_value()) return;
    const auto entry = BlgCatalogEntryView::parse(rest);
    ++entries.count;
    if (entries.has_room() && entry.has_value()) entries.shown.push_back(entry_json(*entry));
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
std::expected<void, SourceFault> add_buffers(const std::string& path, Json& facts) {
  LogAnomalies ignored(path);
  Opened buffers = open_buffers(path, ignored);
  if (!buffers.has_value()) return std::unexpected(buffers.error());
  const auto header = buffers->header();
  facts["format"] = "blg";
  facts["size"] = buffers->file_size();
  facts["buffer_size"] = buffers->buffer_size();
  facts["is_circular"] = header.has_value() && header->is_circular();
  facts["header"] = header.has_value() ? header_json(*header) : Json(nullptr);
  BoundedList list;
  const auto first = BlgBufferView::parse(buffers->first_buffer(), buffers->buffer_size());
  if (first.has_value()) list.shown.push_back(buffer_json({*first, 0}));
  for (list.count = 1;; ++list.count) {
    const auto buffer = buffers->next(ignored);
    if (!buffer.has_value()) return std::unexpected(buffer.error());
    if (!buffer->has_value()) break;
    if (list.has_room()) list.shown.push_back(buffer_json(**buffer));
  }
  facts["buffers"] = list.json();
  return {};
}

// Collected while the messages of a log are read.
struct MessageFacts {
  BoundedList messages;
  BoundedList entries;
  std::map<std::string, std::uint64_t> names;  // by machine
  std::map<std::string, std::uint64_t> kinds;
  Json index;

  void add(const BlgMessage& message) {
    ++messages.count;
    ++kinds[name_of(message.kind)];
    if (messages.has_room()) messages.shown.push_back(message_json(message));
    if (message.kind == BlgKind::catalog && entries.count == 0) add_entries(message, entries);
    if (message.kind == BlgKind::closing_index) index = index_json(message.body);
    if (message.kind != BlgKind::name_table) return;
    std::string machine;
    const std::uint64_t count = count_names(message.body, machine);
    if (names.size() < BoundedList::kMostShown || names.contains(machine)) names[machine] += count;
  }
};

std::expected<void, SourceFault> add_messages(const std::string& path, Json& facts) {
  LogAnomalies ignored(path);
  Opened buffers = open_buffers(path, ignored);
  if (!buffers.has_value()) return std::unexpected(buffers.error());
  BlgMessages messages(*std::move(buffers));
  MessageFacts found;
  for (;;) {
    const auto message = messages.next(ignored);
    if (!message.has_value()) return std::unexpected(message.error());
    if (!message->has_value()) break;
    found.add(**message);
  }
  facts["messages"] = found.messages.json();
  facts["kinds"] = found.kinds;
  facts["names"] = found.names;
  facts["closing_index"] = found.index;
  facts["entries"] = found.entries.json();
  return {};
}

}  // namespace

InspectedLog inspect_blg(const std::string& path, const TitleTable& titles) {
  LogInspection inspection;
  for (const auto add : {&add_buffers, &add_messages}) {
    const auto added = add(path, inspection.facts);
    if (!added.has_value()) return std::unexpected(added.error());
  }
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const auto reader = BlgReader::open(std::move(fd), path, titles);
  if (!reader.has_value()) return std::unexpected(reader.error());
  const auto added = add_samples(**reader, inspection);
  if (!added.has_value()) return std::unexpected(added.error());
  return inspection;
}

}  // namespace openperflib::apps
