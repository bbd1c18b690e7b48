#include "openperflib/view/text/json_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace openperflib {
namespace {

template <typename T>
std::string written(const T& value) {
  JsonWriter json(JsonLayout::line);
  json.value(value);
  return json.take();
}

std::string document(JsonLayout layout) {
  JsonWriter json(layout);
  json.begin_object();
  json.member("path", R"(\Processor(_Total)\% Idle Time)");
  json.member("value", 12.5);
  json.key("raw");
  json.begin_object();
  json.end_object();
  json.key("list");
  json.begin_array();
  json.value(1);
  json.begin_array();
  json.end_array();
  json.begin_object();
  json.member("none", nullptr);
  json.end_object();
  json.end_array();
  json.end_object();
  return json.take();
}

TEST(JsonWriter, Line_HasNoSpaces) {
  EXPECT_EQ(document(JsonLayout::line),
            R"({"path":"\\Processor(_Total)\\% Idle Time","value":12.5,"raw":{},)"
            R"("list":[1,[],{"none":null}]})");
}

TEST(JsonWriter, Lines_IndentsByTwo) {
  EXPECT_EQ(document(JsonLayout::lines), R"({
  "path": "\\Processor(_Total)\\% Idle Time",
  "value": 12.5,
  "raw": {},
  "list": [
    1,
    [],
    {
      "none": null
    }
  ]
})");
}

TEST(JsonWriter, Numbers_AreTextsOfBefore) {
  EXPECT_EQ(written(0.0), "0.0");
  EXPECT_EQ(written(-0.0), "-0.0");
  EXPECT_EQ(written(3.0), "3.0");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(0.001), "0.001");
  EXPECT_EQ(written(0.00001), "1e-05");
  EXPECT_EQ(written(123456789012345.0), "123456789012345.0");
  EXPECT_EQ(written(1e15), "1e+15");
  EXPECT_EQ(written(1.5e300), "1.5e+300");
  EXPECT_EQ(written(2.5177795440463832e16), "2.5177795440463832e+16");
  EXPECT_EQ(written(std::nan("")), "null");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(written(std::uint8_t{65}), "65");
}

TEST(JsonWriter, Texts_AreEscaped) {
  EXPECT_EQ(written("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(written("\b\f\n\r\t"), R"("\b\f\n\r\t")");
  EXPECT_EQ(written(std::string("\0\x1b\x1f", 3)), R"("\u0000\u001b\u001f")");
  EXPECT_EQ(written("é€😀"), "\"é€😀\"");
  EXPECT_EQ(written("\x7f"), R"("\u007f")");
  EXPECT_EQ(written("\u0085\u061c\u200f\u202e\u2066"), R"("\u0085\u061c\u200f\u202e\u2066")");
  EXPECT_EQ(written("\xff.\xe2\x82"), "\"\ufffd.\ufffd\"");
}

TEST(JsonWriter, OtherValues) {
  EXPECT_EQ(written(true), "true");
  EXPECT_EQ(written(false), "false");
  EXPECT_EQ(written(std::optional<int>()), "null");
  EXPECT_EQ(written(std::optional<int>(7)), "7");
  EXPECT_EQ(written(std::vector<std::string>{"a", "b"}), R"(["a","b"])");
}

TEST(JsonWriter, Keys_AreEscaped) {
  JsonWriter json(JsonLayout::line);
  json.begin_object();
  json.member("a\nb", 1);
  json.end_object();
  EXPECT_EQ(json.take(), R"({"a\nb":1})");
}

TEST(JsonWriter, Take_ReturnsPiecesOfOneDocument) {
  JsonWriter json(JsonLayout::lines);
  json.begin_array();
  json.value(1);
  EXPECT_EQ(json.size(), 5U);
  EXPECT_EQ(json.take(), "[\n  1");
  EXPECT_EQ(json.size(), 0U);
  json.value(2);
  EXPECT_EQ(json.take(), ",\n  2");
  json.end_array();
  EXPECT_EQ(json.take(), "\n]");
  EXPECT_EQ(json.take(), "");
}

RC_GTEST_PROP(JsonWriter, Number_ReadBack_IsTheSame, (std::uint64_t bits)) {
  const auto number = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(number));
  RC_ASSERT(nlohmann::json::parse(written(number)).get<double>() == number);
}

}  // namespace
}  // namespace openperflib
