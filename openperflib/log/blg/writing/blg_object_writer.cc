#include "openperflib/log/blg/writing/blg_object_writer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/blg/writing/blg_writer_append_internal.h"
#include "openperflib/log/blg/writing/blg_writer_header_internal.h"
#include "openperflib/log/blg/writing/blg_writer_index_internal.h"
#include "openperflib/log/blg/writing/blg_writer_message_internal.h"
#include "openperflib/log/blg/writing/blg_writer_names_internal.h"
#include "openperflib/log/blg/writing/blg_writer_records_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Result = std::expected<void, SourceFault>;

// The value in the entry of an object in place of a counter type.
constexpr std::uint32_t kTypeOfObjects = 0x10;

BlgStoredEntry entry_of(const BlgObject& object) {
  BlgStoredEntry entry;
  entry.flags = blg::catalog_entry::kWholeObject;
  entry.type = kTypeOfObjects;
  entry.machine = u"\\\\" + utf16_from_utf8(object.machine);
  entry.object = utf16_from_utf8(object.name);
  if (object.has_instances) entry.instance = u"*";
  entry.counter = u"*";
  return entry;
}

std::vector<BlgStoredEntry> entries_of(std::span<const BlgObject> objects) {
  std::vector<BlgStoredEntry> entries;
  for (const BlgObject& object : objects) entries.push_back(entry_of(object));
  return entries;
}

// The log that is appended to, from its start.
std::expected<std::unique_ptr<BlgReader>, SourceFault> reader_of(int fd,
                                                                 const std::string& shown_name,
                                                                 const TitleTable& titles) {
  return BlgReader::open(ByteSource::of_descriptor(fd), shown_name, titles);
}

// The indices whose names in the log differ from those in the appended samples, or are missing.
std::set<TitleIndex> contradictions(const BlgReader& log, const BlgNames& names,
                                    const TitleTable& titles) {
  std::map<TitleIndex, std::string_view> stored;
  for (const Title& title : log.names_of(names.machine)) stored.emplace(title.index, title.text);
  std::set<TitleIndex> found;
  for (const Title& title : names.names) {
    const auto known = stored.find(title.index);
    const std::string_view name =
        known != stored.end() ? known->second : titles.name(title.index).value_or("");
    if (!equal_ignoring_case(title.text, name)) found.insert(title.index);
  }
  return found;
}

bool names_one_of(const ObjectTypeView& object, const std::set<TitleIndex>& titles) {
  if (titles.contains(object.name_title_index())) return true;
  return std::ranges::any_of(object.counters(), [&](const CounterDefinitionView& counter) {
    return titles.contains(counter.name_title_index());
  });
}

}  // namespace

struct BlgObjectWriter::State {
  State(int fd, std::string shown_name, BlgWriterOptions writer_options,
        std::vector<BlgObject> log_objects, std::vector<BlgNames> log_names)
      : options(std::move(writer_options)),
        objects(std::move(log_objects)),
        names(std::move(log_names)),
        event_facts(event_facts_from(options)),
        name(std::move(shown_name)),
        buffers(fd, name, BlgFileHeader{}.buffer_size) {}
  State(int fd, std::string shown_name, BlgWriterOptions writer_options,
        std::vector<BlgObject> log_objects, const BlgLogEnd& log)
      : options(std::move(writer_options)),
        objects(std::move(log_objects)),
        event_facts(appending_facts(log, options)),
        name(std::move(shown_name)),
        buffers(fd, name, log.buffer_size),
        appended_behind(log.last_time_local) {
    buffers.resume(log.file_size, log.last_header);
  }

  [[nodiscard]] Result take_log(BlgReader& log, std::span<const BlgNames> appended_names,
                                const TitleTable& titles);
  [[nodiscard]] Result write(FileTime time_local, std::span<const Bytes> blocks);
  [[nodiscard]] Result end();

 private:
  [[nodiscard]] Result write_head(FileTime time_local);
  [[nodiscard]] Result check_append(FileTime time_local, std::span<const Bytes> blocks);
  [[nodiscard]] Result write_names(FileTime time_local);
  [[nodiscard]] Result write_record(FileTime time_local, std::span<const Bytes> blocks);
  [[nodiscard]] Result add(BlgKind kind, FileTime time_local);
  [[nodiscard]] FileTime utc(FileTime time_local) const noexcept {
    return to_local(time_local, -options.zone.bias_minutes);
  }

  BlgWriterOptions options;
  std::vector<BlgObject> objects;
  std::vector<BlgNames> names;
  BlgEventFacts event_facts;
  std::string name;
  BlgBufferWriter buffers;
  // When appending: the last time of the log, and the names that differ.
  std::optional<FileTime> appended_behind;
  std::map<std::string, std::set<TitleIndex>> other_titles;  // by machine, folded
  BlgClosingIndex index{objects.size()};
  BlgBytes body;
  Result state;
  bool has_head = false;  // records may follow
  FileTime last_local = 0;
  std::uint32_t unflushed = 0;  // samples
};

Result BlgObjectWriter::State::add(BlgKind kind, FileTime time_local) {
  return add_message(buffers, event_facts,
                     {.kind = kind, .time_local = time_local, .body = body.bytes()},
                     utc(time_local));
}

Result BlgObjectWriter::State::write_names(FileTime time_local) {
  for (const BlgNames& machine : names) {
    BlgNameTable table(machine);
    while (!table.is_done()) {
      body.clear();
      table.put_next(body);
      OPENPERFLIB_TRY(add(BlgKind::name_table, time_local - kBlgNamesBeforeSample));
    }
  }
  return {};
}

