#include "openperflib/pdh/source_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Texts = std::vector<std::string>;

// The list is complete: each name has its NUL, and one more ends it.
Texts names_in(const NameList& list) {
  Texts names;
  std::string text = list.text();
  EXPECT_TRUE(text.ends_with(std::string(list.empty() ? 2 : 1, '\0')));
  for (std::size_t at = 0; at < text.size() && text[at] != '\0';) {
    names.emplace_back(text.c_str() + at);
    at += names.back().size() + 1;
  }
  EXPECT_EQ(names.size(), list.size());
  return names;
}

Texts names_in(const std::expected<NameList, PdhStatus>& list) {
  return list.has_value() ? names_in(*list) : Texts{"error " + std::to_string(list.error())};
}

// What a played machine has now, and how often it was read.
struct PlayedMachine {
  std::vector<const char*> processes = {"bash", "bash", "java"};
  int reads = 0;
  bool is_readable = true;

  [[nodiscard]] Snapshot snapshot(const ObjectRequest& request) const {
    TestBlock block;
    const bool costly = request == ObjectRequest::of_value_name("MetadataCostly");
    if (costly) {
      block.object(title::kGpuEngine, {{title::kRunningTime}}).instance("0", {1});
    } else {
      block.object(4, {{24}, {26}}, Instances::none).single({1, 2});
      block.object(230, {{6}, {784}});
      for (const char* name : processes) block.instance(name, {1, 2});
      block.object(232, {{6}}).instance("0", {1}, {ParentInstance{230, 2}, -1});
      block.object(236, {{408}});
    }
    return block.status().left_out("why", 4, 56).snapshot();
  }
};

class PlayedSource final : public Source {
 public:
  explicit PlayedSource(PlayedMachine& machine) : machine_(machine) {}
  std::expected<ReadResult, SourceFault> read(const ObjectRequest& request, Deadline /*deadline*/,
                                              Snapshot& into) override {
    ++machine_.reads;
    if (!machine_.is_readable) return std::unexpected(SourceFault{});
    into = machine_.snapshot(request);
    return ReadResult::reading;
  }
  bool is_live() const noexcept override { return true; }
  std::shared_ptr<const TitleSet> titles() override { return title_set_of(fixed_titles()); }

 private:
  PlayedMachine& machine_;
};

class SourceNamesOfMachine : public testing::Test {
 protected:
  SourceNames::Refresh kNo = SourceNames::Refresh::no;
  PlayedMachine machine_;
  SourceNames names_{{.open = [this] { return std::make_unique<PlayedSource>(machine_); },
                      .name = "db-17.example.org",
                      .fixed = fixed_titles()}};
  DataSource here_;

  Texts expand(std::string_view path, const PathExpansion& expansion = {}) {
    return names_in(names_.expand(here_, path, expansion));
  }
  PdhStatus error_of(std::string_view path) {
    const auto paths = names_.expand(here_, path, {});
    return paths.has_value() ? kPdhSuccess : paths.error();
  }
};

TEST_F(SourceNamesOfMachine, Machines_AreThisOneAndWhatWasConnectedTo) {
  EXPECT_EQ(names_.connect("\\\\DB-17"), kPdhSuccess);
  EXPECT_EQ(names_.connect("db-17"), kPdhSuccess);
  EXPECT_EQ(names_.connect(""), kPdhSuccess);
  EXPECT_EQ(names_.connect("DB-17.example.ORG"), kPdhSuccess);
  EXPECT_EQ(names_.connect("\\\\db-18"), PDH_CSTATUS_NO_MACHINE);
  EXPECT_THAT(names_in(names_.machines(here_)), ElementsAre("\\\\db-17.example.org", "\\\\DB-17"));
  EXPECT_EQ(machine_.reads, 0);
}

TEST_F(SourceNamesOfMachine, Objects_AreKeptUntilTheyAreRefreshed) {
  const auto objects = [&](SourceNames::Refresh refresh) {
    return names_in(names_.objects(here_, "", {}, refresh));
  };
  const Texts all = {"Memory", "Process", "Thread", "LogicalDisk"};
  EXPECT_EQ(objects(kNo), all);
  EXPECT_EQ(objects(kNo), all);
  EXPECT_EQ(machine_.reads, 1);
  EXPECT_EQ(objects(SourceNames::Refresh::yes), all);
  EXPECT_EQ(machine_.reads, 2);
}

