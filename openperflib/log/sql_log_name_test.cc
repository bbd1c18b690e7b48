#include "openperflib/log/sql_log_name.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

using NameKind = SqlLogName::Kind;

SqlLogName parsed(std::string_view text) {
  auto name = SqlLogName::parse(text);
  EXPECT_TRUE(name.has_value()) << text;
  return name.value_or(SqlLogName());
}

TEST(SqlLogName, Database_IsAFileASourceOrAConnection) {
  struct Case {
    const char* text;
    NameKind kind;
    const char* database;
    const char* set;
  };
  constexpr Case kCases[] = {
      {"SQL:Test!fd", NameKind::source, "Test", "fd"},
      {"sql:logs.db!monday", NameKind::file, "logs.db", "monday"},
      {"SQL:logs.SQLite3!monday", NameKind::file, "logs.SQLite3", "monday"},
      {"SQL:./logs!monday", NameKind::file, "./logs", "monday"},
      {"SQL:/var/a=b/logs!monday", NameKind::file, "/var/a=b/logs", "monday"},
      {"SQL:below/logs!a b", NameKind::file, "below/logs", "a b"},
      {"SQL:a!b.db!c", NameKind::file, "a!b.db", "c"},
      {"SQL:DSN=x;UID=y!set", NameKind::connection, "DSN=x;UID=y", "set"},
      {"SQL:logs.db", NameKind::file, "logs.db", ""},
      {"SQL:logs.db!", NameKind::file, "logs.db", ""},
  };
  for (const Case& one : kCases) {
    const SqlLogName name = parsed(one.text);
    EXPECT_EQ(name.kind, one.kind) << one.text;
    EXPECT_EQ(name.database, one.database) << one.text;
    EXPECT_EQ(name.set, one.set) << one.text;
    EXPECT_EQ(name.shown, one.text);
  }
}

TEST(SqlLogName, WithoutADatabase_IsNone) {
  EXPECT_FALSE(SqlLogName::parse("SQL:").has_value());
  EXPECT_FALSE(SqlLogName::parse("SQL:!set").has_value());
  EXPECT_FALSE(SqlLogName::parse("logs.db!set").has_value());
}

TEST(SqlLogName, Passwords_AreNotShown) {
  EXPECT_EQ(parsed("SQL:DRIVER=p;Pwd=secret;UID=u!set").shown, "SQL:DRIVER=p;Pwd=*;UID=u!set");
  EXPECT_EQ(parsed("SQL:UID=u;PASSWORD=a!b!set").shown, "SQL:UID=u;PASSWORD=*!set");
  EXPECT_EQ(parsed("SQL:UID=u;PWD={a;b}!set").shown, "SQL:UID=u;PWD=*!set");
  EXPECT_EQ(parsed("SQL:UID=u; PassWord = secret;X=1!set").shown, "SQL:UID=u; PassWord =*;X=1!set");
  EXPECT_EQ(parsed("SQL:UID=u;\tpwd= {a;b};X=1!set").shown, "SQL:UID=u;\tpwd=*;X=1!set");
}

TEST(SqlLogName, Connection_IsThatOfTheDriverFollowedByItsDefaults) {
  EXPECT_EQ(connection_string(parsed("SQL:logs.db!a"), "/lib/d.so").value_or(""),
            "DRIVER=/lib/d.so;Database=logs.db;StepAPI=1;NoTXN=0;Timeout=5000;");
  EXPECT_EQ(connection_string(parsed("SQL:Test!a"), "").value_or(""),
            "DSN=Test;StepAPI=1;NoTXN=0;Timeout=5000;UseDeclareFetch=1;Fetch=4096;");
  EXPECT_EQ(connection_string(parsed("SQL:DSN=x;UID=y;!a"), "").value_or(""),
            "DSN=x;UID=y;StepAPI=1;NoTXN=0;Timeout=5000;UseDeclareFetch=1;Fetch=4096;");
}

TEST(SqlLogName, PathWithASemicolon_IsRefused) {
  EXPECT_FALSE(connection_string(parsed("SQL:./a;b.db!a"), "d").has_value());
  EXPECT_FALSE(connection_string(parsed("SQL:./a{b}.db!a"), "d").has_value());
}

}  // namespace
}  // namespace openperflib
