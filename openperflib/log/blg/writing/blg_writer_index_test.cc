// The names of instances in the closing index: those by which readers of the samples know them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/log/blg/blg_closing_index_view.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/log/blg/writing/blg_writer_index_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

using std::string_literals::operator""s;

// The names in the index of a log with one object, of which `block` is the only sample.
std::vector<std::string> indexed_names(Bytes block) {
  BlgClosingIndex index(1);
  index.add(133'700'000'000'000'000, std::vector<Bytes>{block});
  BlgBytes body;
  index.put(body);
  const auto view = BlgClosingIndexView::parse(body.bytes()).value();
  const auto record = BlgRecordView::parse(view.entries()).value();
  const auto entry = BlgIndexEntryView::parse(record.payload()).value();
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < entry.instance_count().value_or(0); ++i) {
    names.push_back(utf8_from_utf16(entry.instance_name(i)).text);
  }
  return names;
}

TEST(BlgClosingIndex, InstanceWithoutAName_HasItsId) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple}, {});
  builder.begin_instance("a", {.unique_id = 7});
  builder.begin_instance("", {.unique_id = 12});
  builder.begin_instance("");
  builder.end_object();
  EXPECT_EQ(indexed_names(builder.finish().value()), (std::vector<std::string>{"a", "12", ""}));
}

TEST(BlgClosingIndex, NameInACodePage_IsDecoded) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple, .code_page = 1252}, {});
  builder.begin_instance_raw(as_bytes("b\xE4r\0"s));
  builder.end_object();
  EXPECT_EQ(indexed_names(builder.finish().value()), (std::vector<std::string>{"b\u00E4r"}));
}

}  // namespace
}  // namespace openperflib