TEST_F(SourceNamesOfMachine, CostlyObjects_AreListedIfTheyAreAskedFor) {
  const auto costly = names_in(names_.objects(here_, "", {.costly = true}, kNo));
  EXPECT_EQ(costly.back(), "GPU Engine");
  EXPECT_EQ(costly.size(), 5U);
  EXPECT_EQ(names_in(names_.objects(here_, "", {}, kNo)).size(), 4U);
  EXPECT_EQ(machine_.reads, 2);
}

TEST_F(SourceNamesOfMachine, Items_AreTheNamesOfCountersAndInstancesOnceEach) {
  const auto process = names_.items(here_, "\\\\db-17", "PROCESS", 100);
  ASSERT_TRUE(process.has_value());
  EXPECT_THAT(names_in(process->counters), ElementsAre("% Processor Time", "ID Process"));
  EXPECT_THAT(names_in(process->instances), ElementsAre("bash", "java"));
  const auto thread = names_.items(here_, "", "Thread", 100);
  EXPECT_THAT(names_in(thread->instances), ElementsAre("java/0"));
  const auto memory = names_.items(here_, "", "Memory", 100);
  EXPECT_FALSE(memory->has_instances);
  const auto disk = names_.items(here_, "", "LogicalDisk", 100);
  EXPECT_TRUE(disk->has_instances);
  EXPECT_THAT(names_in(disk->instances), IsEmpty());
  for (const char* object : {"Proces", "*", "", "Process(*)", "Collection Status", "a\\b"}) {
    EXPECT_EQ(names_.items(here_, "", object, 100).error(), PDH_CSTATUS_NO_OBJECT) << object;
  }
}

TEST_F(SourceNamesOfMachine, Items_AreKeptUntilObjectsAreRefreshed) {
  const auto instances = [&] {
    return names_in(names_.items(here_, "", "Process", 100)->instances);
  };
  EXPECT_THAT(instances(), ElementsAre("bash", "java"));
  machine_.processes = {"zsh"};
  EXPECT_THAT(instances(), ElementsAre("bash", "java"));
  EXPECT_EQ(names_.objects(here_, "", {}, SourceNames::Refresh::yes)->size(), 4U);
  EXPECT_THAT(instances(), ElementsAre("zsh"));
}

TEST_F(SourceNamesOfMachine, Defaults_AreThoseOfTheBlock) {
  EXPECT_EQ(names_.default_counter(here_, "", "process"), "% Processor Time");
  EXPECT_EQ(names_.default_counter(here_, "", "nothing").error(), PDH_CSTATUS_NO_OBJECT);
  EXPECT_EQ(names_.default_object(here_, "db-18").error(), PDH_CSTATUS_NO_MACHINE);
}

TEST_F(SourceNamesOfMachine, Expansion_ReadsAgainAndNamesTheMachine) {
  EXPECT_THAT(expand(R"(\Process(b*)\ID*)"), ElementsAre(R"(\\db-17\Process(bash)\ID Process)",
                                                         R"(\\db-17\Process(bash#1)\ID Process)"));
  machine_.processes = {"bat"};
  EXPECT_THAT(expand(R"(\\localhost\Process(b*)\ID*)"),
              ElementsAre(R"(\\db-17\Process(bat)\ID Process)"));
  EXPECT_THAT(expand(R"(\Memory\Available Bytes)"),
              ElementsAre(R"(\\db-17\Memory\Available Bytes)"));
  EXPECT_EQ(machine_.reads, 3);
}

TEST_F(SourceNamesOfMachine, ExpansionOfACounterWithoutASourceHere_IsItself) {
  EXPECT_THAT(expand(R"(\Memory\Pool Paged Bytes)"),
              ElementsAre(R"(\\db-17.example.org\Memory\Pool Paged Bytes)"));
  EXPECT_EQ(names_.validate(here_, R"(\Memory\Pool Paged Bytes)"), kPdhSuccess);
}

