#include "openperflib/machine/v2/counter_set_query.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/machine/v2/set_information.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/providers/counter_set_query_stage.h"
#include "openperflib/wire/v2/counter_set_registration.h"
#include "openperflib/wire/v2/counter_strings.h"
#include "openperflib/wire/v2/instance_headers.h"

namespace openperflib {
namespace {

TEST_F(CounterSetQueryTest, SetWithInstances_RepliesInTheFormThatWasAskedFor) {
  PublishedSet& set = publish(set_of_type(1, kMultiple));
  (void)add(set, u"Läser", 5, 1ULL << 40U, 11);
  (void)add(set, u"ink", 6, 2, 12);
  const Guid guid = set_number(1);
  EXPECT_EQ(reply_to({.set = guid, .instance = u"*"}),
            "6/0 ids 1,2,7 [Läser#5 1099511627776 11 -] [ink#6 2 12 -]");
  EXPECT_EQ(reply_to({.set = guid, .counter_id = 2, .instance = u"*"}),
            "4/0 [Läser#5 11] [ink#6 12]");
  EXPECT_EQ(reply_to({.set = guid, .instance = u"INK"}), "2/0 ids 1,2,7 2 12 -");
  EXPECT_EQ(reply_to({.set = guid, .counter_id = 2, .instance = u"LÄSER"}), "1/0 11");
  EXPECT_EQ(reply_to({.set = guid, .counter_id = 2, .instance = u"?nk"}), "4/0 [ink#6 12]");
  EXPECT_EQ(reply_to({.set = guid, .counter_id = 2, .instance_id = 5, .instance = u"*"}),
            "4/0 [Läser#5 11]");
  EXPECT_EQ(reply_to({.set = guid, .counter_id = 2, .instance = u"nobody*"}), "4/0");
  EXPECT_EQ(reply_to({.set = guid, .counter_id = 7, .instance = u"ink"}), "0/232");
}

TEST_F(CounterSetQueryTest, InstancesOfOneName_AreAllInTheReply) {
  PublishedSet& set = publish(set_of_type(1, kMultiple));
  (void)add(set, u"ink", 1, 1, 11);
  (void)add(set, u"ink", 2, 2, 12);
  EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = 2, .instance = u"ink"}),
            "4/0 [ink#1 11] [ink#2 12]");
  EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = 2, .instance_id = 2, .instance = u"ink"}),
            "1/0 12");
}

TEST_F(CounterSetQueryTest, SetOfOneInstance_HasValuesOnlyWhileItIsActive) {
  PublishedSet& set = publish(set_of_type(1, PERF_COUNTERSET_SINGLE_INSTANCE));
  EXPECT_EQ(reply_to({.set = set_number(1)}), "0/4201");
  const auto instance = add(set, u"label", 0, 41, 42);
  EXPECT_EQ(reply_to({.set = set_number(1)}), "2/0 ids 1,2,7 41 42 -");
  EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = 1, .instance = u""}), "1/0 41");
  (void)publisher_->remove_instance(set, instance);
  EXPECT_EQ(reply(), std::vector<std::string>{"0/4201"});
}

TEST_F(CounterSetQueryTest, SetsThatAggregate_HaveTheAggregate) {
  PublishedSet& total = publish(set_of_type(1, PERF_COUNTERSET_MULTI_AGGREGATE));
  (void)add(total, u"a", 1, 40, 1);
  (void)add(total, u"b", 2, 2, 2);
  EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = 1, .instance = u"_total"}), "1/0 42");
  EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = 2, .instance = u"_Total"}), "0/232");
  PublishedSet& history = publish(set_of_type(2, PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY));
  const auto a = add(history, u"a", 1, 40, 1);
  EXPECT_EQ(reply_to({.set = set_number(2), .counter_id = 1}), "1/0 40");
  (void)publisher_->remove_instance(history, a);
  (void)add(history, u"b", 1, 2, 1);
  EXPECT_EQ(reply(), std::vector<std::string>{"1/0 42"});
}

TEST_F(CounterSetQueryTest, SetThatIsWithdrawn_IsAnErrorOfItsBlockAlone) {
  PublishedSet& one = publish(set_of_type(1, kMultiple));
  (void)publish(set_of_type(2, kMultiple));
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"*"}), 0U);
  EXPECT_EQ(status_of_adding({.set = set_number(2), .instance = u"*"}), 0U);
  (void)publisher_->remove(&one);
  EXPECT_EQ(reply(), (std::vector<std::string>{"0/4200", "6/0 ids 1,2,7"}));
}

