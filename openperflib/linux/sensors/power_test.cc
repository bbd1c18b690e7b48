// Thermal Zone Information, Energy Meter and Power Meter from made folders. Facts:
// docs/objects/power.md.
#include <gtest/gtest.h>

#include "openperflib/base/civil_time.h"
#include "openperflib/linux/sensors/temperature_internal.h"
#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using ThermalUnderTest = ObjectUnderTest<make_thermal_zones_collector>;
using EnergyUnderTest = ObjectUnderTest<make_energy_meter_collector>;
using PowerUnderTest = ObjectUnderTest<make_power_meter_collector>;

const std::string kThermal = "sys/class/thermal/";
const std::string kRapl = "sys/class/powercap/intel-rapl:0/";

TEST(ThermalZones, Temperature_IsInKelvin) {
  ThermalUnderTest zones(100032);
  zones.folder().write(kThermal + "thermal_zone10/temp", "-44000\n");
  zones.folder().write(kThermal + "thermal_zone2/temp", "49925\n");
  zones.folder().write(kThermal + "thermal_zone2/type", "acpitz\n");
  zones.folder().write(kThermal + "cooling_device0/type", "Fan\n");
  zones.collect();
  EXPECT_EQ(zones.instances(), "2 acpitz|10");
  EXPECT_EQ(zones.value("Temperature", 0), "323");
  EXPECT_EQ(zones.value("High Precision Temperature", 0), "3230");
  EXPECT_EQ(zones.value("Temperature", 1), "229");
  EXPECT_EQ(zones.value("High Precision Temperature", 1), "2291");
}

TEST(ThermalZones, BadTemperature_IsReported) {
  EXPECT_EQ(parse_millikelvin("-273150\n").value(), 0U);
  EXPECT_EQ(parse_millikelvin("-273151\n").error(), Errc::out_of_range);
  EXPECT_EQ(parse_millikelvin("2147483647").value(), 2'147'756'797U);
  EXPECT_EQ(parse_millikelvin("2147483648").error(), Errc::out_of_range);
  EXPECT_EQ(parse_millikelvin("18446744073709551615").error(), Errc::out_of_range);
  EXPECT_EQ(parse_millikelvin("--5").error(), Errc::not_a_number);
  EXPECT_EQ(parse_millikelvin("").error(), Errc::not_a_number);
}

TEST(ThermalZones, PassiveLimit_IsThatOfTheStrongestDevice) {
  ThermalUnderTest zones(100032);
  zones.folder().write(kThermal + "thermal_zone0/cdev0/cur_state", "1\n");
  zones.folder().write(kThermal + "thermal_zone0/cdev0/max_state", "10\n");
  zones.folder().write(kThermal + "thermal_zone0/cdev1/cur_state", "2\n");
  zones.folder().write(kThermal + "thermal_zone0/cdev1/max_state", "3\n");
  zones.folder().write(kThermal + "thermal_zone0/cdev1_weight/max_state", "x\n");
  zones.folder().write(kThermal + "thermal_zone1/temp", "1\n");
  zones.collect();
  EXPECT_EQ(zones.value("% Passive Limit", 0), "33");
  EXPECT_EQ(zones.value("% Passive Limit", 1), "100");
}

TEST(ThermalZones, ThrottleReasons_NeedTwoCollections) {
  ThermalUnderTest zones(100032);
  const std::string count = "sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count";
  zones.folder().write("proc/stat", "cpu0 1 1 1 1 1 1 1\ncpu1 1 1 1 1 1 1 1\n");
  zones.folder().write(kThermal + "thermal_zone0/temp", "1\n");
  zones.folder().write(count, "6\n");
  zones.collect();
  EXPECT_EQ(zones.value("Throttle Reasons"), "first collection");
  zones.collect();
  EXPECT_EQ(zones.value("Throttle Reasons"), "0");
  zones.folder().write(count, "7\n");
  zones.collect();
  EXPECT_EQ(zones.value("Throttle Reasons"), "1");
}

TEST(EnergyMeter, Zone_HasEnergyAndFromTheSecondCollectionPower) {
  EnergyUnderTest energy(100042);
  energy.folder().write(kRapl + "energy_uj", "3600\n").write(kRapl + "name", "package-0\n");
  energy.folder().write("sys/class/powercap/intel-rapl/enabled", "1\n");
  energy.instant.monotonic_100ns = 100 * kTicksPerSecond;
  energy.collect();
  EXPECT_EQ(energy.instances(), "intel-rapl:0 package-0");
  EXPECT_EQ(energy.value("Time"), "1000000000");
  EXPECT_EQ(energy.value("Energy"), "1000000");
  EXPECT_EQ(energy.value("Power"), "first collection");
  energy.folder().write(kRapl + "energy_uj", "20003600\n");
  energy.instant.monotonic_100ns = 102 * kTicksPerSecond;
  energy.collect();
  EXPECT_EQ(energy.value("Power"), "10000");  // 20 J in 2 s
}

TEST(EnergyMeter, EndOfARound_IsCarried) {
  EnergyUnderTest energy(100042);
  energy.folder()
      .write(kRapl + "energy_uj", "900000\n")
      .write(kRapl + "max_energy_range_uj", "1000000\n");
  energy.instant.monotonic_100ns = kTicksPerSecond;
  energy.collect();
  energy.folder().write(kRapl + "energy_uj", "260000\n");
  energy.instant.monotonic_100ns = 2 * kTicksPerSecond;
  energy.collect();
  EXPECT_EQ(energy.value("Energy"), "350000000");  // 1,260,000 uJ
  EXPECT_EQ(energy.value("Power"), "360");
}

TEST(EnergyMeter, UnreadableEnergy_LosesAllExceptTime) {
  EnergyUnderTest energy(100042);
  energy.folder().write(kRapl + "energy_uj", "x\n");
  energy.instant.monotonic_100ns = kTicksPerSecond;
  energy.collect();
  EXPECT_EQ(energy.value("Time"), "10000000");
  const char* bad = "/sys/class/powercap/intel-rapl:0/energy_uj: number at byte 0: is not a number";
  EXPECT_EQ(energy.value("Energy"), bad);
  EXPECT_EQ(energy.value("Power"), bad);
}

TEST(PowerMeter, Sensor_HasItsAverageInMilliwatts) {
  PowerUnderTest power(100050);
  const std::string folder = "sys/class/hwmon/hwmon3/";
  power.folder()
      .write(folder + "name", "power_meter\n")
      .write(folder + "power1_average", "15250999\n");
  power.folder().write(folder + "power1_input", "1\n").write(folder + "power1_cap", "65000000\n");
  power.folder().write("sys/class/hwmon/hwmon4/power1_input", "2000\n");
  power.folder().write("sys/class/hwmon/hwmon5/temp1_input", "2000\n");
  power.collect();
  EXPECT_EQ(power.instances(), "3 power_meter|4");
  EXPECT_EQ(power.value("Power", 0), "15250");
  EXPECT_EQ(power.value("Power Budget", 0), "65000");
  EXPECT_EQ(power.value("Power", 1), "2");
  EXPECT_EQ(power.value("Power Budget", 1), "no such file: /sys/class/hwmon/hwmon4/power1_cap");
}

TEST(PowerMeter, SensorThatIsGone_IsListedNoMore) {
  PowerUnderTest power(100050);
  power.folder().write("sys/class/hwmon/hwmon4/power1_input", "2000\n");
  power.collect();
  power.folder().remove("sys/class/hwmon/hwmon4");
  power.collect();
  EXPECT_EQ(power.instances(), "");
}

}  // namespace
}  // namespace openperflib::linux_objects
