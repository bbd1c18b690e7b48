#include <gtest/gtest.h>

#include <cerrno>

#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {
namespace {

// Processor's rows: % Processor Time is a mean, Interrupts/sec a sum. LogicalDisk's % Free Space
// has a base.
constexpr std::size_t kTime = 0, kInterruptRate = 3, kFlags = 27;

ObjectTable table_of(TitleIndex title) { return ObjectTable(*find_catalogue_object(title)); }

TEST(ObjectTable, ObjectWithoutInstances_HasOneRowAtOnce) {
  ObjectTable system = table_of(title::kSystem);
  EXPECT_EQ(system.instance_count(), 1U);
  system.clear();
  EXPECT_EQ(system.instance_count(), 1U);
  EXPECT_EQ(table_of(title::kProcessor).instance_count(), 0U);
}

TEST(ObjectTable, ValueThatIsNeverSet_IsNotCollected) {
  ObjectTable table = table_of(title::kProcessor);
  table.add_instance("0");
  EXPECT_EQ(table.reason(0, kTime), Reasons::kNotCollected);
}

TEST(ObjectTable, RestOfARow_IsWhatWasNotSet) {
  ObjectTable table = table_of(title::kProcessor);
  table.add_instance("0");
  table.set(0, kTime, 7);
  table.set_rest_missing(0, Reasons::kFirstCollection);
  EXPECT_EQ(table.reason(0, kTime), Reasons::kPresent);
  EXPECT_EQ(table.reason(0, kInterruptRate), Reasons::kFirstCollection);
}

TEST(ObjectTable, Instances_KeepNameAndKey) {
  ObjectTable table = table_of(title::kProcessor);
  table.add_instance("first", 11);
  table.add_instance("", 12);
  EXPECT_EQ(table.instance_name(0), "first");
  EXPECT_EQ(table.instance_name(1), "");
  EXPECT_EQ(table.instance_key(1), 12U);
}

TEST(ObjectTableTotal, Mean_IsRoundedDown) {
  ObjectTable table = table_of(title::kProcessor);
  for (const std::uint64_t value : {10U, 11U, 12U}) {
    const std::size_t row = table.add_instance("cpu");
    table.set(row, kTime, value + (value == 12));
    table.set(row, kInterruptRate, value);
  }
  const std::size_t total = table.add_total();
  EXPECT_EQ(table.instance_name(total), "_Total");
  EXPECT_EQ(table.value(total, kTime), 11U);  // 34 / 3
  EXPECT_EQ(table.value(total, kInterruptRate), 33U);
}

TEST(ObjectTableTotal, MeanOfLargeNumbers_DoesNotOverflow) {
  ObjectTable table = table_of(title::kProcessor);
  table.set(table.add_instance("0"), kTime, ~0ULL);
  table.set(table.add_instance("1"), kTime, ~0ULL - 2);
  EXPECT_EQ(table.value(table.add_total(), kTime), ~0ULL - 1);
}

TEST(ObjectTableTotal, InstanceWithoutValue_MakesTheTotalMissing) {
  ObjectTable table = table_of(title::kProcessor);
  table.set(table.add_instance("0"), kTime, 1);
  table.set_missing(table.add_instance("1"), kTime, Reasons::kFirstCollection);
  EXPECT_EQ(table.reason(table.add_total(), kTime), Reasons::kFirstCollection);
}

TEST(ObjectTableTotal, RowsBeforeTheFirst_DoNotCount) {
  ObjectTable table = table_of(title::kProcessor);
  table.set(table.add_instance("0"), kInterruptRate, 1);
  table.set(table.add_instance("1"), kInterruptRate, 20);
  EXPECT_EQ(table.value(table.add_total(1), kInterruptRate), 20U);
}

TEST(ObjectTableTotal, OfNoRows_SumIsZeroAndMeanMissing) {
  ObjectTable table = table_of(title::kProcessor);
  const std::size_t total = table.add_total();
  EXPECT_EQ(table.value(total, kInterruptRate), 0U);
  EXPECT_EQ(table.reason(total, kInterruptRate), Reasons::kPresent);
  EXPECT_EQ(table.reason(total, kTime), Reasons::kNotCollected);
}

TEST(ObjectTableTotal, ZeroAndNow_AreNotSums) {
  constexpr std::size_t kElapsed = 13, kProcessId = 14;
  ObjectTable table = table_of(title::kProcess);
  table.set(table.add_instance("a"), kProcessId, 4711);
  std::size_t total = table.add_total();
  EXPECT_EQ(table.value(total, kProcessId), 0U);
  EXPECT_EQ(table.reason(total, kElapsed), Reasons::kNotCollected);  // no clock
  table.clear();
  table.set_now(133'500'000'000'000'000);
  total = table.add_total();
  EXPECT_EQ(table.value(total, kElapsed), 133'500'000'000'000'000U);
}

TEST(ObjectTableTotal, SumBeyond64Bits_IsMissing) {
  ObjectTable table = table_of(title::kProcessor);
  for (const std::uint64_t value : {~0ULL, 1ULL}) {
    const std::size_t row = table.add_instance("cpu");
    table.set(row, kTime, value);
    table.set(row, kInterruptRate, value);
  }
  const std::size_t total = table.add_total();
  EXPECT_EQ(table.reason(total, kInterruptRate), Reasons::kSumTooLarge);
  EXPECT_EQ(table.value(total, kTime), 1ULL << 63);  // the mean of both
}

TEST(ObjectTableTotal, BaseBeyond64Bits_MakesItsValueMissing) {
  constexpr std::size_t kSecPerTransfer = 7;
  ObjectTable table = table_of(title::kPhysicalDisk);
  for (const std::uint64_t base : {~0ULL, 1ULL}) {
    const std::size_t row = table.add_instance("disk");
    table.set(row, kSecPerTransfer, 5);
    table.set(row, kSecPerTransfer, base, Part::base);
  }
  EXPECT_EQ(table.reason(table.add_total(), kSecPerTransfer), Reasons::kSumTooLarge);
}

TEST(ObjectTableTotal, BasesFollowTheirValues) {
  constexpr std::size_t kDiskTime = 1, kSecPerTransfer = 7;
  ObjectTable table = table_of(title::kPhysicalDisk);
  for (const std::uint64_t value : {4U, 7U}) {
    const std::size_t row = table.add_instance("disk");
    for (const std::size_t order : {kDiskTime, kSecPerTransfer}) {
      table.set(row, order, value);
      table.set(row, order, value * 10, Part::base);
    }
  }
  const std::size_t total = table.add_total();
  EXPECT_EQ(table.value(total, kDiskTime), 5U);
  EXPECT_EQ(table.value(total, kDiskTime, Part::base), 55U);
  EXPECT_EQ(table.value(total, kSecPerTransfer), 11U);
  EXPECT_EQ(table.value(total, kSecPerTransfer, Part::base), 110U);
}

TEST(ObjectTableTotal, Flags_AreOred) {
  ObjectTable table = table_of(100000);
  table.set(table.add_instance("0,0"), kFlags, 1);
  table.set(table.add_instance("0,1"), kFlags, 4);
  EXPECT_EQ(table.value(table.add_total(), kFlags), 5U);
}

TEST(Reasons, SameText_HasOneId) {
  Reasons reasons;
  const ReasonId first = reasons.add("gone");
  EXPECT_EQ(reasons.add("gone"), first);
  EXPECT_NE(reasons.add("hidden"), first);
  EXPECT_EQ(reasons.text(first), "gone");
}

TEST(Reasons, FixedOnes_OutliveClear) {
  Reasons reasons;
  EXPECT_NE(reasons.add("gone"), Reasons::kNotAskedFor);
  reasons.clear();
  EXPECT_EQ(reasons.text(Reasons::kNotCollected), "not collected");
  EXPECT_EQ(reasons.add("not asked for"), Reasons::kNotAskedFor);
  EXPECT_EQ(reasons.code(Reasons::kNotAskedFor), MissingReason::not_requested);
  EXPECT_EQ(reasons.code(Reasons::kFirstCollection), MissingReason::first_collection);
  EXPECT_EQ(reasons.add("other"), Reasons::kSumTooLarge + 1);
}

TEST(Reasons, Codes_AreThoseOfTheSystemsErrors) {
  Reasons reasons;
  const auto code = [&](int errno_value, const char* path) {
    return reasons.code(reasons.add_file_errno(errno_value, path));
  };
  EXPECT_EQ(code(EACCES, "proc/4711/io"), MissingReason::no_permission);
  EXPECT_EQ(code(EPERM, "proc/4711/fd"), MissingReason::no_permission);
  EXPECT_EQ(code(ENOENT, "proc/4711/io"), MissingReason::disappeared);
  EXPECT_EQ(code(ESRCH, "proc/4711/stat"), MissingReason::disappeared);
  EXPECT_EQ(code(ENOENT, "proc/pressure/cpu"), MissingReason::not_on_this_machine);
  EXPECT_EQ(code(EIO, "proc/stat"), MissingReason::unreadable);
  EXPECT_EQ(reasons.code(reasons.add_errno(EACCES, "/home")), MissingReason::no_permission);
  EXPECT_EQ(reasons.code(reasons.add_bad_word("proc/stat", "cpu", 3, Errc::out_of_range)),
            MissingReason::out_of_range);
  EXPECT_EQ(reasons.code(reasons.add_bad_word("proc/stat", "btime", 3, Errc::not_a_number)),
            MissingReason::unreadable);
  EXPECT_EQ(reasons.code(reasons.add_lacking("proc/vmstat", "pgfault")),
            MissingReason::not_on_this_machine);
}

TEST(Reasons, ThousandsOfThem_AreAllFound) {
  Reasons reasons;
  std::vector<ReasonId> ids;
  for (int i = 0; i < 5000; ++i) ids.push_back(reasons.add("reason " + std::to_string(i)));
  for (int i = 0; i < 5000; ++i) {
    EXPECT_EQ(reasons.add("reason " + std::to_string(i)), ids[static_cast<std::size_t>(i)]);
  }
}

TEST(Reasons, Texts_NameFileFieldAndByte) {
  Reasons reasons;
  EXPECT_EQ(reasons.text(reasons.add_file_errno(EACCES, "proc/1/io")), "no permission: /proc/1/io");
  EXPECT_EQ(reasons.text(reasons.add_errno(ENOENT, "/proc/x")), "no such file: /proc/x");
  EXPECT_EQ(reasons.text(reasons.add_bad_word("proc/stat", "cpu0.user", 5, Errc::not_a_number)),
            "/proc/stat: cpu0.user at byte 5: is not a number");
  EXPECT_EQ(reasons.text(reasons.add_lacking("proc/vmstat", "pgfault")),
            "/proc/vmstat has no pgfault");
}

}  // namespace
}  // namespace openperflib::linux_objects