TEST_F(SourceNamesOfMachine, ExpansionOfNothing_SaysWhatIsLacking) {
  EXPECT_EQ(error_of("Process"), PDH_INVALID_PATH);
  EXPECT_EQ(error_of(R"(\Memory(*)\*)"), PDH_INVALID_PATH);
  EXPECT_EQ(error_of(R"(\\db-18\Memory\*)"), PDH_CSTATUS_NO_MACHINE);
  EXPECT_EQ(error_of(R"(\Proces(*)\*)"), PDH_CSTATUS_NO_OBJECT);
  EXPECT_EQ(error_of(R"(\Process(*)\x*)"), PDH_CSTATUS_NO_COUNTER);
  EXPECT_EQ(error_of(R"(\Process(x*)\*)"), PDH_CSTATUS_NO_INSTANCE);
  EXPECT_EQ(error_of(R"(\Process\ID Process)"), PDH_CSTATUS_NO_INSTANCE);
  machine_.is_readable = false;
  EXPECT_EQ(error_of(R"(\Process(*)\*)"), PDH_CANNOT_CONNECT_MACHINE);
}

TEST_F(SourceNamesOfMachine, Validation_SaysWhetherAPathExistsNow) {
  const auto validate = [&](const char* path) { return names_.validate(here_, path); };
  EXPECT_EQ(validate(R"(\Process(bash#1)\ID Process)"), kPdhSuccess);
  EXPECT_EQ(validate(R"(\\DB-17.EXAMPLE.ORG\Memory\Available Bytes)"), kPdhSuccess);
  EXPECT_EQ(validate(R"(\Process(bash#2)\ID Process)"), PDH_CSTATUS_NO_INSTANCE);
  EXPECT_EQ(validate(R"(\Process(bash)\ID)"), PDH_CSTATUS_NO_COUNTER);
  EXPECT_EQ(validate(R"(\Proces(bash)\ID Process)"), PDH_CSTATUS_NO_OBJECT);
  EXPECT_EQ(validate(R"(\\db-18\Process(bash)\ID Process)"), PDH_CSTATUS_NO_MACHINE);
  EXPECT_EQ(validate("Process/bash/ID Process"), PDH_CSTATUS_BAD_COUNTERNAME);
}

TEST_F(SourceNamesOfMachine, Titles_AreFoundByIndexAndByName) {
  EXPECT_EQ(names_.name_of("", 238), "Processor");
  EXPECT_EQ(names_.name_of("", 999).error(), PDH_STRING_NOT_FOUND);
  EXPECT_EQ(names_.index_of("\\\\.", "available mbytes"), 1382U);  // 1824 has that name, too
  EXPECT_EQ(names_.index_of("", "no such name").error(), PDH_STRING_NOT_FOUND);
  EXPECT_EQ(names_.index_of("db-18", "Processor").error(), PDH_CSTATUS_NO_MACHINE);
  EXPECT_EQ(machine_.reads, 0);
}

// Two machines, and an instance that one record has alone.
constexpr std::string_view kLog =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-16\\Process(bash)\\ID Process\","
    "\"\\\\db-16\\Process(java)\\% Processor Time\",\"\\\\db-16\\Memory\\Available Bytes\","
    "\"\\\\db-17\\Processor(_Total)\\% Idle Time\",\"\\\\db-17\\Processor(0)\\% Processor "
    "Time\"\r\n"
    "\"01/02/2026 03:04:05.000\",\"1\",\"2\",\"3\",\"4\",\"5\"\r\n";

class SourceNamesOfLog : public SourceNamesOfMachine {
 protected:
  MadeFolder folder_;
  DataSource log_ = DataSource::of_log(folder_.path() + "/a.csv");
  SourceNamesOfLog() { folder_.write("a.csv", kLog); }

  Texts expand(std::string_view path, const PathExpansion& expansion = {}) {
    return names_in(names_.expand(log_, path, expansion));
  }
};

TEST_F(SourceNamesOfLog, Machines_AreInTheOrderOfTheLog) {
  EXPECT_THAT(names_in(names_.machines(log_)), ElementsAre("\\\\db-16", "\\\\db-17"));
}

