#include "openperflib/view/chart/chart_axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "openperflib/view/text/time_text.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

constexpr FileTime kSecond = kTicksPerSecond;
constexpr FileTime kMinute = 60 * kSecond;
constexpr FileTime kHour = 60 * kMinute;
constexpr FileTime kDay = 24 * kHour;
constexpr FileTime kYear = 365 * kDay;

// Steps that people know from a clock.
constexpr auto kTimeSteps = std::to_array<FileTime>(
    {kSecond,  2 * kSecond, 5 * kSecond, 10 * kSecond, 15 * kSecond, 30 * kSecond,
     kMinute,  2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
     kHour,    2 * kHour,   3 * kHour,   6 * kHour,    12 * kHour,   kDay,
     2 * kDay, 7 * kDay,    14 * kDay,   30 * kDay,    90 * kDay,    kYear});

constexpr auto kMonths = std::to_array<std::string_view>(
    {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"});

constexpr double kBeyondPaper = 1e300;  // so that the height of an axis stays finite

std::string day_text(FileTime time, bool has_year) {
  const SystemTime date = system_time_from(time);
  const std::string_view month =
      kMonths[static_cast<std::size_t>(std::clamp<int>(date.month, 1, 12) - 1)];
  return has_year ? fmt::format("{} {}", month, date.year) : fmt::format("{} {}", date.day, month);
}

// Labels with seconds are wider.
FileTime time_step(FileTime length) {
  const auto fits = [&](FileTime step) { return length / step < (step < kMinute ? 5 : 7); };
  const auto step = std::ranges::find_if(kTimeSteps, fits);
  return step == kTimeSteps.end() ? length / 6 : *step;
}

// For bytes the steps are powers of two times 1, 2 or 5.
double round_step(double range, bool is_bytes) {
  const double unit = is_bytes ? std::pow(1024.0, std::floor(std::log2(range) / 10)) : 1;
  const double wanted = range / unit / 4;
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (factor * power >= wanted) return factor * power * unit;
  }
  return wanted * unit;
}

}  // namespace

double TimeAxis::x(FileTime time) const {
  if (last <= first) return 0.5;
  return std::clamp(static_cast<double>(time - first) / static_cast<double>(last - first), 0.0,
                    1.0);
}

std::vector<TimeAxis::Tick> TimeAxis::ticks() const {
  if (last <= first) return {{first, clock_text(first), {}}};
  const FileTime step = time_step(last - first);
  const bool has_dates = !is_one_day(first, last);
  std::vector<Tick> all;
  for (FileTime time = (first + step - 1) / step * step; time <= last && all.size() < 8;
       time += step) {
    const std::string clock = clock_text(time).substr(0, step < kMinute ? 8 : 5);
    if (step >= kDay) {
      all.push_back({time, day_text(time, last - first > kYear), {}});
    } else {
      all.push_back({time, clock, has_dates ? day_text(time, false) : std::string()});
    }
  }
  if (all.empty()) all.push_back({first, clock_text(first), {}});
  return all;
}

double ValueAxis::y(double value) const {
  return height * (1 - (std::clamp(value, low, high) - low) / (high - low));
}

std::vector<double> ValueAxis::ticks() const {
  std::vector<double> all;
  for (double value = low; value <= high + step / 2 && all.size() < 16; value += step) {
    all.push_back(std::abs(value) < step / 1e6 ? 0 : value);
  }
  return all;
}

ValueAxis value_axis_between(double least, double largest, Quantity quantity, double height) {
  double high = std::clamp(largest, 0.0, kBeyondPaper);
  ValueAxis axis{.low = std::clamp(least, -kBeyondPaper, 0.0), .height = height};
  if (!(high > axis.low) || !std::isfinite(high)) high = axis.low + 1;
  const bool is_bytes = quantity == Quantity::bytes || quantity == Quantity::byte_rate;
  axis.step = round_step(high - axis.low, is_bytes);
  axis.low = std::floor(axis.low / axis.step) * axis.step;
  axis.high = std::ceil(high / axis.step - 1e-9) * axis.step + 0.0;  // -0 is 0
  if (quantity == Quantity::percent && high <= 100 && high > 60 && axis.low == 0) {
    axis.high = 100;
    axis.step = 25;
  }
  return axis;
}

std::string tick_text(Quantity quantity, double number) {
  std::string text = quantity_text(quantity, number);
  const std::size_t zero = text.find(".0 ");
  return zero == std::string::npos ? text : text.erase(zero, 2);
}

}  // namespace openperflib
