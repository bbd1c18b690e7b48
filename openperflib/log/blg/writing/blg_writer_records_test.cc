// Every record and entry of the genuine logs, decoded and encoded.
#include <gtest/gtest.h>

#include "openperflib/log/blg/writing/blg_writer_records_internal.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_real_logs.h"

namespace openperflib {
namespace {

using blg_example::Block;

Block copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

struct LogOf {
  const char* name;
  BlgEntryLayout layout;
  std::size_t entries;
};

class GenuineCatalog : public testing::TestWithParam<LogOf> {};

TEST_P(GenuineCatalog, Entries_AreWhatTheirValuesMake) {
  const Block body = blg_example::Log(GetParam().name).messages(BlgKind::catalog).at(0);
  Bytes rest = BlgCatalogView::parse(body).value().entries();
  std::size_t entries = 0;
  while (!rest.empty()) {
    const auto entry = BlgCatalogEntryView::parse(rest).value();
    BlgBytes made;
    put_catalog_entry(made, stored_entry_from(entry), GetParam().layout);
    EXPECT_EQ(copy_of(made.bytes()), copy_of(rest.first(entry.size()))) << entries;
    rest = rest.subspan(entry.size());
    ++entries;
  }
  EXPECT_EQ(entries, GetParam().entries);
}

INSTANTIATE_TEST_SUITE_P(
    Logs, GenuineCatalog,
    testing::Values(LogOf{"BasicPerfCounters.blg", BlgEntryLayout::writer_64bit, 6},
                    LogOf{"SampleLog.blg", BlgEntryLayout::writer_32bit, 8}),
    [](const auto& one) { return std::string(one.index == 0 ? "Windows8" : "Vista"); });

// The bytes of a record, made from what the views say of it.
Block made_of(const BlgRecordView& record) {
  BlgBytes out;
  if (record.form() == BlgForm::counter) {
    const auto view = BlgCounterView::parse(record.payload()).value();
    put_counter_record(out, view.status(), view.time_local(),
                       {.first = view.first(), .second = view.second(), .multi = view.multi()});
    return copy_of(out.bytes());
  }
  const auto view = BlgInstancesView::parse(record.payload()).value();
  BlgInstancesRecord instances;
  for (std::uint32_t i = 0; i < view.count(); ++i) {
    const auto item = view.values(i);
    instances.add(view.name(i), {.first = item.first, .second = item.second, .multi = item.multi});
  }
  instances.put(out, view.status(), view.time_local(), record.size());
  return copy_of(out.bytes());
}

TEST(GenuineRecords, EveryReadingOfWindows8_IsWhatItsValuesMake) {
  std::size_t counters = 0;
  std::size_t instances = 0;
  for (const Block& body : blg_example::windows8().messages(BlgKind::data)) {
    Bytes rest = BlgRecordView::parse(body).value().payload();
    while (!rest.empty()) {
      const auto record = BlgRecordView::parse(rest).value();
      ASSERT_EQ(made_of(record), copy_of(rest.first(record.size())));
      (record.form() == BlgForm::counter ? counters : instances) += 1;
      rest = rest.subspan(record.size());
    }
  }
  EXPECT_EQ(counters, 601U * 5);
  EXPECT_EQ(instances, 601U);
}

TEST(BlgInstancesRecord, WithoutALength_IsAsLongAsItMustBe) {
  BlgInstancesRecord record;
  record.add(std::as_bytes(std::span(std::u16string_view(u"ab"))),
             {.first = 1, .second = 2, .multi = 3});
  BlgBytes out;
  record.put(out, 0, 7);
  EXPECT_EQ(out.size(), 8U + 24 + 24 + 8) << "heads, an item, a name of 6 bytes and padding";
  EXPECT_EQ(load<std::uint32_t>(out.bytes(), 4), 64U);
  EXPECT_EQ(load<std::uint32_t>(out.bytes(), 8), 56U);
}

}  // namespace
}  // namespace openperflib
