#include "apps/ctrpp/options.h"

#include <gtest/gtest.h>

#include <vector>

namespace openperflib::ctrpp {
namespace {

// The request, or the text of the failure, of a command line.
struct Read {
  explicit Read(std::vector<std::string> words) : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
    const auto read = read_options(pointers_);
    if (read.has_value()) {
      request = *read;
    } else {
      failure = read.error().text;
    }
  }
  Request request;
  std::string failure;

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

std::string invalid(std::string text) { return text + " (0xC0000BBD PDH_INVALID_ARGUMENT)"; }

TEST(CtrppOptions, AnyCaseAfterEitherSign_IsTheOption) {
  const Read read({"/O", "a.h", "-RC", "/tmp/a.rc", "-Ch", "b.h", "/PREFIX", "My",
                   "-notificationcallback", "/MEMORYROUTINES", "-BackCompat", "/tmp/a.man"});
  EXPECT_EQ(read.failure, "");
  EXPECT_EQ(read.request.job, Job::generate);
  EXPECT_EQ(read.request.code, "a.h");
  EXPECT_EQ(read.request.script, "/tmp/a.rc");
  EXPECT_EQ(read.request.symbols, "b.h");
  EXPECT_EQ(read.request.prefix, "My");
  EXPECT_EQ(read.request.manifest, "/tmp/a.man");
  EXPECT_TRUE(read.request.notification_callback);
  EXPECT_TRUE(read.request.memory_routines);
  EXPECT_TRUE(read.request.back_compat);
}

TEST(CtrppOptions, HelpAndVersion_NeedNothingElse) {
  for (const char* const word : {"-?", "/?", "-help", "/HELP", "--help", "-h"}) {
    EXPECT_EQ(Read({"-o", "x", word}).request.job, Job::help) << word;
  }
  EXPECT_EQ(Read({"--version"}).request.job, Job::version);
}

TEST(CtrppOptions, Outputs_AreRequired) {
  EXPECT_EQ(Read({"-rc", "a.rc", "a.man"}).failure,
            invalid("no output file given for the code; use -o FILE"));
  EXPECT_EQ(Read({"-o", "a.h", "a.man"}).failure,
            invalid("no output file given for the texts; use -rc FILE"));
  EXPECT_EQ(Read({"-o", "a.h", "-rc", "a.rc"}).failure,
            invalid("no manifest is named; use -? for help"));
  EXPECT_EQ(Read({"a.man", "-o"}).failure, invalid("-o needs a value"));
}

TEST(CtrppOptions, SurplusWord_IsRefused) {
  EXPECT_EQ(Read({"-o", "a.h", "-rc", "a.rc", "a.man", "b.man"}).failure,
            invalid("the manifest is given twice: a.man and b.man"));
  EXPECT_EQ(Read({"-o", "a.h", "-o", "b.h", "a.man"}).failure,
            invalid("-o is given twice: a.h and b.h"));
  EXPECT_EQ(Read({"-x", "a.man"}).failure, invalid("unknown option -x; use -? for help"));
}

TEST(CtrppOptions, FileWithTwoMeanings_IsRefused) {
  EXPECT_EQ(Read({"-o", "a", "-rc", "a", "a.man"}).failure, invalid("a is named twice"));
  EXPECT_EQ(Read({"-o", "a", "-rc", "b", "-ch", "a.man", "a.man"}).failure,
            invalid("a.man is named twice"));
  EXPECT_EQ(Read({"-o", "/dev/null", "-rc", "/dev/null", "a.man"}).failure, "");
}

TEST(CtrppOptions, Prefix_IsANameOfC) {
  EXPECT_EQ(Read({"-o", "a", "-rc", "b", "-prefix", "1x", "a.man"}).failure,
            invalid("-prefix 1x: must be a name of C"));
}

TEST(CtrppOptions, Legacy_NamesItsFilesItself) {
  EXPECT_EQ(Read({"-legacy", "-prefix", "P", "a.man"}).request.job, Job::legacy);
  EXPECT_EQ(Read({"-legacy", "-o", "a.h", "a.man"}).failure,
            invalid("-legacy names its files after the manifest: it has no -o and no -rc"));
}

TEST(CtrppOptions, Migration_IsAlone) {
  const Read read({"-migrate", "new.man", "old.man"});
  EXPECT_EQ(read.request.job, Job::migrate);
  EXPECT_EQ(read.request.migrated, "new.man");
  EXPECT_EQ(read.request.manifest, "old.man");
  for (const char* const word : {"-legacy", "-BackCompat"}) {
    EXPECT_EQ(Read({"-migrate", "new.man", word, "old.man"}).failure,
              invalid("-migrate cannot be combined with other options"));
  }
}

}  // namespace
}  // namespace openperflib::ctrpp
