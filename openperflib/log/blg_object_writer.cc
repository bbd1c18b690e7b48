#include "openperflib/log/blg_object_writer.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/base/utf16.h"
#include "openperflib/log/blg_layout.h"
#include "openperflib/log/blg_writer_header_internal.h"
#include "openperflib/log/blg_writer_index_internal.h"
#include "openperflib/log/blg_writer_message_internal.h"
#include "openperflib/log/blg_writer_names_internal.h"
#include "openperflib/log/blg_writer_records_internal.h"

namespace openperflib {
namespace {

using Result = std::expected<void, SourceFault>;

constexpr FileTime kTicksPerMillisecond = 10'000;
// What the entry of an object has where that of a counter has its type.
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

}  // namespace

struct BlgObjectWriter::State {
  State(int fd, std::string shown_name, BlgWriterOptions writer_options,
        std::vector<BlgObject> log_objects, std::vector<BlgNames> log_names)
      : options(std::move(writer_options)),
        objects(std::move(log_objects)),
        names(std::move(log_names)),
        event_facts(event_facts_from(options)),
        buffers(fd, std::move(shown_name), BlgFileHeader{}.buffer_size) {}

  [[nodiscard]] Result write(FileTime time_local, std::span<const Bytes> blocks);
  [[nodiscard]] Result end();

 private:
  [[nodiscard]] Result write_head(FileTime time_local);
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
  BlgBufferWriter buffers;
  BlgClosingIndex index{objects.size()};
  BlgBytes body;
  Result state;
  bool has_head = false;
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

Result BlgObjectWriter::State::write_record(FileTime time_local, std::span<const Bytes> blocks) {
  time_local -= time_local % kTicksPerMillisecond;
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
    if (!state.has_value()) return state;
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

BlgObjectWriter::~BlgObjectWriter() = default;
BlgObjectWriter::BlgObjectWriter(BlgObjectWriter&&) noexcept = default;
BlgObjectWriter& BlgObjectWriter::operator=(BlgObjectWriter&&) noexcept = default;

Result BlgObjectWriter::write(FileTime time_local, std::span<const Bytes> blocks) {
  return state_->write(time_local, blocks);
}

Result BlgObjectWriter::end() { return state_->end(); }

}  // namespace openperflib
