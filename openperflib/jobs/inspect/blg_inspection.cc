#include <fmt/core.h>

#include <map>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/inspect/inspection_pass_internal.h"
#include "openperflib/log/blg/blg_buffers.h"
#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_closing_index_view.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/blg_name_table_view.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
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

// Adds the entries of a catalog; entries that cannot be read are only counted.
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
  return BlgBuffers::open(OPENPERFLIB_TRY(open_inspected(path)), anomalies);
}

// Only the anomalies of the last pass are kept: it meets them all.
class BuffersPass final : public InspectionPass {
 public:
  BuffersPass(BlgBuffers buffers, const std::string& path, BlgFacts& facts)
      : ignored_(path), buffers_(std::move(buffers)), facts_(facts) {
    const auto header = buffers_.header();
    facts.size = buffers_.file_size();
    facts.buffer_size = buffers_.buffer_size();
    facts.is_circular = header.has_value() && header->is_circular();
    if (header.has_value()) facts.header = facts_of(*header);
    const auto first = BlgBufferView::parse(buffers_.first_buffer(), buffers_.buffer_size());
    if (first.has_value()) facts.buffers.shown.push_back(facts_of(BlgBuffers::Buffer{*first, 0}));
    facts.buffers.count = 1;
  }
  [[nodiscard]] std::expected<JobStep, SourceFault> add_next() override {
    const auto buffer = OPENPERFLIB_TRY(buffers_.next(ignored_));
    if (!buffer.has_value()) return JobStep::done;
    auto& list = facts_.buffers;
    if (list.has_room()) list.shown.push_back(facts_of(*buffer));
    ++list.count;
    return JobStep::more;
  }

 private:
  LogAnomalies ignored_;
  BlgBuffers buffers_;
  BlgFacts& facts_;
};

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

class MessagesPass final : public InspectionPass {
 public:
  MessagesPass(BlgBuffers buffers, const std::string& path, BlgFacts& facts)
      : ignored_(path), messages_(std::move(buffers)), facts_(facts) {}
  [[nodiscard]] std::expected<JobStep, SourceFault> add_next() override {
    const auto message = OPENPERFLIB_TRY(messages_.next(ignored_));
    if (!message.has_value()) return JobStep::done;
    add_message(*message, facts_);
    return JobStep::more;
  }

 private:
  LogAnomalies ignored_;
  BlgMessages messages_;
  BlgFacts& facts_;
};

class BlgInspection final : public InspectionPasses {
 public:
  BlgInspection(const std::string& path, const TitleTable& titles, BlgFacts& facts,
                std::vector<LogAnomaly>& anomalies)
      : path_(path), titles_(titles), facts_(facts), anomalies_(anomalies) {}
  [[nodiscard]] std::expected<std::unique_ptr<InspectionPass>, SourceFault> next() override {
    LogAnomalies ignored(path_);
    switch (passes_++) {
      case 0:
        return std::make_unique<BuffersPass>(OPENPERFLIB_TRY(open_buffers(path_, ignored)), path_,
                                             facts_);
      case 1:
        return std::make_unique<MessagesPass>(OPENPERFLIB_TRY(open_buffers(path_, ignored)), path_,
                                              facts_);
      case 2: {
        ByteSource file = OPENPERFLIB_TRY(open_inspected(path_));
        return std::make_unique<ReadingsPass>(
            OPENPERFLIB_TRY(BlgReader::open(std::move(file), path_, titles_)), facts_.reading,
            anomalies_);
      }
      default:
        return nullptr;
    }
  }

 private:
  std::string path_;
  TitleTable titles_;
  BlgFacts& facts_;
  std::vector<LogAnomaly>& anomalies_;
  int passes_ = 0;
};

}  // namespace

std::unique_ptr<InspectionPasses> blg_inspection(const std::string& path, const TitleTable& titles,
                                                 BlgFacts& facts,
                                                 std::vector<LogAnomaly>& anomalies) {
  return std::make_unique<BlgInspection>(path, titles, facts, anomalies);
}

}  // namespace openperflib
