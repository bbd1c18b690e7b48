#include <algorithm>
#include <limits>

#include "openperflib/base/checked.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::uint64_t kPageBytes = 4096;  // the page of counters, whatever the kernel's page size
constexpr std::uint64_t kLargest32 = std::numeric_limits<std::uint32_t>::max();

// The sum of a row's keys, or the key that prevents it.
struct Sum {
  enum class State : std::uint8_t { number, lacking, bad };
  State state = State::number;
  std::uint64_t value = 0;
  const KeyNumber* culprit = nullptr;  // if there is no sum
  Errc error = Errc::not_a_number;     // if the culprit is invalid
};

Sum lacking(const KeyNumber& key) { return {.state = Sum::State::lacking, .culprit = &key}; }
Sum bad(const KeyNumber& key, Errc error) {
  return {.state = Sum::State::bad, .culprit = &key, .error = error};
}

// The sum of the terms with one sign. A missing key counts as 0 unless it is needed.
Sum sum_of(const CounterRow& row, Term::Sign sign, const KeyFile& file) {
  Sum sum{.state = Sum::State::lacking};
  for (const Term& term : row.terms) {
    if (term.key.empty() || term.sign != sign) continue;
    const KeyNumber& key = file[term.key];
    if (key.state == KeyNumber::State::bad) return bad(key, key.error);
    if (key.state == KeyNumber::State::lacking && term.needed) return lacking(key);
    if (sum.culprit == nullptr) sum.culprit = &key;
    if (key.state == KeyNumber::State::lacking) continue;
    const auto value = checked_add(sum.value, key.value);
    if (!value.has_value()) return bad(key, Errc::out_of_range);
    sum.value = *value;
    sum.state = Sum::State::number;
  }
  return sum;
}

Sum evaluate(const CounterRow& row, const KeyFile& file, std::uint32_t page_size) {
  Sum sum = sum_of(row, Term::Sign::plus, file);
  if (sum.state != Sum::State::number) return sum;
  const Sum less = sum_of(row, Term::Sign::minus, file);
  if (less.state == Sum::State::bad) return less;
  if (less.state == Sum::State::lacking && std::ranges::any_of(row.terms, &Term::needed)) {
    return less;
  }
  const auto value = in_unit(sum.value - std::min(sum.value, less.value), row.unit, page_size);
  if (!value.has_value()) return bad(*sum.culprit, Errc::out_of_range);
  sum.value = row.bound == Bound::largest ? std::min(*value, kLargest32) : *value;
  return sum;
}

ReasonId reason_of(const Sum& sum, const KeyFile& file, Reasons& reasons) {
  if (file.failure() != Reasons::kPresent) return file.failure();
  if (sum.state == Sum::State::lacking) return reasons.add_lacking(file.path(), sum.culprit->key);
  return reasons.add_bad_word(file.path(), sum.culprit->key, sum.culprit->offset, sum.error);
}

bool is_alternative(const CounterRow& row, const CounterRow& to) noexcept {
  return row.order == to.order && row.part == to.part;
}

}  // namespace

void want_keys(KeyFile& file, std::span<const CounterRow> rows) {
  for (const CounterRow& row : rows) {
    for (const Term& term : row.terms) {
      if (!term.key.empty()) file.want(term.key, term.zones);
    }
  }
}

std::optional<std::uint64_t> in_unit(std::uint64_t number, Unit unit,
                                     std::uint32_t page_size) noexcept {
  switch (unit) {
    case Unit::as_it_is:
      return number;
    case Unit::kibibytes_as_bytes:
      return checked_mul(number, kKibibyte);
    case Unit::kibibytes_as_mebibytes:
      return number / kKibibyte;
    case Unit::kibibytes_as_pages:
      return number / (kPageBytes / kKibibyte);
    case Unit::kernel_pages_as_pages:
      return checked_mul(number, page_size / kPageBytes);
    case Unit::microseconds_as_milliseconds:
      return number / 1000;
    case Unit::microseconds_as_100ns:
      return checked_mul<std::uint64_t>(number, 10);
  }
  return std::nullopt;
}

void collect_rows(std::span<const CounterRow> rows, const KeyFile& file, CollectContext& context,
                  ObjectTable& table, std::size_t instance) {
  for (std::size_t at = 0; at < rows.size();) {
    const CounterRow& first = rows[at];
    Sum sum = evaluate(first, file, context.page_size);
    for (++at; at < rows.size() && is_alternative(rows[at], first); ++at) {
      if (sum.state == Sum::State::lacking) sum = evaluate(rows[at], file, context.page_size);
    }
    const bool lacks_value =
        first.part == Part::base && table.reason(instance, first.order) != Reasons::kPresent;
    if (lacks_value) continue;
    if (sum.state == Sum::State::number) {
      table.set(instance, first.order, sum.value, first.part);
    } else {
      table.set_missing(instance, first.order, reason_of(sum, file, context.reasons));
    }
  }
}

}  // namespace openperflib::linux_objects
