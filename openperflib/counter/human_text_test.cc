#include "openperflib/counter/human_text.h"

#include <gtest/gtest.h>

#include <array>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

struct NameCase {
  std::uint32_t type;
  std::string_view counter;
  Quantity expected;
};

constexpr auto kNames = std::to_array<NameCase>({
    {PERF_100NSEC_TIMER_INV, "% Processor Time", Quantity::percent},
    {PERF_RAW_FRACTION, "% Committed Bytes In Use", Quantity::percent},
    {PERF_COUNTER_RAWCOUNT, "% of Maximum Frequency", Quantity::percent},
    {PERF_AVERAGE_TIMER, "Avg. Disk sec/Read", Quantity::seconds},
    {PERF_ELAPSED_TIME, "System Up Time", Quantity::seconds},
    {PERF_COUNTER_BULK_COUNT, "Disk Read Bytes/sec", Quantity::byte_rate},
    {PERF_COUNTER_BULK_COUNT, "Block Read KBytes/sec", Quantity::kibibyte_rate},
    {PERF_COUNTER_BULK_COUNT, "mbytes/sec", Quantity::mebibyte_rate},
    {PERF_COUNTER_BULK_COUNT, "MBytes/sec", Quantity::mebibyte_rate},
    {PERF_COUNTER_COUNTER, "Interrupts/sec", Quantity::rate},
    {PERF_AVERAGE_BULK, "Avg. Disk Bytes/Transfer", Quantity::bytes},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Available Bytes", Quantity::bytes},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Available KBytes", Quantity::kibibytes},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Available MBytes", Quantity::mebibytes},
    {PERF_COUNTER_RAWCOUNT, "Free Megabytes", Quantity::mebibytes},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Working Set - Private", Quantity::bytes},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Commit Limit", Quantity::bytes},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Current Bandwidth", Quantity::bits_per_second},
    {PERF_COUNTER_RAWCOUNT, "Processor Frequency", Quantity::megahertz},
    {PERF_COUNTER_RAWCOUNT, "Threads", Quantity::whole},
    {PERF_COUNTER_DELTA, "Faults", Quantity::whole},
    {PERF_COUNTER_LARGE_RAWCOUNT_HEX, "Start Address", Quantity::hexadecimal},
    {PERF_COUNTER_100NS_QUEUELEN_TYPE, "Avg. Disk Queue Length", Quantity::number},
    {PERF_NUMBER_DEC_1000, "Load", Quantity::number},
    {0, "Avg. Disk sec/Read", Quantity::seconds},
    {0, "Disk Reads/sec", Quantity::rate},
    {0, "Disk Read Bytes/sec", Quantity::byte_rate},
    {0, "Working Set", Quantity::bytes},
    {0, "available mbytes", Quantity::mebibytes},
    {0, "Available MBytes", Quantity::mebibytes},
    {0, "Current Bandwidth", Quantity::bits_per_second},
    {0, "% Idle Time", Quantity::percent},
    {0, "Current Disk Queue Length", Quantity::hexadecimal},
    {PERF_COUNTER_LARGE_RAWCOUNT_HEX, "Start Address of Bytes", Quantity::hexadecimal},
});

TEST(QuantityOf, TypeAndNameTellTheUnit) {
  for (const NameCase& c : kNames) {
    EXPECT_EQ(quantity_of(CounterType(c.type), c.counter), c.expected) << c.counter;
  }
}

struct TextCase {
  Quantity quantity;
  double number;
  std::string_view text;
  std::string_view unit;
};

