#include "openperflib/machine_jobs/doctor_job.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

const ObjectHealth* object_of(const HealthReport& report, std::uint32_t title) {
  const auto& objects = report.diagnosis.objects;
  const auto object = std::ranges::find(objects, title, &ObjectHealth::title_index);
  return object == objects.end() ? nullptr : &*object;
}

TEST(DoctorJob, RecordedMachine_HasItsObjectsWithoutCosts) {
  const std::string root = OPENPERFLIB_BINARY_DIR "/machines/vm-6.18";
  auto job = DoctorJob::begin({.roots = {root}}, fixed_titles());
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->step(), JobStep::done);
  const HealthReport report = job->take_model();
  const ObjectHealth* const memory = object_of(report, title::kMemory);
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(memory->name, "Memory");
  EXPECT_EQ(memory->counters, 36U);
  EXPECT_FALSE(memory->milliseconds.has_value());
  EXPECT_FALSE(report.global_milliseconds.has_value());
  EXPECT_FALSE(report.rights.is_live);
  EXPECT_TRUE(report.services.services.empty());
  EXPECT_EQ(report.kernel, "");  // the folder lacks it
}

TEST(DoctorJob, ThisMachine_IsMeasuredObjectByObject) {
  auto job = DoctorJob::begin({}, fixed_titles());
  ASSERT_TRUE(job.has_value());
  std::uint64_t measured = 0;
  const auto ended = run(*job, {.progress = [&](const JobProgress& now) {
    EXPECT_LE(now.position, measured + 1);
    measured = now.position;
  }});
  ASSERT_TRUE(ended.has_value());
  EXPECT_EQ(job->progress().position, job->progress().size);
  const HealthReport report = job->take_model();
  EXPECT_TRUE(report.rights.is_live);
  EXPECT_TRUE(report.global_milliseconds.has_value());
  const ObjectHealth* const memory = object_of(report, title::kMemory);
  ASSERT_NE(memory, nullptr);
  EXPECT_TRUE(memory->milliseconds.has_value());
}

TEST(DoctorJob, AbsentFolder_IsNamed) {
  const auto job = DoctorJob::begin({.roots = {"/nonexistent"}}, fixed_titles());
  ASSERT_FALSE(job.has_value());
  EXPECT_EQ(job.error().kind, JobFault::Kind::unreadable);
  EXPECT_EQ(describe(job.error()), "no such file: /nonexistent");
}

}  // namespace
}  // namespace openperflib
