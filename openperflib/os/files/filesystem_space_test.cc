#include "openperflib/os/files/filesystem_space.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <future>
#include <string>

namespace openperflib {
namespace {

using std::chrono::milliseconds;
using Kind = SpaceAnswer::Kind;
constexpr milliseconds kLong(60'000);  // never reached
constexpr milliseconds kShort(1);      // for what never answers

// File systems whose names say what they do: "/hang..." answers when it is let go, "/no" refuses,
// any other has as many blocks as its name has characters.
class MadeFilesystems {
 public:
  [[nodiscard]] FilesystemSpace::Ask ask() const {
    return [state = state_](const char* path, SpaceBlocks& space) {
      const std::string name = path;
      ++state->asked;
      if (name.starts_with("/hang")) state->released.wait();
      if (name == "/no") return ENOENT;
      space = {512, name.size(), 0, 0};
      return 0;
    };
  }
  void let_go() { state_->gate.set_value(); }
  [[nodiscard]] int asked() const { return state_->asked; }

 private:
  struct State {
    std::promise<void> gate;
    std::shared_future<void> released = gate.get_future().share();
    std::atomic<int> asked = 0;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

SpaceAnswer answered(std::uint64_t blocks) { return {Kind::answered, 0, {512, blocks, 0, 0}}; }
SpaceAnswer silent() { return {Kind::no_answer, 0, {}}; }

TEST(FilesystemSpace, EveryPath_GetsItsOwnAnswer) {
  const MadeFilesystems made;
  FilesystemSpace space(made.ask());
  std::vector<SpaceAnswer> answers;
  const std::array<std::string_view, 3> paths = {"/", "/no", "/home"};
  for (int round = 0; round < 3; ++round) {
    space.ask(paths, kLong, answers);
    EXPECT_EQ(answers,
              (std::vector<SpaceAnswer>{answered(1), {Kind::refused, ENOENT, {}}, answered(5)}));
  }
}

TEST(FilesystemSpace, NoPaths_NoThreadIsNeeded) {
  const MadeFilesystems made;
  FilesystemSpace space(made.ask());
  std::vector<SpaceAnswer> answers(3);
  space.ask({}, kLong, answers);
  EXPECT_TRUE(answers.empty());
}

TEST(FilesystemSpace, OneNeverAnswers_TheOthersDo) {
  MadeFilesystems made;
  std::vector<SpaceAnswer> answers;
  {
    FilesystemSpace space(made.ask());
    const std::array<std::string_view, 1> hanging = {"/hang"};
    space.ask(hanging, kShort, answers);
    EXPECT_EQ(answers, std::vector{silent()});
    const std::array<std::string_view, 3> paths = {"/", "/hang", "/home"};
    space.ask(paths, kLong, answers);  // does not wait for what it waits for already
    EXPECT_EQ(answers, (std::vector{answered(1), silent(), answered(5)}));
    EXPECT_LE(made.asked(), 3);
  }  // nor does the destructor
  made.let_go();
}

TEST(FilesystemSpace, PathsAfterASilentOne_AreAskedInTheSameRound) {
  MadeFilesystems made;
  FilesystemSpace space(made.ask());
  std::vector<SpaceAnswer> answers;
  const std::array<std::string_view, 3> paths = {"/", "/hang", "/home"};
  space.ask(paths, milliseconds(300), answers);
  EXPECT_EQ(answers[1], silent());
  space.ask(paths, kLong, answers);
  EXPECT_EQ(answers, (std::vector{answered(1), silent(), answered(5)}));
  made.let_go();
}

TEST(FilesystemSpace, SilentOneThatAnswers_IsAskedAgain) {
  MadeFilesystems made;
  FilesystemSpace space(made.ask());
  std::vector<SpaceAnswer> answers;
  const std::array<std::string_view, 1> paths = {"/hang"};
  space.ask(paths, kShort, answers);
  EXPECT_EQ(answers, std::vector{silent()});
  made.let_go();
  while (answers[0].kind != Kind::answered) space.ask(paths, kLong, answers);
  EXPECT_EQ(answers, std::vector{answered(5)});
  EXPECT_EQ(made.asked(), 2);
}

TEST(FilesystemSpace, MaximumOfSilentOnes_StartsNoFurtherThread) {
  MadeFilesystems made;
  FilesystemSpace space(made.ask());
  std::vector<SpaceAnswer> answers;
  const std::array<std::string_view, 6> paths = {"/hang1", "/hang2", "/hang3",
                                                 "/hang4", "/hang5", "/home"};
  space.ask(paths, kShort, answers);
  EXPECT_EQ(answers[3], silent());
  EXPECT_EQ(answers[4].kind, Kind::too_many_silent);
  EXPECT_EQ(answers[5].kind, Kind::too_many_silent);
  EXPECT_LE(made.asked(), 4);
  made.let_go();
}

TEST(FilesystemSpace, StatvfsOfTheRoot_HasBlocks) {
  SpaceBlocks space;
  ASSERT_EQ(FilesystemSpace::ask_statvfs("/", space), 0);
  EXPECT_GT(space.block_size, 0U);
  EXPECT_EQ(FilesystemSpace::ask_statvfs("/no such folder", space), ENOENT);
}

}  // namespace
}  // namespace openperflib