constexpr auto kTexts = std::to_array<TextCase>({
    {Quantity::percent, 12.4, "12.4", "%"},
    {Quantity::percent, 0, "0.0", "%"},
    {Quantity::percent, 100, "100.0", "%"},
    {Quantity::percent, 803.99, "804.0", "%"},
    {Quantity::seconds, 0.00041, "410", "us"},
    {Quantity::seconds, 0.0091, "9.1", "ms"},
    {Quantity::seconds, 0.00099999, "1.0", "ms"},
    {Quantity::seconds, 0, "0", "s"},
    {Quantity::seconds, 2, "2.0", "s"},
    {Quantity::seconds, 3e-8, "0.030", "us"},
    {Quantity::seconds, 2062.1157831, "34.4", "min"},
    {Quantity::seconds, 11520, "3.2", "h"},
    {Quantity::seconds, 259200, "3.0", "d"},
    {Quantity::bytes, 0, "0", "B"},
    {Quantity::bytes, 512, "512", "B"},
    {Quantity::bytes, 1023.9, "1.0", "KB"},
    {Quantity::bytes, 13207024435.2, "12.3", "GB"},
    {Quantity::bytes, 1e30, "888178419700125", "PB"},
    {Quantity::kibibytes, 2048, "2.0", "MB"},
    {Quantity::mebibytes, 12595, "12.3", "GB"},
    {Quantity::byte_rate, 3250585.6, "3.1", "MB/s"},
    {Quantity::byte_rate, 0, "0", "B/s"},
    {Quantity::kibibyte_rate, 1024, "1.0", "MB/s"},
    {Quantity::mebibyte_rate, 2, "2.0", "MB/s"},
    {Quantity::rate, 1228.3777780908947, "1.2", "k/s"},
    {Quantity::rate, 12, "12.0", "/s"},
    {Quantity::rate, 0.02, "0.020", "/s"},
    {Quantity::rate, 0.0123, "0.0123", "/s"},
    {Quantity::number, 0.00012, "0.00012", ""},
    {Quantity::number, 0.000123456, "0.000123", ""},
    {Quantity::number, -0.0311, "-0.0311", ""},
    {Quantity::number, 0.0999999, "0.100", ""},
    {Quantity::number, 1.234e-9, "1.23e-09", ""},
    {Quantity::percent, 0.02, "0.02", "%"},
    {Quantity::percent, 0.0004, "0.0004", "%"},
    {Quantity::rate, 999.7, "1.0", "k/s"},
    {Quantity::rate, 2.5e6, "2.5", "M/s"},
    {Quantity::number, 0.3114094608090945, "0.311", ""},
    {Quantity::number, 4, "4.0", ""},
    {Quantity::number, 123456, "123456", ""},
    {Quantity::number, 1.5e9, "1.5", "G"},
    {Quantity::whole, 4000000000.0, "4000000000", ""},
    {Quantity::whole, 12.5, "12.5", ""},
    {Quantity::bits_per_second, 1e9, "1.0", "Gbit/s"},
    {Quantity::megahertz, 2400, "2400", "MHz"},
    {Quantity::number, -0.25, "-0.250", ""},
});

TEST(HumanText, HasThreeDigitsAndASuitableUnit) {
  for (const TextCase& c : kTexts) {
    const HumanText text = human_text(c.quantity, c.number);
    EXPECT_EQ(text.number, c.text) << c.number;
    EXPECT_EQ(text.unit, c.unit) << c.number;
  }
}

TEST(HumanText, ExactReadings_KeepAllTheirDigits) {
  EXPECT_EQ(human_text(Quantity::whole, std::uint64_t{18446744073709551615u}).number,
            "18446744073709551615");
  EXPECT_EQ(human_text(Quantity::hexadecimal, std::uint64_t{0xDEADBEEF}),
            (HumanText{"deadbeef", "hex"}));
  EXPECT_EQ(human_text(Quantity::bytes, std::uint64_t{2048}), (HumanText{"2.0", "KB"}));
}

TEST(UnitOf, Quantity_HasTheUnitOfItsNumberAsItIsStored) {
  EXPECT_EQ(unit_of(Quantity::number), "");
  EXPECT_EQ(unit_of(Quantity::percent), "%");
  EXPECT_EQ(unit_of(Quantity::seconds), "s");
  EXPECT_EQ(unit_of(Quantity::mebibytes), "MB");
  EXPECT_EQ(unit_of(Quantity::byte_rate), "B/s");
  EXPECT_EQ(unit_of(Quantity::megahertz), "MHz");
}

}  // namespace
}  // namespace openperflib
