#include "apps/lodctr/options.h"

#include <gtest/gtest.h>

#include <vector>

namespace openperflib::lodctr {
namespace {

// The request, or the text of the failure, of a command line.
struct Read {
  explicit Read(std::vector<std::string> words, bool is_unlodctr = false)
      : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
    const auto read =
        is_unlodctr ? read_unlodctr_options(pointers_) : read_lodctr_options(pointers_);
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

TEST(LodctrOptions, WordThatIsNotAnOption_IsAPath) {
  for (const char* const path :
       {"x.ini", "/tmp/x.ini", "/s.ini", "-s.ini", "/", "-", "/x", "/qq", "/x:y", "s:x"}) {
    const Read read({path});
    EXPECT_EQ(read.request.job, Job::install) << path;
    EXPECT_EQ(read.request.subject, path);
  }
}

TEST(LodctrOptions, LetterInAnyCaseAfterEitherSign_IsTheOption) {
  for (const char* const word : {"/S:a b", "-S:a b", "/s:a b", "-s:a b"}) {
    const Read read({word});
    EXPECT_EQ(read.request.job, Job::save) << word;
    EXPECT_EQ(read.request.subject, "a b");
  }
}

TEST(LodctrOptions, ValueWithColons_IsKept) {
  EXPECT_EQ(Read({"/R:c:\\x:y"}).request.subject, "c:\\x:y");
}

TEST(LodctrOptions, NextWord_IsTheValueUnlessItIsAnOption) {
  EXPECT_EQ(Read({"/D", "Echo"}).request.subject, "Echo");
  EXPECT_EQ(Read({"/D:", "Echo"}).request.subject, "Echo");
  EXPECT_EQ(Read({"/S", "/tmp/x"}).request.subject, "/tmp/x");
  EXPECT_EQ(Read({"/S", "/Q"}).failure, "/S needs a file: /S:..., error code is 87");
}

TEST(LodctrOptions, RestoreAndQuery_HaveFormsWithoutValue) {
  EXPECT_EQ(Read({"/R"}).request.job, Job::rebuild);
  EXPECT_EQ(Read({"/R:x"}).request.job, Job::restore);
  EXPECT_EQ(Read({"/Q"}).request.job, Job::query);
  EXPECT_EQ(Read({"/Q:x"}).request.job, Job::query_service);
}

TEST(LodctrOptions, NamesHelpAndLanguage_AreOneJob) {
  const Read read({"/L:009", "/H:help", "/C:names"});
  EXPECT_EQ(read.request.job, Job::rename);
  EXPECT_EQ(read.request.names, "names");
  EXPECT_EQ(read.request.help_texts, "help");
  EXPECT_EQ(read.request.language, "009");
  EXPECT_EQ(Read({"/C:names"}).failure, "/C and /H need a language: /L:..., error code is 87");
}

TEST(LodctrOptions, TwoJobs_AreRefused) {
  EXPECT_EQ(Read({"/R", "/Q"}).failure,
            "/Q cannot be combined with the words before it, error code is 87");
  EXPECT_EQ(Read({"a.ini", "b.ini"}).failure,
            "b.ini cannot be combined with the words before it, error code is 87");
}

TEST(LodctrOptions, Manifest_MayHaveAFolderAfterIt) {
  for (const char* const word : {"/M:x.man", "/m:x.man", "-m:x.man"}) {
    const Read read({word});
    EXPECT_EQ(read.request.job, Job::install_manifest) << word;
    EXPECT_EQ(read.request.subject, "x.man");
    EXPECT_EQ(read.request.folder, "");
  }
  const Read read({"/m", "x.man", "/opt/disque"});
  EXPECT_EQ(read.request.subject, "x.man");
  EXPECT_EQ(read.request.folder, "/opt/disque");
  EXPECT_EQ(Read({"/m:x.man", "a", "b"}).failure,
            "b cannot be combined with the words before it, error code is 87");
  EXPECT_EQ(Read({"/m"}).failure, "/M needs a manifest: /M:..., error code is 87");
}

TEST(LodctrOptions, LoneDashH_AsksForHelp) {
  EXPECT_EQ(Read({"-h"}).request.job, Job::help);
  EXPECT_EQ(Read({"-h"}, true).request.job, Job::help);
}

TEST(UnlodctrOptions, WordsOfLodctr_AreServices) {
  EXPECT_EQ(Read({"/Q"}, true).request.job, Job::uninstall);
  EXPECT_EQ(Read({"/Q"}, true).request.subject, "/Q");
  EXPECT_EQ(Read({"/m:x.man"}, true).request.job, Job::remove_manifest);
  EXPECT_EQ(Read({"-G", "{a}"}, true).request.job, Job::remove_guid);
  EXPECT_EQ(Read({"/p:Disque"}, true).request.job, Job::remove_provider);
  EXPECT_EQ(Read({"/p:Disque"}, true).request.subject, "Disque");
  EXPECT_EQ(Read({"/m:x.man", "/opt"}, true).failure,
            "/opt cannot be combined with the words before it, error code is 87");
  EXPECT_EQ(Read({}, true).failure, "name a file or a service; use /? for help, error code is 87");
}

}  // namespace
}  // namespace openperflib::lodctr
