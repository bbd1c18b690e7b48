#include "apps/perflib/text/anomaly_text.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

constexpr Field kCodePage{"text log", "code page (detected)"};
constexpr Field kOtherCodePages{"text log", "other code pages that fit"};
constexpr Field kOrder{"text log", "order of dates"};
constexpr Field kBytesUsed{"blg buffer", "BytesUsed"};
constexpr Field kSize{"blg event", "Size"};

LogAnomaly odd(Errc code, std::uint32_t stored, const Field& field, std::uint64_t offset) {
  LogAnomaly anomaly;
  anomaly.what = {.errno_value = 0,
                  .file = "a.log",
                  .error = Error{.code = code, .aux = stored, .field = &field, .offset = offset}};
  return anomaly;
}

TEST(AnomalyText, KnownAnomaly_SaysHowItWasRead) {
  EXPECT_EQ(anomaly_text(odd(Errc::wrong_value, 1252, kCodePage, 0)),
            "a.log: not UTF-8; code page 1252 is a guess from the letters. Use --encoding if names "
            "look wrong");
  EXPECT_EQ(anomaly_text(odd(Errc::wrong_value, 1, kOrder, 119)),
            "a.log: dates are read with the day first");
  EXPECT_EQ(anomaly_text(odd(Errc::disagrees, 510, kOrder, 119)),
            "a.log: dates are read with the month first, but the day may be: nothing shows whether "
            "05/10 is the month or the day first. Use --date-order mdy or dmy");
  EXPECT_EQ(anomaly_text(odd(Errc::wrong_value, 1U << 9 | 1U << 12, kOtherCodePages, 0)),
            "a.log: the letters fit cp1254 and cp1257 too; choose with --encoding");
}

TEST(AnomalyText, TruncatedBuffer_NamesItsByte) {
  EXPECT_EQ(anomaly_text(odd(Errc::truncated, 0, kBytesUsed, 196'656)),
            "a.log: the file ends in the middle of a buffer (byte 196656)");
  EXPECT_EQ(anomaly_text(odd(Errc::out_of_range, 7, kBytesUsed, 48)),
            "a.log: blg buffer.BytesUsed at byte 48: is out of range (7)");
}

TEST(AnomalyText, OneByteAndOneRecord_AreSingular) {
  LogAnomaly anomaly = odd(Errc::outside, 520, kSize, 7);
  anomaly.skipped_bytes = 1;
  EXPECT_EQ(anomaly_text(anomaly),
            "a.log: blg event.Size at byte 7: extends past its parent (520); 1 byte skipped");
  anomaly.skipped_records = 2;
  EXPECT_EQ(anomaly_text(anomaly),
            "a.log: blg event.Size at byte 7: extends past its parent (520); 2 records skipped");
}

TEST(AnomalyText, OtherDamage_HasItsFieldItsByteAndWhatWasSkipped) {
  LogAnomaly anomaly = odd(Errc::outside, 520, kSize, 199'800);
  anomaly.skipped_records = 1;
  anomaly.skipped_bytes = 520;
  EXPECT_EQ(
      anomaly_text(anomaly),
      "a.log: blg event.Size at byte 199800: extends past its parent (520); 1 record skipped");
  anomaly.skipped_records = 0;
  EXPECT_EQ(
      anomaly_text(anomaly),
      "a.log: blg event.Size at byte 199800: extends past its parent (520); 520 bytes skipped");
}

}  // namespace
}  // namespace openperflib::apps