TEST_F(CounterSetQueryTest, Adding_HasItsStatusForEachBlock) {
  PublishedSet& multiple = publish(set_of_type(1, kMultiple));
  (void)publish(set_of_type(2, PERF_COUNTERSET_SINGLE_INSTANCE));
  (void)add(multiple, u"ink", 6, 2, 12);
  EXPECT_EQ(status_of_adding({.set = set_number(3), .instance = u"*"}), 4200U);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .counter_id = 3, .instance = u"*"}), 4202U);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"nobody"}), 3U);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance_id = 7, .instance = u"ink"}), 3U);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"nobody*"}), 0U);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"Ink"}), 0U);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"iNK"}), 183U);
  EXPECT_EQ(status_of_adding({.set = set_number(1)}), 87U);  // a name is required
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = std::u16string(1'024, u'*')}), 87U);
  EXPECT_EQ(status_of_adding({.set = set_number(2), .instance = u"*"}), 87U);  // it has no names
  EXPECT_EQ(status_of_adding({.set = set_number(2), .instance = u""}), 0U);
  EXPECT_EQ(status_of_adding({.set = set_number(2)}), 183U);
  EXPECT_EQ(status_of_removing({.set = set_number(2), .counter_id = 1}), 87U);
  EXPECT_EQ(status_of_removing({.set = set_number(2)}), 0U);
  EXPECT_EQ(status_of_removing({.set = set_number(2)}), 87U);
}

TEST_F(CounterSetQueryTest, BlocksThatCannotBeToldApart_ChangeNothing) {
  (void)publish(set_of_type(1, kMultiple));
  std::vector<std::byte> blocks;
  append_counter_identifier(blocks, {.set = set_number(1), .instance = u"*"}, 77, 0);
  const std::size_t second = blocks.size();
  append_counter_identifier(blocks, {.set = set_number(1), .instance = u"a*"}, 77, 0);
  for (const std::uint32_t size : {0U, 39U, 1'000U}) {
    store(MutableBytes(blocks), second + layout::counter_identifier::kStoredSize, size);
    EXPECT_EQ(query_.add(source_, *machine_, blocks).error(), SetStatus::invalid);
    EXPECT_EQ(query_.remove(source_, machine_.get(), blocks).error(), SetStatus::invalid);
  }
  EXPECT_EQ(query_.add(source_, *machine_, MutableBytes(blocks).first(39)).error(),
            SetStatus::invalid);
  EXPECT_TRUE(query_.identifiers().empty());
  EXPECT_EQ(load<std::uint32_t>(blocks, layout::counter_identifier::kStatus), 77U);
}

TEST_F(CounterSetQueryTest, Identifiers_HaveTheirPlaceInTheReply) {
  (void)publish(set_of_type(1, kMultiple));
  for (const char16_t* name : {u"a*", u"b*", u"c*"}) {
    EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = name}), 0U);
  }
  EXPECT_EQ(status_of_removing({.set = set_number(1), .instance = u"A*"}), 0U);
  const auto range = parse_counter_identifiers(query_.identifiers());
  ASSERT_TRUE(range.has_value());
  std::vector<std::uint32_t> places;
  for (const CounterIdentifierView block : *range) places.push_back(block.index());
  EXPECT_EQ(places, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ((*range->begin()).read()->instance, u"b*");
}

TEST_F(CounterSetQueryTest, EachSizeOfTheBuffer_IsNotExceeded) {
  PublishedSet& set = publish(set_of_type(1, kMultiple));
  (void)add(set, u"ink", 6, 2, 12);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"*"}), 0U);
  const std::size_t needed = collect().size();
  for (std::size_t size = 0; size <= needed + 1; ++size) {
    std::vector<std::byte> room(needed + 1, std::byte{0xEE});
    EXPECT_EQ(query_.collect(source_, *machine_, MutableBytes(room).first(size)), needed);
    const std::size_t written = size < needed ? 0 : needed;
    for (std::size_t at = written; at < room.size(); ++at) ASSERT_EQ(room[at], std::byte{0xEE});
    EXPECT_EQ(PerfDataView::parse(room).has_value(), size >= needed);
  }
}

