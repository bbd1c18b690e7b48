#include "openperflib/view/doctor/health_report.h"

#include <gtest/gtest.h>

#include "openperflib/view/doctor/health_report_json.h"

namespace openperflib {
namespace {

constexpr unsigned kSysPtrace = 19;  // the bit of CAP_SYS_PTRACE

Lack lack_of_io() {
  return {.remedy = Remedy::rights,
          .reason = "no permission: /proc/PID/io",
          .counters = {R"(Process\IO Read Bytes/sec)"},
          .instances = 2};
}

TEST(CountersText, FourCounters_NamesThree) {
  EXPECT_EQ(counters_text({.reason = "", .counters = {"a", "b", "c", "d"}, .instances = 1}),
            "a, b, c and 1 more (1 instance)");
}

TEST(CountersText, ObjectWithoutInstances_HasNoNumber) {
  EXPECT_EQ(counters_text({.reason = "", .counters = {"a"}}), "a");
  EXPECT_EQ(counters_text(lack_of_io()), R"(Process\IO Read Bytes/sec (2 instances))");
}

TEST(HealthHead, RecordedMachine_HasNoUser) {
  HealthReport report;
  EXPECT_EQ(head_of(report), "a recorded machine");
  report.kernel = "Linux 6.1.0";
  EXPECT_EQ(head_of(report), "Linux 6.1.0");
  report.distribution = "Debian GNU/Linux 12";
  EXPECT_EQ(head_of(report), "Debian GNU/Linux 12, Linux 6.1.0");
}

TEST(HealthHead, LiveMachine_HasUserAndFiles) {
  HealthReport report;
  report.distribution = "Void";
  report.rights = {.is_live = true, .user = 1000, .descriptors = 1024};
  EXPECT_EQ(head_of(report), "Void, as user 1000, up to 1024 open files");
  report.rights.is_root = true;
  EXPECT_EQ(head_of(report), "Void, as root, up to 1024 open files");
}

TEST(Advice, CapabilityThatIsGranted_HasNoEffect) {
  EXPECT_EQ(advice(lack_of_io(), {.capabilities = std::uint64_t{1} << kSysPtrace}),
            "CAP_SYS_PTRACE is granted but has no effect here (a user namespace or a security "
            "module)");
}

TEST(Advice, RootWithoutTheCapability_IsInAContainer) {
  EXPECT_EQ(advice(lack_of_io(), {.is_root = true}),
            "requires CAP_SYS_PTRACE, which this container lacks; start it with "
            "--cap-add=SYS_PTRACE");
}

TEST(Advice, User_NeedsRootOrTheCapability) {
  EXPECT_EQ(advice(lack_of_io(), {}),
            "requires root or CAP_SYS_PTRACE (setcap cap_sys_ptrace+ep on perflib)");
}

TEST(CountersWithoutSource, CountsThoseThatNobodyProvides) {
  Diagnosis diagnosis;
  diagnosis.lacks = {lack_of_io(),
                     {.remedy = Remedy::nobody, .reason = "", .counters = {"a", "b"}}};
  EXPECT_EQ(counters_without_source(diagnosis), 2U);
}

TEST(HealthJson, RecordedMachine_NeedsNothing) {
  HealthReport report;
  report.diagnosis.objects = {{.title_index = 4,
                               .name = "Memory",
                               .instances = std::nullopt,
                               .counters_with_data = 1,
                               .counters = 3,
                               .milliseconds = std::nullopt}};
  report.diagnosis.lacks = {lack_of_io()};
  JsonWriter out(JsonLayout::line);
  write_health(out, report);
  EXPECT_EQ(out.take(), R"({"objects":[{"title_index":4,"name":"Memory","instances":null,)"
                        R"("counters_with_data":1,"counters":3,"milliseconds":null}],)"
                        R"("global_milliseconds":null,"missing":[{"remedy":"rights",)"
                        R"("reason":"no permission: /proc/PID/io",)"
                        R"("counters":["Process\\IO Read Bytes/sec"],"instances":2,"needs":null}],)"
                        R"("all_disabled":false,"stores":[],"services":[],"counter_sets":[]})");
}

}  // namespace
}  // namespace openperflib
