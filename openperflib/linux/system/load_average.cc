#include "openperflib/base/checked.h"
#include "openperflib/linux/system/load_average_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {
namespace {

// "0.20", as the kernel writes a load: always two digits after the point.
LoadAverage::Number hundredths_of(Word word) noexcept {
  constexpr std::size_t kDigits = 2;
  const std::size_t point = word.text.find('.');
  const BadWord bad{Errc::not_a_number, word.offset};
  if (point == std::string_view::npos) return std::unexpected(bad);
  const auto whole = number_in(word.text.substr(0, point));
  const std::string_view digits = word.text.substr(point + 1);
  const auto fraction = number_in(digits);
  if (!whole.has_value()) return std::unexpected(BadWord{whole.error(), word.offset});
  if (digits.size() != kDigits || !fraction.has_value()) return std::unexpected(bad);
  const auto load = checked_mul<std::uint64_t>(*whole, 100);
  const auto sum = load.has_value() ? checked_add(*load, *fraction) : load;
  if (!sum.has_value()) return std::unexpected(BadWord{Errc::out_of_range, word.offset});
  return *sum;
}

// "1/80": runnable tasks and all.
LoadAverage::Number threads_of(Word tasks) noexcept {
  const std::size_t slash = tasks.text.find('/');
  if (slash == std::string_view::npos || !number_in(tasks.text.substr(0, slash)).has_value()) {
    return std::unexpected(BadWord{Errc::not_a_number, tasks.offset});
  }
  const auto threads = number_in(tasks.text.substr(slash + 1));
  if (threads.has_value()) return *threads;
  return std::unexpected(BadWord{threads.error(), tasks.offset + slash + 1});
}

}  // namespace

LoadAverage parse_load_average(std::string_view text) noexcept {
  Words words(text.substr(0, text.find('\n')));
  LoadAverage load;
  for (LoadAverage::Number& average : load.hundredths) average = hundredths_of(words.next_word());
  load.threads = threads_of(words.next_word());
  return load;
}

void LoadAverageFile::read(CollectContext& context) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  const auto text = context.root.read(file_, context.buffer);
  failure_ = text.has_value() ? Reasons::kPresent
                              : context.reasons.add_file_errno(text.error(), file_.path());
  numbers_ = parse_load_average(text.value_or(std::string_view()));
}

void LoadAverageFile::set(const LoadAverage::Number& number, std::string_view field,
                          std::size_t order, Reasons& reasons, ObjectTable& table) const {
  if (failure_ != Reasons::kPresent) return table.set_missing(0, order, failure_);
  if (number.has_value()) return table.set(0, order, *number);
  table.set_missing(
      0, order,
      reasons.add_bad_word(file_.path(), field, number.error().offset, number.error().code));
}

void LoadAverageFile::collect_threads(std::size_t order, CollectContext& context,
                                      ObjectTable& table) {
  read(context);
  set(numbers_.threads, "threads", order, context.reasons, table);
}

}  // namespace openperflib::linux_objects