// Beyond what looking for new providers does.
TEST_F(CounterSetQueryTest, LaterCollections_AllocateNothing) {
  PublishedSet& set = publish(set_of_type(1, kMultiple));
  (void)add(set, u"ink", 6, 2, 12);
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"*"}), 0U);
  EXPECT_EQ(status_of_adding({.set = own_set_guid(238), .instance = u"*"}), 0U);
  std::vector<std::byte> reply(1U << 20U);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(query_.collect(source_, *machine_, reply).has_value());
  const std::size_t before = bench::allocations;
  EXPECT_TRUE(query_.collect(source_, *machine_, reply).has_value());
  const std::size_t of_query = bench::allocations - before;
  machine_->counter_sets()->look();
  EXPECT_EQ(of_query, bench::allocations - before - of_query);
}

TEST_F(CounterSetQueryTest, List_HasOwnObjectsAndRunningSets) {
  (void)publish(set_of_type(1, kMultiple));
  ASSERT_TRUE(source_.collect_all(*machine_).has_value());
  const auto sets = source_.list();
  EXPECT_NE(std::ranges::find(sets, own_set_guid(238)), sets.end());
  EXPECT_EQ(sets.back(), set_number(1));
  EXPECT_EQ(std::ranges::find(sets, own_set_guid(100174)), sets.end());  // Collection Status
}

// The objects of all processes are the costly ones, and every machine has them.
TEST_F(CounterSetQueryTest, List_CollectsNoProcesses) {
  ASSERT_TRUE(source_.collect_all(*machine_).has_value());
  const std::vector<Guid> sets = source_.list();
  EXPECT_TRUE(std::ranges::is_sorted(sets));
  for (const TitleIndex object : {2U, 230U, 232U, 238U}) {
    EXPECT_NE(std::ranges::find(sets, own_set_guid(object)), sets.end()) << object;
  }
  for (const TitleIndex object : {230U, 232U}) {
    EXPECT_FALSE(source_.find(own_set_guid(object)).has_value()) << object;
  }
  EXPECT_TRUE(source_.find(own_set_guid(238)).has_value());
}

// What was found is listed again for a minute without a collection.
TEST_F(CounterSetQueryTest, SecondList_CollectsNothing) {
  ASSERT_TRUE(source_.collect_all(*machine_).has_value());
  const std::vector<Guid> sets = source_.list();
  ASSERT_TRUE(source_.collect_all(*machine_).has_value());
  EXPECT_EQ(source_.list(), sets);
  EXPECT_FALSE(source_.find(own_set_guid(238)).has_value());
}

// Also where no set was shown before, so that the machine had no reason to look.
TEST_F(CounterSetQueryTest, RegisteredWhileItReads_IsListed) {
  ASSERT_TRUE(source_.collect_all(*machine_).has_value());
  register_sets();
  ASSERT_TRUE(source_.collect_all(*machine_).has_value());
  const auto sets = source_.list();
  EXPECT_NE(std::ranges::find(sets, example_guid(11)), sets.end());
}

TEST_F(CounterSetQueryTest, RunningSet_IsDescribed) {
  (void)publish(set_of_type(1, kMultiple));
  const std::vector<Guid> sets{set_number(1)};
  ASSERT_TRUE(source_.collect(*machine_, sets, SetPurpose::collect).has_value());
  const auto set = source_.find(sets[0]);
  ASSERT_TRUE(set.has_value());
  std::vector<std::byte> bytes;
  const auto text = [&](SetInformation information) {
    EXPECT_TRUE(write_information(*set, information, 0, bytes).has_value());
    return text_of(bytes);
  };
  ASSERT_TRUE(write_information(*set, SetInformation::set, 0, bytes).has_value());
  const auto view = CounterSetRegView::parse(bytes);
  EXPECT_EQ(bytes.size(), 32U + 3 * 48U);
  EXPECT_EQ(view->set(), sets[0]);
  EXPECT_EQ(view->detail_level(), 100U);
  EXPECT_EQ(view->instance_type(), kMultiple);
  EXPECT_EQ((*++view->counters().begin()).read().id, 2U);
  ASSERT_TRUE(write_information(*set, SetInformation::counter, 7, bytes).has_value());
  EXPECT_EQ(CounterRegView(bytes).read().attributes, PERF_ATTRIB_DISPLAY_AS_HEX);
  EXPECT_EQ(write_information(*set, SetInformation::counter, 8, bytes).error(),
            SetStatus::counter_unknown);
  EXPECT_EQ(text(SetInformation::name), "{00000001-0000-0000-0000-000000000000}");
  EXPECT_EQ(text(SetInformation::english_name), "{00000001-0000-0000-0000-000000000000}");
  EXPECT_EQ(text(SetInformation::help), "");
  EXPECT_EQ(text(SetInformation::provider_name), "");
  (void)text(SetInformation::provider);
  EXPECT_EQ(load_guid(bytes, 0), set_number(0x99));
  for (const auto information : {SetInformation::counter_names, SetInformation::english_counters}) {
    (void)text(information);
    const auto names = CounterStringsView::parse(bytes);
    EXPECT_EQ(text_of(*names->text(1)), "Counter 2");
    EXPECT_EQ(text_of(*names->text(2)), "Seven");
  }
  (void)text(SetInformation::counter_helps);
  EXPECT_FALSE(CounterStringsView::parse(bytes)->text(0).has_value());
}

