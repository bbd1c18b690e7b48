// Properties of the lowest layer.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

#include "openperflib/base/bytes.h"
#include "openperflib/base/checked.h"
#include "openperflib/base/civil_time.h"

namespace openperflib {
namespace {

RC_GTEST_PROP(Contains, AgreesWithTheSumWithoutOverflow,
              (std::uint64_t size, std::uint64_t offset, std::uint64_t length)) {
  const auto end = static_cast<unsigned __int128>(offset) + length;
  RC_ASSERT(contains(size, offset, length) == (end <= size));
}

RC_GTEST_PROP(LoadAndStore, AreInverse, (std::uint64_t value)) {
  std::array<std::byte, 8> bytes = {};
  store(bytes, 0, value);
  RC_ASSERT(load<std::uint64_t>(bytes, 0) == value);
  RC_ASSERT(load<std::uint64_t>(bytes, 0, ByteOrder::big) == std::byteswap(value));
}

RC_GTEST_PROP(CheckedRoundUp, IsTheSmallestMultipleNotBelow, (std::uint32_t value)) {
  const auto rounded = checked_round_up<std::uint32_t>(value, 8);
  if (!rounded.has_value()) {
    RC_ASSERT(value > 0xFFFF'FFF8U);
    return;
  }
  RC_ASSERT(*rounded % 8 == 0 && *rounded >= value && *rounded - value < 8);
}

RC_GTEST_PROP(CivilTime, DateAndBack_TruncatesToMilliseconds, ()) {
  const auto time = *rc::gen::inRange<FileTime>(0, 9'000'000'000'000'000'000);
  const SystemTime date = system_time_from(time);
  RC_ASSERT(file_time_from(date) == time / 10'000 * 10'000);
  RC_ASSERT(iso_8601(date).has_value());
}

}  // namespace
}  // namespace openperflib
