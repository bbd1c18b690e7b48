// open_log with what stands beside a log: notes, and names of another language.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "openperflib/testing/called_tools.h"

namespace openperflib {
namespace {

constexpr double kTenInTheMorning = 1'795'255'200;  // 2026-11-21 10:00:00 UTC
constexpr std::string_view kGerman =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\Prozessor(_Total)\\Prozessorzeit (%)\"\n"
    "\"11/21/2026 10:00:00.000\",\"95\"\n"
    "\"11/21/2026 10:00:01.000\",\"5\"\n";
constexpr std::string_view kNames =
    "English;German\nProcessor;Prozessor\n% Processor Time;Prozessorzeit (%)\n";

class ClientNotesTest : public ToolTest {
 protected:
  ClientNotesTest() { folder().write("a.csv", kGerman); }
  // The answer to open_log of this log, with more arguments.
  ToolAnswer opened_with(const std::string& more) {
    return called("open_log", R"({"path":")" + path("a.csv") + "\"" + more + "}");
  }
  std::string path(const std::string& name) { return folder().path() + "/" + name; }
  // A further argument that is a list of one file, as JSON.
  std::string argument(const std::string& name, const std::string& file) {
    return ",\"" + name + "\":[\"" + path(file) + "\"]";
  }
};

TEST_F(ClientNotesTest, NotesBesideALog_AreInTheOrderOfTheirTimes) {
  folder().write("a.csv.notes.txt",
                 "2026-11-21 10:00:01 later\n2026-11-21 10:00:00.500 <b>first</b>\n");
  const ToolAnswer log = opened_with("");
  ASSERT_EQ(list(log.json, "notes").size(), 2U);
  EXPECT_EQ(number(list(log.json, "notes")[0], "time_unix"), kTenInTheMorning + 0.5);
  EXPECT_EQ(list(log.json, "notes")[0].text_of("text"), "<b>first</b>");
  EXPECT_EQ(list(log.json, "notes")[1].text_of("text"), "later");
  EXPECT_EQ(log.json.find("notes_left_out"), nullptr);
  EXPECT_EQ(log.json.find("note_remarks"), nullptr);
}

TEST_F(ClientNotesTest, LogWithoutNotes_HasNone) {
  const ToolAnswer log = opened_with("");
  EXPECT_EQ(log.json.find("notes"), nullptr);
  EXPECT_EQ(log.json.find("note_remarks"), nullptr);
}

TEST_F(ClientNotesTest, NamedFiles_TakeThePlaceOfThoseBesideTheLog) {
  folder().write("a.csv.notes.txt", "2026-11-21 10:00 beside\n");
  folder().write("mine.txt", "2026-11-21 10:00 mine\n");
  const ToolAnswer log = opened_with(argument("notes", "mine.txt"));
  ASSERT_EQ(list(log.json, "notes").size(), 1U);
  EXPECT_EQ(list(log.json, "notes")[0].text_of("text"), "mine");
  EXPECT_NE(refused("open_log",
                    R"({"path":")" + path("a.csv") + "\"" + argument("notes", "none.txt") + "}")
                .find("none.txt"),
            std::string::npos);
}

TEST_F(ClientNotesTest, LinesThatAreNotNotes_AreRemarks) {
  folder().write("a.csv.notes.txt", "Dear all,\n2026-11-21 10:00 good\n");
  const ToolAnswer log = opened_with("");
  EXPECT_EQ(list(log.json, "notes").size(), 1U);
  ASSERT_EQ(list(log.json, "note_remarks").size(), 1U);
  EXPECT_EQ(list(log.json, "note_remarks")[0].text,
            path("a.csv.notes.txt") + ": line 1: not a note; write YYYY-MM-DD HH:MM:SS TEXT");
}

TEST_F(ClientNotesTest, FolderInPlaceOfNotes_IsARemark) {
  folder().make_folder("a.csv.notes.txt");
  const ToolAnswer log = opened_with("");
  ASSERT_EQ(list(log.json, "note_remarks").size(), 1U);
  EXPECT_NE(list(log.json, "note_remarks")[0].text.find("is not a regular file"),
            std::string::npos);
}

TEST_F(ClientNotesTest, ManyNotes_AreCutAndCounted) {
  std::string notes;
  for (int i = 0; i < 1002; ++i) notes += "2026-11-21 10:00 x\n";
  folder().write("a.csv.notes.txt", notes);
  const ToolAnswer log = opened_with("");
  EXPECT_EQ(list(log.json, "notes").size(), 1000U);
  EXPECT_EQ(number(log.json, "notes_left_out"), 2);
}

// The files consist of a note and a hole.
TEST_F(ClientNotesTest, FilesOfMoreThan64MiBTogether_AreRefused) {
  for (const char* name : {"1.txt", "2.txt"}) {
    folder().write(name, "2026-11-21 10:00 x\n");
    std::filesystem::resize_file(path(name), std::uintmax_t{33} << 20U);
  }
  for (const char* name : {"1.txt", "2.txt"}) {
    EXPECT_EQ(list(opened_with(argument("notes", name)).json, "notes").size(), 1U);
  }
  const std::string why =
      refused("open_log", R"({"path":")" + path("a.csv") + R"(","notes":[")" + path("1.txt") +
                              R"(",")" + path("2.txt") + R"("]})");
  EXPECT_NE(why.find("2.txt"), std::string::npos) << why;
  EXPECT_EQ(why.find("1.txt"), std::string::npos) << why;
}

TEST_F(ClientNotesTest, NotesOfAGibibyte_AreARemark) {
  folder().write("a.csv.notes.txt", "2026-11-21 10:00 x\n");
  std::filesystem::resize_file(path("a.csv.notes.txt"), std::uintmax_t{1} << 30U);
  const ToolAnswer log = opened_with("");
  EXPECT_EQ(log.json.find("notes"), nullptr);
  ASSERT_EQ(list(log.json, "note_remarks").size(), 1U);
  EXPECT_NE(list(log.json, "note_remarks")[0].text.find("a.csv.notes.txt"), std::string::npos);
}

TEST_F(ClientNotesTest, LogWithNames_IsInEnglish) {
  folder().write("names.txt", kNames);
  const ToolAnswer without = opened_with("");
  EXPECT_EQ(list(without.json, "objects").at(0).text_of("name"), "Prozessor");
  const ToolAnswer log = opened_with(argument("names", "names.txt"));
  ASSERT_EQ(list(log.json, "objects").size(), 1U);
  EXPECT_EQ(list(log.json, "objects")[0].text_of("name"), "Processor");
  const ToolAnswer listed = called("list", R"({"log":"log2","details":true})");
  EXPECT_EQ(list(listed.json, "objects").at(0).text_of("original_name"), "Prozessor");
  const ToolAnswer rows =
      called("columns", R"({"log":"log2","paths":["\\Processor(_Total)\\% Processor Time"]})");
  ASSERT_EQ(rows.numbers.size(), 4U);
  EXPECT_EQ(rows.numbers[2], 95);
}

TEST_F(ClientNotesTest, FileWithoutNames_IsRefused) {
  folder().write("names.txt", "Dear all,\n");
  const std::string why = refused(
      "open_log", R"({"path":")" + path("a.csv") + "\"" + argument("names", "names.txt") + "}");
  EXPECT_NE(why.find("names.txt"), std::string::npos) << why;
}

}  // namespace
}  // namespace openperflib