// This computer is db-17.
TEST_F(SourceNamesOfLog, WithoutAMachine_ThisComputerIsMeant) {
  EXPECT_THAT(names_in(names_.objects(log_, "", {}, kNo)), ElementsAre("Processor"));
  EXPECT_THAT(names_in(names_.objects(log_, "\\\\DB-16", {}, kNo)),
              ElementsAre("Process", "Memory"));
  EXPECT_EQ(names_.objects(log_, "db-18", {}, kNo).error(), PDH_CSTATUS_NO_MACHINE);
  EXPECT_THAT(expand(R"(\*(*)\*)"), ElementsAre(R"(\\db-17\Processor(_Total)\% Idle Time)",
                                                R"(\\db-17\Processor(0)\% Processor Time)"));
  EXPECT_EQ(names_.default_object(log_, ""), "Processor");
  EXPECT_EQ(names_.machine_of(log_, ""), "db-17");
  EXPECT_EQ(names_.machine_of(log_, "\\\\DB-16"), "db-16");
  EXPECT_EQ(names_.machine_of(log_, "db-18").error(), PDH_CSTATUS_NO_MACHINE);
}

TEST_F(SourceNamesOfLog, ThatLacksThisComputer_TheFirstMachineIsMeant) {
  SourceNames elsewhere({.open = {}, .name = "other", .fixed = fixed_titles()});
  EXPECT_THAT(names_in(elsewhere.objects(log_, "", {}, kNo)), ElementsAre("Process", "Memory"));
  EXPECT_THAT(names_in(elsewhere.expand(log_, R"(\*(*)\I*)", {})),
              ElementsAre(R"(\\db-16\Process(bash)\ID Process)"));
  EXPECT_EQ(elsewhere.default_object(log_, ""), "Process");
}

TEST_F(SourceNamesOfLog, OnlyWhatTheLogHas_IsFound) {
  EXPECT_THAT(expand(R"(\\db-16\Process(*)\*)"),
              ElementsAre(R"(\\db-16\Process(bash)\ID Process)",
                          R"(\\db-16\Process(java)\% Processor Time)"));
  EXPECT_EQ(names_.validate(log_, R"(\\db-16\Process(bash)\ID Process)"), kPdhSuccess);
  EXPECT_EQ(names_.validate(log_, R"(\\db-16\Process(bash)\% Processor Time)"),
            PDH_CSTATUS_NO_INSTANCE);
  EXPECT_EQ(names_.validate(log_, R"(\\db-18\Process(bash)\ID Process)"), PDH_CSTATUS_NO_MACHINE);
  const auto items = names_.items(log_, "db-16", "Process", 0);
  EXPECT_THAT(names_in(items->instances), ElementsAre("bash", "java"));
  EXPECT_THAT(names_in(items->counters), ElementsAre("ID Process", "% Processor Time"));
  // The default is that of the object on every machine, though the log has another one first.
  EXPECT_EQ(names_.default_counter(log_, "", "Processor"), "% Processor Time");
}

TEST_F(SourceNamesOfLog, IsReadAgainWhenItHasChanged) {
  EXPECT_EQ(names_.machines(log_)->size(), 2U);
  const auto first = *names_.logs().of(log_);
  EXPECT_EQ(*names_.logs().of(log_), first);
  folder_.write("a.csv",
                "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-19\\Memory\\Available Bytes\"\r\n"
                "\"01/02/2026 03:04:05.000\",\"1\"\r\n");
  EXPECT_THAT(names_in(names_.machines(log_)), ElementsAre("\\\\db-19"));
  const auto second = *names_.logs().of(log_);
  names_.logs().forget(log_);
  EXPECT_NE(*names_.logs().of(log_), second);
}

TEST_F(SourceNamesOfLog, ThatCannotBeOpened_GivesTheErrorOfOpenLog) {
  const auto error_of = [&](const std::string& name) {
    return names_.machines(DataSource::of_log(folder_.path() + name)).error();
  };
  EXPECT_EQ(error_of("/none.csv"), PDH_FILE_NOT_FOUND);
  folder_.write("text.blg", "just a text");
  EXPECT_EQ(error_of("/text.blg"), PDH_UNKNOWN_LOG_FORMAT);
}

}  // namespace
}  // namespace openperflib
