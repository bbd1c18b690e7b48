// Any bytes as a binary performance log: told what they are, taken apart message by message, and
// read to the end. Whatever is wrong must lie inside the file, and memory is bounded.
#include <cstdint>
#include <cstdlib>

#include "openperflib/log/blg_catalog_view.h"
#include "openperflib/log/blg_closing_index_view.h"
#include "openperflib/log/blg_example_internal.h"
#include "openperflib/log/blg_messages.h"
#include "openperflib/log/blg_name_table_view.h"
#include "openperflib/log/blg_record_view.h"
#include "openperflib/log/log_format.h"

namespace openperflib {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

template <typename Result>
void require_inside(const Result& result, Bytes bytes) {
  require(result.has_value() || result.error().offset <= bytes.size());
}

// Every part of a body as whatever it might be.
void take_apart(Bytes body) {
  require_inside(BlgCatalogView::parse(body), body);
  require_inside(BlgCatalogEntryView::parse(body), body);
  require_inside(BlgCounterView::parse(body), body);
  const auto record = BlgRecordView::parse(body);
  require_inside(record, body);
  const Bytes payload = record.has_value() ? record->payload() : body;
  const auto instances = BlgInstancesView::parse(payload);
  require_inside(instances, payload);
  if (instances.has_value() && instances->count() != 0) {
    require(instances->name(instances->count() - 1).size() <= payload.size());
  }
  const auto index = BlgIndexEntryView::parse(payload);
  require_inside(index, payload);
  if (index.has_value() && index->instance_count().value_or(0) != 0) {
    require(index->instance_name(*index->instance_count() - 1).size() <= payload.size());
  }
  require_inside(BlgClosingIndexView::parse(body), body);
  auto names = BlgNameTableView::parse(body);
  require_inside(names, body);
  while (names.has_value()) {
    const auto name = names->next();
    require_inside(name, body);
    if (name.has_value() && !name->has_value()) break;
  }
}

void read_messages(Bytes bytes) {
  OddityList oddities("fuzz");
  auto buffers = BlgBuffers::open(blg_example::file_of(bytes), oddities);
  if (!buffers.has_value()) return;
  BlgMessages messages(*std::move(buffers));
  for (;;) {
    const auto message = messages.next(oddities);
    require(message.has_value());
    if (!message->has_value()) break;
    take_apart((*message)->body);
    require((*message)->file_offset(0) < bytes.size() || (*message)->body.empty());
  }
}

void read_log(Bytes bytes) {
  auto reader = BlgReader::open(blg_example::file_of(bytes), "fuzz");
  if (!reader.has_value()) {
    require(!describe(reader.error()).empty());
    return;
  }
  LogRecord record;
  while ((*reader)->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    require(record.sample.counters.size() == (*reader)->catalog().series().size());
    require(record.blocks.size() <= bytes.size());
    require(record.offset < bytes.size());
  }
  for (const LogOddity& oddity : (*reader)->oddities()) {
    require(oddity.what.error->offset <= bytes.size() && !describe(oddity.what).empty());
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const openperflib::Bytes bytes = std::as_bytes(std::span(data, size));
  (void)openperflib::detect_log_format(bytes, size);
  openperflib::read_messages(bytes);
  openperflib::read_log(bytes);
  return 0;
}
