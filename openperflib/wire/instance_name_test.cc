#include "openperflib/wire/instance_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

using std::string_literals::operator""s;

// The name of the one instance of a block whose name is stored as these bytes.
Utf8Text name_of(const std::string& stored, std::uint32_t code_page,
                 CodePageDecoder decode = nullptr) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple, .code_page = code_page}, {});
  builder.begin_instance_raw(as_bytes(stored));
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  const ObjectTypeView object = *DataBlockView::parse(bytes)->objects().begin();
  return instance_name(object, (*object.instances().begin()).definition, decode);
}

std::optional<std::string> decode_1252(std::uint32_t code_page, Bytes text) {
  if (code_page != 1252 || as_text(text) != "b\xE4r") return std::nullopt;
  return "b\u00E4r";
}

TEST(InstanceName, InUtf16_EndsAtItsFirstNul) {
  EXPECT_EQ(name_of("a\0b\0\0\0c\0"s, 0), (Utf8Text{"ab", 0}));
  EXPECT_EQ(name_of("a\0b\0"s, 0), (Utf8Text{"ab", 0}));
}

TEST(InstanceName, InUtf16OfOddLength_LosesItsLastByte) {
  EXPECT_EQ(name_of("a\0b"s, 0), (Utf8Text{"a", 0}));
}

TEST(InstanceName, UnpairedSurrogate_IsReplacedAndCounted) {
  EXPECT_EQ(name_of("a\0\0\xD8z\0"s, 0), (Utf8Text{"a\uFFFDz", 1}));
}

TEST(InstanceName, InAKnownCodePage_IsDecodedByTheGivenFunction) {
  EXPECT_EQ(name_of("b\xE4r\0garbage"s, 1252, decode_1252), (Utf8Text{"b\u00E4r", 0}));
}

TEST(InstanceName, InAnUnknownCodePage_KeepsAsciiOnly) {
  EXPECT_EQ(name_of("b\xE4r\0"s, 1253, decode_1252), (Utf8Text{"b\uFFFDr", 1}));
  EXPECT_EQ(name_of("b\xE4r\0"s, 1252), (Utf8Text{"b\uFFFDr", 1}));
}

TEST(InstanceName, InUtf8_NeedsNoDecoder) {
  EXPECT_EQ(name_of("b\xC3\xA4r\xFF\0"s, 65001), (Utf8Text{"b\u00E4r\uFFFD", 1}));
}

TEST(InstanceName, OfLengthZero_IsEmpty) { EXPECT_EQ(name_of("", 0), (Utf8Text{"", 0})); }

TEST(NameOrId, InstanceWithoutAName_HasItsId) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple}, {});
  builder.begin_instance("a", {.unique_id = 7});
  builder.begin_instance("", {.unique_id = 0});
  builder.begin_instance("", {.unique_id = -2});
  builder.begin_instance("");
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  const ObjectTypeView object = *DataBlockView::parse(bytes)->objects().begin();
  std::vector<std::string> names;
  for (const InstanceView& one : object.instances()) {
    names.push_back(name_or_id(object, one.definition));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"a", "0", "-2", ""}));
}

TEST(InstanceName, BuiltInACodePage_IsStoredAsItsBytes) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple, .code_page = 65001}, {});
  builder.begin_instance("b\u00E4r");
  builder.begin_instance("");
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  const ObjectTypeView object = *DataBlockView::parse(bytes)->objects().begin();
  const InstanceView first = *object.instances().begin();
  EXPECT_EQ(as_text(first.definition.name()), "b\u00E4r\0"s);
  const InstanceView second = *std::ranges::next(object.instances().begin());
  EXPECT_TRUE(second.definition.name().empty());
}

}  // namespace
}  // namespace openperflib