Result BlgObjectWriter::State::write_head(FileTime time_local) {
  body.clear();
  put_file_header(body, header_from(options));
  OPENPERFLIB_TRY(buffers.create(body.bytes()));
  OPENPERFLIB_TRY(write_names(time_local));
  body.clear();
  put_catalog_head(body, blg::catalog::kVersionValue, blg::catalog::kLogTypeValue);
  for (const BlgObject& object : objects) {
    put_catalog_entry(body, entry_of(object), BlgEntryLayout::writer_64bit);
  }
  OPENPERFLIB_TRY(add(BlgKind::catalog, time_local - kBlgCatalogBeforeSample));
  has_head = true;
  return {};
}

// Its samples also belong to the new closing index.
Result BlgObjectWriter::State::take_log(BlgReader& log, std::span<const BlgNames> appended_names,
                                        const TitleTable& titles) {
  for (const BlgNames& machine : appended_names) {
    other_titles[folded(machine.machine)] = contradictions(log, machine, titles);
  }
  LogRecord record;
  while (OPENPERFLIB_TRY(log.read(record)) == ReadResult::reading) {
    index.add(record.time_local, record.blocks);
  }
  last_local = *appended_behind;
  return {};
}

// Blocks have numbers in place of names: a number must mean the same in the whole log.
Result BlgObjectWriter::State::check_append(FileTime time_local, std::span<const Bytes> blocks) {
  if (time_local < *appended_behind) {
    return refuse_append(Errc::out_of_range, kBlgAppendTime, 0, name);
  }
  for (std::size_t i = 0; i < std::min(objects.size(), blocks.size()); ++i) {
    const std::set<TitleIndex>& others = other_titles[folded(objects[i].machine)];
    const auto block = DataBlockView::parse(blocks[i]);
    if (others.empty() || !block.has_value() || block->object_count() == 0) continue;
    if (!names_one_of(*block->objects().begin(), others)) continue;
    return refuse_append(Errc::disagrees, kBlgAppendCatalog, i, name);
  }
  return {};
}

Result BlgObjectWriter::State::write_record(FileTime time_local, std::span<const Bytes> blocks) {
  time_local = cut_to_milliseconds(time_local);
  if (appended_behind.has_value()) {
    OPENPERFLIB_TRY(check_append(time_local, blocks));
    has_head = true;
  }
  if (!has_head) OPENPERFLIB_TRY(write_head(time_local));
  body.clear();
  const std::size_t start = begin_record(body, BlgForm::sample);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::size_t record = begin_record(body, BlgForm::object);
    if (i < blocks.size()) body.put_bytes(blocks[i]);
    end_record(body, record);
  }
  end_record(body, start);
  last_local = std::max(last_local, time_local);
  OPENPERFLIB_TRY(add(BlgKind::data, last_local));
  index.add(last_local, blocks);
  if (options.samples_per_flush == 0 || ++unflushed < options.samples_per_flush) return {};
  unflushed = 0;
  return buffers.flush();
}

Result BlgObjectWriter::State::write(FileTime time_local, std::span<const Bytes> blocks) {
  if (state.has_value()) state = write_record(time_local, blocks);
  return state;
}

Result BlgObjectWriter::State::end() {
  if (!has_head) {
    if (!state.has_value() || appended_behind.has_value()) return state;
    last_local = to_local(options.start_time_utc, options.zone.bias_minutes);
    state = write_head(last_local);
  }
  if (state.has_value()) {
    body.clear();
    index.put(body);
    state = add(BlgKind::closing_index, last_local + kBlgIndexBehindSample);
  }
  const Result finished = buffers.finish(utc(last_local));
  return state.has_value() ? finished : state;
}

BlgObjectWriter::BlgObjectWriter(int fd, std::string shown_name, BlgWriterOptions options,
                                 std::vector<BlgObject> objects, std::vector<BlgNames> names)
    : state_(std::make_unique<State>(fd, std::move(shown_name), std::move(options),
                                     std::move(objects), std::move(names))) {}

BlgObjectWriter::BlgObjectWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::expected<BlgObjectWriter, SourceFault> BlgObjectWriter::append(int fd, std::string shown_name,
                                                                    BlgWriterOptions options,
                                                                    std::vector<BlgObject> objects,
                                                                    std::span<const BlgNames> names,
                                                                    const TitleTable& titles) {
  const BlgLogEnd end = OPENPERFLIB_TRY(read_log_end(fd, shown_name));
  const auto differs = first_difference(end.entries, entries_of(objects));
  if (differs.has_value()) {
    return refuse_append(Errc::disagrees, kBlgAppendCatalog, *differs, shown_name);
  }
  const auto log = OPENPERFLIB_TRY(reader_of(fd, shown_name, titles));
  auto state = std::make_unique<State>(fd, std::move(shown_name), std::move(options),
                                       std::move(objects), end);
  OPENPERFLIB_TRY(state->take_log(*log, names, titles));
  return BlgObjectWriter(std::move(state));
}

BlgObjectWriter::~BlgObjectWriter() = default;
BlgObjectWriter::BlgObjectWriter(BlgObjectWriter&&) noexcept = default;
BlgObjectWriter& BlgObjectWriter::operator=(BlgObjectWriter&&) noexcept = default;

Result BlgObjectWriter::write(FileTime time_local, std::span<const Bytes> blocks) {
  return state_->write(time_local, blocks);
}

Result BlgObjectWriter::end() { return state_->end(); }

}  // namespace openperflib
