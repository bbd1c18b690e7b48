#include "openperflib/jobs/inspect/inspect_job.h"

#include <gtest/gtest.h>

#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

TEST(InspectJob, BinaryLog_HasItsBuffersMessagesAndReadings) {
  auto job = InspectJob::begin({.file = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"},
                               fixed_titles())
                 .value();
  ASSERT_TRUE(run(job).has_value());
  const InspectModel model = job.take_model();
  const auto& facts = std::get<BlgFacts>(model.facts);
  EXPECT_EQ(facts.buffer_size, 65536U);
  EXPECT_EQ(facts.buffers.count, facts.size / facts.buffer_size);
  EXPECT_EQ(facts.kinds.at("sample"), 11U);
  EXPECT_EQ(model.reading().samples.count, 11U);
  EXPECT_TRUE(model.anomalies.empty());
}

TEST(InspectJob, FileThatIsMissingOrAnother_IsNamed) {
  for (const char* file : {"/no/such.blg", "/dev/null"}) {
    for (const auto kind : {InspectOptions::Kind::blg, InspectOptions::Kind::recording}) {
      const auto job = InspectJob::begin({.file = file, .kind = kind}, fixed_titles());
      ASSERT_FALSE(job.has_value());
      EXPECT_NE(describe(job.error()).find(file), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace openperflib
