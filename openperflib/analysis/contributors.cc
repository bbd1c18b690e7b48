#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "openperflib/analysis/contributors_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr auto kNobody = std::to_array<std::string_view>({"_total", "idle"});

bool is_nobody(const BindingIndex& index, std::uint32_t position) {
  const std::string& name = index.name(position);
  return std::ranges::find(kNobody, name) != kNobody.end() || name.ends_with(",_total");
}

// Returns the number at a place of a row; NaN: it has none, or there is no such place.
double number_of(const RuleRow& row, std::uint32_t place) {
  return place == kNowhere ? kNoNumber : row.numbers[place];
}

}  // namespace

void Contributors::Average::add(double number, FileTime cover) noexcept {
  if (std::isnan(number)) return;
  sum += number * static_cast<double>(cover);
  time += cover;
}

double Contributors::Average::value() const noexcept {
  return time == 0 ? kNoNumber : sum / static_cast<double>(time);
}

void Contributors::end(const Instance& instance) {
  if (!instance.has_value) return;
  Name& name = names_[instance.name];
  name.sum += instance.sum;
  ++name.instances;
  if (name.instances != 1 && instance.sum <= name.largest) return;
  name.largest = instance.sum;
  name.shown = instance.shown;
  name.process_id = instance.process_id;
}

// If there are as many names as processes, they are not programs: the smaller half contributes
// little.
void Contributors::forget_small_names() {
  if (names_.size() <= kMostNames) return;
  std::vector<double> sums;
  for (const auto& [name, one] : names_) sums.push_back(one.sum);
  const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(sums.size() / 2);
  std::ranges::nth_element(sums, middle);
  const double least = *middle;
  std::erase_if(names_, [&](const auto& one) { return one.second.sum <= least; });
}

// Few are called otherwise than in the binding before.
void Contributors::name_as(const Series& series, Instance& instance) {
  const std::string_view name = series.instance.value_or(std::string_view());
  const bool is_named = !instance.shown.empty() && instance.series_name == name &&
                        instance.parent == series.parent &&
                        instance.number == series.instance_number;
  if (is_named) return;
  instance.series_name = name;
  instance.name = program_of(series);
  instance.parent = series.parent;
  instance.number = series.instance_number;
  instance.shown = shown_instance(series);
}

void Contributors::bind(const BindingIndex& index) {
  account_place_ = index.on_machine(account_path_, machine_);
  for (auto& [identity, instance] : instances_) instance.place = kNowhere;
  for (const std::uint32_t i : index.of_path(path_)) {
    const Series& series = index.series()[i];
    if (series.machine != machine_) continue;
    if (is_nobody(index, i)) {
      has_all_processes_ = true;
      continue;
    }
    quantity_ = quantity_of(series.type, series.counter);
    Instance& instance = instances_[series.identity];
    instance.place = i;
    name_as(series, instance);
    instance.process_id = series.process_id;
  }
  std::erase_if(instances_, [&](const auto& one) {
    if (one.second.place == kNowhere) end(one.second);
    return one.second.place == kNowhere;
  });
  forget_small_names();
  bind_remainder(index);
}

void Contributors::bind_remainder(const BindingIndex& index) {
  forks_ = index.on_machine(forks_path_, machine_);
  processors_.clear();
  for (const std::uint32_t i : index.of_path(processors_path_)) {
    const Series& series = index.series()[i];
    if (series.machine == machine_ && !is_nobody(index, i)) processors_.push_back(i);
  }
}

// Where a processor has no value, the sum of all is not known.
void Contributors::add_remainder(const RuleRow& row, double by_processes, FileTime cover) {
  double used = processors_.empty() ? kNoNumber : 0;
  for (const std::uint32_t place : processors_) used += row.numbers[place];
  if (std::isnan(used)) return;
  used_.add(used, cover);
  by_processes_.add(by_processes, cover);
  forks_per_second_.add(number_of(row, forks_), cover);
}

std::optional<CpuRemainder> Contributors::remainder() const {
  if (used_.time == 0 || !has_all_processes_) return std::nullopt;
  return CpuRemainder{.used = used_.value(),
                      .by_processes = by_processes_.value(),
                      .forks_per_second = forks_per_second_.value()};
}

void Contributors::add(const RuleRow& row) {
  const MachineMoment& moment = row.moments[position_];
  const bool is_of_run = row.record >= run_.first_record && row.record <= run_.last_record;
  if (!is_of_run || !moment.is_present) return;
  if (row.record == run_.first_record) is_same_log_ = row.time == run_.time.begin;
  // The only sample of a log covers no time, but it is all there is.
  const FileTime cover = std::max<FileTime>(moment.cover, 1);
  time_ += cover;
  double by_processes = kNoNumber;
  for (auto& [identity, instance] : instances_) {
    ++instance.records;
    const double number = row.number_at(instance.place);
    if (std::isnan(number)) continue;
    by_processes = std::isnan(by_processes) ? number : by_processes + number;
    instance.has_value = true;
    instance.sum += number * static_cast<double>(cover);
    sum_ += number * static_cast<double>(cover);
  }
  account_.add(number_of(row, account_place_), cover);
  if (!std::isnan(by_processes)) add_remainder(row, by_processes, cover);
  if (row.record == run_.last_record) count_instances();
}

// A rate may have no value in the first sample of an instance: instances with only that sample do
// not count.
void Contributors::count_instances() {
  for (const auto& [identity, instance] : instances_) {
    if (instance.records < 2) continue;
    ++instances_at_end_;
    if (!instance.has_value) ++without_value_;
  }
}

// If one instance causes most of the total of its name, that instance is named.
Culprit Contributors::culprit_of(const std::string& name, const Name& one) const {
  const double time = static_cast<double>(time_);
  if (one.instances == 1 || one.largest > one.sum / 2) {
    return {.instance = one.shown, .process_id = one.process_id, .average = one.largest / time};
  }
  return {.instance = name, .instances = one.instances, .average = one.sum / time};
}

// Only where the culprits explain clearly less than the whole: what is close to it explains it.
std::optional<Culprits::Account> Contributors::account() const {
  if (!rule_->account.has_value() || time_ <= 0) return std::nullopt;
  std::array<double, kFacts + kAccountNames.size()> numbers{};
  std::ranges::copy(facts_->numbers, numbers.begin());
  numbers[place_of(AccountName::avg)] = run_.average;
  numbers[place_of(AccountName::of)] = account_.value();
  numbers[place_of(AccountName::culprits)] = sum_ / static_cast<double>(time_);
  const double part = rule_->account->part.evaluate(numbers);
  const double whole = rule_->account->whole.evaluate(numbers);
  if (!(part >= 0 && part < RuleAccount::kMostTold * whole)) return std::nullopt;
  return Culprits::Account{.part = part, .whole = whole, .rest = rule_->account->rest};
}

std::optional<Culprits> Contributors::result() {
  if (!is_same_log_) return std::nullopt;
  Culprits found{.counter = counter_,
                 .quantity = quantity_,
                 .largest = {},
                 .instances = instances_at_end_,
                 .without_value = without_value_,
                 .account = account(),
                 .remainder = remainder()};
  for (const auto& [identity, instance] : instances_) end(instance);
  for (const auto& [name, one] : names_) {
    if (one.sum > 0) found.largest.push_back(culprit_of(name, one));
  }
  std::ranges::sort(found.largest, [](const Culprit& a, const Culprit& b) {
    return a.average != b.average ? a.average > b.average : a.instance < b.instance;
  });
  if (found.largest.size() > Culprits::kMost) found.largest.resize(Culprits::kMost);
  return found;
}

}  // namespace openperflib
