// Every truncation, every byte and every number of logs of three samples that our writers made.
// Everything else is read as before, and every missing sample is reported.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/blg_damage.h"
#include "openperflib/testing/logs/text_log_damage.h"
#include "tests/interop/written_logs.h"

namespace openperflib {
namespace {

using blg_damage::Range;
using blg_damage::Reference;

// Only where events use the buffers: the 0xFF after them means nothing.
class WrittenBlgDamage : public testing::TestWithParam<interop::BinaryForm> {
 protected:
  [[nodiscard]] std::vector<Range> used() const {
    std::vector<Range> ranges;
    for (std::size_t at = 0; at < log.bytes.size(); at += log.buffer_size) {
      const auto length = load<std::uint32_t>(log.bytes, at + blg::buffer::kBytesUsed.offset);
      ranges.push_back({at, at + length});
    }
    return ranges;
  }
  const Reference log{GetParam().written()};
};

TEST_P(WrittenBlgDamage, Sound_IsThreeSamplesWithoutAWord) {
  EXPECT_EQ(log.records.size(), 3U);
  EXPECT_TRUE(blg_example::anomalies_of(blg_example::read_log(log.bytes)).empty());
}

TEST_P(WrittenBlgDamage, AnyEnd_LeavesTheSamplesBeforeIt) {
  for (std::size_t length = 0; length < log.bytes.size(); ++length) {
    log.expect_sound(Bytes(log.bytes).first(length), {length, log.bytes.size()});
  }
}

TEST_P(WrittenBlgDamage, AnyByteChanged_CostsItsOwnSampleAtMost) {
  for (const Range& range : used()) {
    for (std::size_t at = range.begin; at < range.end; ++at) {
      for (const blg_damage::Change change : blg_damage::kChanges) {
        log.expect_sound(blg_damage::with_byte(log.bytes, at, change), {at, at + 1});
      }
    }
  }
}

TEST_P(WrittenBlgDamage, AnyNumberAtAnEdge_CostsItsOwnSampleAtMost) {
  for (const Range& range : used()) {
    for (std::size_t at = range.begin; at + 4 <= range.end; at += 4) {
      for (const std::uint32_t edge : blg_damage::kEdges) {
        log.expect_sound(blg_damage::with_number(log.bytes, at, edge), {at, at + 4});
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, WrittenBlgDamage, testing::ValuesIn(interop::kBinaryForms),
                         [](const auto& form) { return form.param.name; });

struct EncodedTextForm {
  const char* name;
  TextLogFormat format;
  std::optional<ByteOrder> utf16;  // else UTF-8
};

// Text has no numbers of 32 bits: its letters are all there is.
class WrittenTextDamage : public testing::TestWithParam<EncodedTextForm> {
 protected:
  static text_damage::Reference made() {
    const std::string text = interop::written_text(GetParam().format);
    if (!GetParam().utf16.has_value()) return text_damage::Reference(text);
    return text_damage::Reference(interop::as_utf16(text, *GetParam().utf16), 2);
  }
  const text_damage::Reference log = made();
};

TEST_P(WrittenTextDamage, AnyEnd_LeavesTheRowsBeforeIt) {
  ASSERT_EQ(log.rows.size(), 3U);
  for (std::size_t length = 0; length < log.bytes.size(); ++length) {
    SCOPED_TRACE(length);
    log.expect_sound(std::string_view(log.bytes).substr(0, length), {length, log.bytes.size()});
  }
}

TEST_P(WrittenTextDamage, AnyByteChanged_CostsItsOwnRowAtMost) {
  for (std::size_t at = 0; at < log.bytes.size(); ++at) {
    SCOPED_TRACE(at);
    for (const char byte : {'\0', '\xFF', static_cast<char>(~log.bytes[at])}) {
      std::string damaged = log.bytes;
      damaged[at] = byte;
      log.expect_sound(damaged, {at, at + 1});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Forms, WrittenTextDamage,
    testing::Values(EncodedTextForm{"Csv", TextLogFormat::csv, {}},
                    EncodedTextForm{"Tsv", TextLogFormat::tsv, {}},
                    EncodedTextForm{"CsvUtf16", TextLogFormat::csv, ByteOrder::little},
                    EncodedTextForm{"TsvUtf16", TextLogFormat::tsv, ByteOrder::big}),
    [](const auto& form) { return form.param.name; });

}  // namespace
}  // namespace openperflib
