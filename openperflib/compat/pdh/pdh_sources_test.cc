#include <gtest/gtest.h>

#include <filesystem>

#include "openperflib/compat/pdh/pdh_sources_internal.h"

namespace openperflib::compat {
namespace {

TEST(PdhLogName, RelativeFile_KeepsItsFolder) {
  const std::string here = std::filesystem::current_path().string() + "/";
  EXPECT_EQ(log_name_of("a.blg"), here + "a.blg");
  EXPECT_EQ(log_name_of("SQL:logs.db!Monday"), "SQL:" + here + "logs.db!Monday");
  EXPECT_EQ(log_name_of("SQL:logs.db"), "SQL:" + here + "logs.db");
}

TEST(PdhLogName, WhatIsNotARelativeFile_Stays) {
  for (const char* const name : {"", "/var/log/a.blg", "SQL:perf!Monday", "SQL:/var/logs.db!a",
                                 "SQL:DRIVER=PostgreSQL;Database=perf!a", "SQL:"}) {
    EXPECT_EQ(log_name_of(name), name);
  }
}

TEST(PdhLogName, OfASource_IsThatOfItsLog) {
  const std::string here = std::filesystem::current_path().string() + "/";
  EXPECT_EQ(source_of_name("a.blg"), DataSource::of_log(here + "a.blg"));
  EXPECT_EQ(source_of_name<CHAR>(nullptr), DataSource());
}

}  // namespace
}  // namespace openperflib::compat
