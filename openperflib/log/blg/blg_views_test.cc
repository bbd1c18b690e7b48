// Each number of a binary log that can be wrong is blamed by its structure, its field and its byte.
#include <gtest/gtest.h>

#include "openperflib/log/blg/blg_buffer_view.h"
#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_closing_index_view.h"
#include "openperflib/log/blg/blg_file_header_view.h"
#include "openperflib/log/blg/blg_name_table_view.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/testing/logs/blg_example.h"

namespace openperflib {
namespace {

using blg_example::Block;
using blg_example::ByteText;

template <typename Result>
std::string fault_of(const Result& result) {
  return result.has_value() ? "none" : describe(result.error());
}

Block with(Block bytes, std::size_t at, std::uint32_t number) {
  store(MutableBytes(bytes), at, number);
  return bytes;
}

Block cut(const Block& bytes, std::ptrdiff_t size) { return {bytes.begin(), bytes.begin() + size}; }

Block buffer() {
  ByteText text;
  text.u32(1024).fill(0x30).u32(80).fill(1024);
  return text.block();
}

std::string buffer_fault(const Block& bytes) {
  const auto view = BlgBufferView::parse(bytes, 1024);
  if (!view.has_value()) return describe(view.error());
  return view->fault().has_value() ? describe(*view->fault()) : "none";
}

TEST(BlgBufferView, WrongNumber_IsReported) {
  EXPECT_EQ(buffer_fault(buffer()), "none");
  EXPECT_EQ(buffer_fault(with(buffer(), 0, 2048)),
            "blg buffer.BufferSize at byte 0: does not match the rest of the data (2048)");
  EXPECT_EQ(buffer_fault(with(buffer(), 0x30, 71)),
            "blg buffer.BytesUsed at byte 48: is out of range (71)");
  EXPECT_EQ(buffer_fault(with(buffer(), 0x30, 1032)),
            "blg buffer.BytesUsed at byte 48: extends past its parent (1032)");
  EXPECT_EQ(buffer_fault(cut(buffer(), 71)),
            "blg buffer.BufferSize at byte 0: is cut off by the end of the data");
  EXPECT_EQ(buffer_fault(cut(buffer(), 76)),
            "blg buffer.BytesUsed at byte 48: is cut off by the end of the data");
}

Block header(std::uint32_t pointers) {
  const Block log = blg_example::SmallLog({.pointer_size = pointers}).finish();
  return {log.begin(), log.begin() + load<std::uint32_t>(log, 0x30)};
}

TEST(BlgFileHeaderView, WrongNumber_IsReported) {
  EXPECT_EQ(fault_of(BlgFileHeaderView::parse(header(4))), "none");
  EXPECT_EQ(fault_of(BlgFileHeaderView::parse(header(8))), "none");
  EXPECT_EQ(fault_of(BlgFileHeaderView::parse(with(header(8), 0x68 + 44, 5))),
            "TRACE_LOGFILE_HEADER.PointerSize at byte 148: is out of range (5)");
  EXPECT_EQ(fault_of(BlgFileHeaderView::parse(with(header(8), 0x48 + 4, 300))),
            "blg file header.Size at byte 76: is out of range (300)");
  EXPECT_EQ(fault_of(BlgFileHeaderView::parse(with(header(8), 0x48 + 4, 60'000))),
            "blg file header.Size at byte 76: extends past its parent (60000)");
  EXPECT_EQ(fault_of(BlgFileHeaderView::parse(with(header(8), 0x48 + 4, 330))),
            "TRACE_LOGFILE_HEADER.LogFileName at byte 376: is missing");
  EXPECT_EQ(fault_of(BlgFileHeaderView::parse(Bytes(header(8)).first(0))),
            "blg file header.Size at byte 76: is cut off by the end of the data");
}

Block event() {
  ByteText text;
  text.u16(80).u8(0x14).u8(0xC0).u8(0x22).fill(24);
  text.bytes(std::as_bytes(std::span(blg::event::kPdhGuid))).fill(64).u32(2).u32(3).u64(9);
  return text.block();
}

TEST(BlgEventView, WrongNumber_IsReported) {
  EXPECT_EQ(fault_of(BlgEventView::parse(event())), "none");
  EXPECT_EQ(fault_of(BlgEventView::parse(with(event(), 0, 71))),
            "blg event.Size at byte 0: is out of range (71)");
  EXPECT_EQ(fault_of(BlgEventView::parse(with(event(), 0, 81))),
            "blg event.Size at byte 0: extends past its parent (81)");
  EXPECT_EQ(fault_of(BlgEventView::parse(with(event(), 24, 1))),
            "blg event.Guid at byte 24: has an invalid value (1)");
  EXPECT_EQ(fault_of(BlgEventView::parse(with(event(), 64, 0))),
            "blg event.PartNumber at byte 64: is out of range (0)");
  EXPECT_EQ(fault_of(BlgEventView::parse(with(event(), 64, 4))),
            "blg event.PartNumber at byte 64: is out of range (4)");
}

Block entry() {
  return blg_example::catalog_entry(
      {.object = "Process", .instance = "a", .counter = "Threads", .parent = "b"});
}

TEST(BlgCatalogEntryView, WrongNumber_IsReported) {
  const auto fault = [](const Block& bytes) { return fault_of(BlgCatalogEntryView::parse(bytes)); };
  EXPECT_EQ(fault(entry()), "none");
  EXPECT_EQ(fault(with(entry(), 0, 48)), "blg catalog entry.Size at byte 0: is out of range (48)");
  EXPECT_EQ(fault(with(entry(), 0, 60)), "blg catalog entry.Size at byte 0: is misaligned (60)");
  EXPECT_EQ(fault(with(entry(), 0, 1000)),
            "blg catalog entry.Size at byte 0: extends past its parent (1000)");
  EXPECT_EQ(fault(with(entry(), 28, 5000)),
            "blg catalog entry.MachineName at byte 28: extends past its parent (5000)");
  EXPECT_EQ(fault(with(entry(), 32, 0xFFFFFFFF)),
            "blg catalog entry.ObjectName at byte 32: extends past its parent (4294967295)");
  EXPECT_EQ(fault(with(entry(), 36, 0xFFFFFFFF)), "none");  // there is no instance
  EXPECT_EQ(fault(with(entry(), 40, 5000)),
            "blg catalog entry.ParentInstance at byte 40: extends past its parent (5000)");
  EXPECT_EQ(fault(with(entry(), 48, 5000)),
            "blg catalog entry.CounterName at byte 48: extends past its parent (5000)");
}

TEST(BlgRecordView, WrongNumber_IsReported) {
  const Block record = blg_example::counter_record(0, {});
  EXPECT_EQ(fault_of(BlgRecordView::parse(record)), "none");
  EXPECT_EQ(fault_of(BlgRecordView::parse(with(record, 0, 0x0103'4D42))),
            "blg record.Magic at byte 0: has an invalid value (216386)");
  EXPECT_EQ(fault_of(BlgRecordView::parse(with(record, 4, 7))),
            "blg record.Length at byte 4: is out of range (7)");
  EXPECT_EQ(fault_of(BlgRecordView::parse(with(record, 4, 49))),
            "blg record.Length at byte 4: extends past its parent (49)");
  EXPECT_EQ(fault_of(BlgCounterView::parse(Bytes(record).first(39))),
            "blg counter record.CStatus at byte 0: is cut off by the end of the data");
}

TEST(BlgInstancesView, WrongNumber_IsReported) {
  const Block record = blg_example::instances_record(0, 0, {{"a", {1}}, {"b", {2}}});
  const Block payload(record.begin() + 8, record.end());
  const auto fault = [](const Block& bytes) { return fault_of(BlgInstancesView::parse(bytes)); };
  EXPECT_EQ(fault(payload), "none");
  EXPECT_EQ(fault(with(payload, 0, 8)),
            "blg instances record.Length at byte 0: does not match the rest of the data (8)");
  EXPECT_EQ(fault(with(payload, 4, 3)),
            "blg instances record.ItemCount at byte 4: extends past its parent (3)");
  EXPECT_EQ(fault(with(payload, 48, 71)),
            "blg instances record item.Name at byte 48: is misaligned (71)");
  EXPECT_EQ(fault(with(payload, 48, 70)),
            "blg instances record item.Name at byte 48: extends past its parent (70)");
  EXPECT_EQ(fault(with(payload, 48, 80)),
            "blg instances record item.Name at byte 48: extends past its parent (80)");
}

TEST(BlgNameTableView, WordThatIsNotAPair_IsReportedAndTheNextIsRead) {
  const Block body = blg_example::name_table("\\\\A", {{"x2", "Two"}, {"4", "Four"}});
  auto view = BlgNameTableView::parse(body).value();
  EXPECT_EQ(fault_of(view.next()), "blg name table.Index at byte 8: is not a number");
  const auto next = view.next();
  ASSERT_TRUE(next.has_value() && next->has_value());
  EXPECT_EQ((*next)->title_index, 4U);
  EXPECT_EQ(view.next().value(), std::nullopt);
}

TEST(BlgNameTableView, TextWithoutAnEnd_EndsTheTable) {
  const Block whole = blg_example::name_table("\\\\A", {{"2", "Two"}});
  const Block body = cut(whole, static_cast<std::ptrdiff_t>(whole.size()) - 2);
  auto view = BlgNameTableView::parse(body).value();
  EXPECT_EQ(fault_of(view.next()), "blg name table.Name at byte 12: is missing");
  EXPECT_EQ(view.next().value(), std::nullopt);
  EXPECT_EQ(fault_of(BlgNameTableView::parse(Bytes(body).first(4))),
            "blg name table.Machine at byte 0: is missing");
}

TEST(BlgIndexEntryView, WrongNumber_IsReported) {
  ByteText text;
  text.u32(1).u32(1).u32(6).u32(0).u64(1000).u32(0).align();
  text.u32(0).u32(2).u32(0xFFFFFFFF).u32(0xFFFFFFFF).text("a").align();
  const auto fault = [](const Block& bytes) { return fault_of(BlgIndexEntryView::parse(bytes)); };
  const Block payload = text.block();
  ASSERT_EQ(fault(payload), "none");
  const BlgIndexEntryView view = BlgIndexEntryView::parse(payload).value();
  EXPECT_EQ(view.title_index(0), 6U);
  EXPECT_EQ(view.time_base(0), 1000);
  EXPECT_EQ(view.instance_number(0), 2U);
  EXPECT_EQ(fault(with(payload, 4, 9)),
            "blg closing index entry.CounterCount at byte 4: extends past its parent (9)");
  EXPECT_EQ(fault(with(payload, 0, 9)),
            "blg closing index entry.InstanceCount at byte 0: extends past its parent (9)");
  EXPECT_EQ(fault(with(payload, 32, 90)),
            "blg closing index entry.InstanceName at byte 32: extends past its parent (90)");
}

}  // namespace
}  // namespace openperflib