TEST_F(CounterSetQueryTest, Languages_AreEnglishOrUnknown) {
  (void)publish(set_of_type(1, kMultiple));
  const std::vector<Guid> sets{set_number(1)};
  ASSERT_TRUE(source_.collect(*machine_, sets, SetPurpose::collect).has_value());
  const auto status = [&](std::uint32_t information, std::uint32_t language) {
    std::vector<std::byte> bytes;
    const auto written =
        write_information(*source_.find(sets[0]), SetInformation{information}, language, bytes);
    return written.has_value() ? SetStatus::success : written.error();
  };
  for (const std::uint32_t information : {3U, 4U, 5U, 6U}) {
    EXPECT_EQ(status(information, 0x409), SetStatus::success);
    EXPECT_EQ(status(information, 0x407), SetStatus::language_unknown);
  }
  for (const std::uint32_t information : {1U, 7U, 8U, 9U, 10U}) {
    EXPECT_EQ(status(information, 0x409), SetStatus::invalid) << information;
  }
  for (const std::uint32_t information : {0U, 11U, 0xFFFF'FFFFU}) {
    EXPECT_EQ(status(information, 0), SetStatus::invalid) << information;
  }
}

// The sets 11 and 12 of a provider that has been registered.
class RegisteredSetQueryTest : public CounterSetQueryTest {
 protected:
  RegisteredSetQueryTest() {
    register_sets();
    open();
    EXPECT_TRUE(source_.collect(*machine_, sets_, SetPurpose::collect).has_value());
  }
  std::string text(SetInformation information, std::uint32_t language) {
    std::vector<std::byte> bytes;
    const auto written = write_information(*source_.find(sets_[0]), information, language, bytes);
    return written.has_value() ? text_of(bytes) : std::to_string(code_of(written.error()));
  }
  std::vector<Guid> sets_{example_guid(11)};
};

TEST_F(RegisteredSetQueryTest, SetThatDoesNotRun_IsListedAndDescribed) {
  const auto listed = source_.list();
  EXPECT_NE(std::ranges::find(listed, sets_[0]), listed.end());
  const auto set = source_.find(sets_[0]);
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(set->set->counters.at(0).base_id, 2U);
  EXPECT_EQ(text(SetInformation::name, 0x409), "Disque Set 11");
  EXPECT_EQ(text(SetInformation::help, 0), "Help of 11.");
  EXPECT_EQ(text(SetInformation::name, 0x410), "Insieme 11");
  EXPECT_EQ(text(SetInformation::name, 0x407), "1815");
  EXPECT_EQ(text(SetInformation::provider_name, 0), "Disque 1");
  std::vector<std::byte> bytes;
  ASSERT_TRUE(write_information(*set, SetInformation::counter_names, 0, bytes).has_value());
  const auto names = CounterStringsView::parse(bytes);
  EXPECT_EQ(text_of(*names->text(0)), "Wait");
  EXPECT_FALSE(names->text(1).has_value());  // of the base
  EXPECT_EQ(write_instances(source_, *set, bytes).error(), SetStatus::no_instance);
}

TEST_F(RegisteredSetQueryTest, SetThatDoesNotRun_TakesPatternsAndHasNoInstances) {
  EXPECT_EQ(status_of_adding({.set = sets_[0], .instance = u"a"}), 3U);
  EXPECT_EQ(reply_to({.set = sets_[0], .instance = u"*"}), "6/0 ids 1,2");
}

TEST_F(RegisteredSetQueryTest, SetThatRunsInAnotherWay_IsAnError) {
  CounterSetTemplate other = set_of_type(1, kMultiple);
  other.set = sets_[0];
  PublishedSet& set = publish(other);
  (void)add(set, u"a", 1, 1, 1);
  EXPECT_EQ(reply_to({.set = sets_[0], .instance = u"*"}), "0/4211");
  std::vector<std::byte> bytes;
  EXPECT_EQ(write_instances(source_, *source_.find(sets_[0]), bytes).error(),
            SetStatus::described_otherwise);
}

// Recorded machines, each read some times.
class OwnSetTest : public testing::Test {
 protected:
  void open(const std::string& name) {
    const std::string root = OPENPERFLIB_BINARY_DIR "/machines/" + name;
    machine_ = LocalSource::open(fixed_titles(),
                                 {.roots = {root, root, root, root}, .collection_status = false})
                   .value();
  }
  std::string reply_to(const CounterIdentifier& identifier) {
    CounterSetQuery query;
    std::vector<std::byte> block;
    append_counter_identifier(block, identifier, 0, 0);
    EXPECT_TRUE(query.add(source_, *machine_, block).has_value());
    EXPECT_EQ((*parse_counter_identifiers(block)->begin()).status(), 0U);
    std::vector<std::byte> reply(1U << 20U);
    EXPECT_TRUE(query.collect(source_, *machine_, reply).has_value());
    return text_of(*PerfDataView::parse(reply)->counters().begin());
  }
  std::unique_ptr<LocalSource> machine_;
  CounterSetSource source_;
};

TEST_F(OwnSetTest, Guids_AreThoseOfTheDocument) {
  EXPECT_EQ(guid_text(own_set_guid(238)), "{4f50464c-0000-4000-8000-0000000000ee}");
  EXPECT_EQ(own_object_of(own_set_guid(100'174)), 100'174U);
  EXPECT_FALSE(own_object_of(set_number(1)).has_value());
}

TEST_F(OwnSetTest, Processor_HasItsInstancesAndCounters) {
  open("vm-6.18");
  const std::vector<Guid> sets{own_set_guid(238)};
  ASSERT_TRUE(source_.collect(*machine_, sets, SetPurpose::collect).has_value());
  const auto set = source_.find(sets[0]);
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(set->name, "Processor");
  EXPECT_EQ(guid_text(set->set->provider), "{4f50464c-0000-4000-9000-000000000000}");
  EXPECT_TRUE(set->has_names());
  EXPECT_EQ(set->set->counters[0].id, 6U);  // % Processor Time
  EXPECT_EQ(set->set->counters[0].name, "% Processor Time");
  std::vector<std::byte> bytes;
  ASSERT_TRUE(write_instances(source_, *set, bytes).has_value());
  const auto instances = parse_instance_headers(bytes);
  ASSERT_GT(instances->size(), 1U);
  EXPECT_EQ(text_of((*instances->begin()).name()), "0");
}

TEST_F(OwnSetTest, PagingFile_HasBasesAfterTheirCounters) {
  open("vm-6.18");
  const std::vector<Guid> sets{own_set_guid(700)};
  ASSERT_TRUE(source_.collect(*machine_, sets, SetPurpose::collect).has_value());
  const CounterSetTemplate& set = *source_.find(sets[0])->set;
  ASSERT_GE(set.counters.size(), 2U);
  EXPECT_EQ(set.counters[0].id, 702U);
  EXPECT_EQ(set.counters[0].base_id, 703U);
  EXPECT_EQ(set.counters[1].id, 703U);
  EXPECT_EQ(set.counters[1].attributes, PERF_ATTRIB_NO_DISPLAYABLE);
}

TEST_F(OwnSetTest, Memory_IsASetOfOneInstance) {
  open("vm-6.18");
  const std::string value = reply_to({.set = own_set_guid(4), .counter_id = 24});
  EXPECT_TRUE(value.starts_with("1/0 ")) << value;  // Available Bytes
  EXPECT_TRUE(reply_to({.set = own_set_guid(4)}).starts_with("2/0 ids "));
}

TEST_F(OwnSetTest, WhatTheMachineLacks_IsAbsent) {
  open("vm-6.18");
  const std::vector<Guid> sets{own_set_guid(1'848), own_set_guid(100'174), own_set_guid(7)};
  ASSERT_TRUE(source_.collect(*machine_, sets, SetPurpose::collect).has_value());
  for (const Guid& set : sets) EXPECT_FALSE(source_.find(set).has_value());
}

TEST_F(OwnSetTest, EndOfTheRecordings_IsAnError) {
  open("vm-6.18");
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(source_.collect(*machine_, {}, SetPurpose::collect).has_value());
  EXPECT_EQ(source_.collect(*machine_, {}, SetPurpose::collect).error(), SetStatus::read_failed);
}

}  // namespace
}  // namespace openperflib
