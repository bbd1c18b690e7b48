// The series of a binding by path and instance.
#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// "SQLServer:Buffer Manager", "MSSQL$B:Buffer Manager": the text before the colon is also an
// instance. Nullopt: there is no colon.
std::optional<std::string_view> instance_in_object(const Series& series) noexcept {
  const std::size_t colon = series.object.find(':');
  return colon == std::string_view::npos ? std::nullopt
                                         : std::optional(series.object.substr(0, colon));
}

std::uint64_t instance_key(const Series& series) noexcept {
  std::uint64_t key = mixed(mixed(mixed(1, series.machine), series.parent),
                            series.instance.value_or(std::string_view()));
  if (const auto of_object = instance_in_object(series)) key = mixed(key, *of_object);
  return mixed(key, series.instance_number);
}

bool have_same_instance(const Series& a, const Series& b) noexcept {
  return a.instance_number == b.instance_number &&
         a.instance.value_or(std::string_view()) == b.instance.value_or(std::string_view()) &&
         a.machine == b.machine && a.parent == b.parent &&
         instance_in_object(a) == instance_in_object(b);
}

}  // namespace

// Most paths have the same instances in the same order: these are compared, and only others are
// looked up.
class BindingIndex::Instances {
 public:
  explicit Instances(std::span<const Series> series) : series_(series) {}

  // Returns the number of the instance of a series; those of a path follow each other.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t position) {
    const Series& one = series_[position];
    if (one.path != path_) next_ = 0;
    path_ = one.path;
    const bool is_next = next_ < firsts_.size() && have_same_instance(one, series_[firsts_[next_]]);
    const std::uint32_t number = is_next ? next_ : look_up(position);
    next_ = number + 1;
    return number;
  }

 private:
  [[nodiscard]] std::uint32_t look_up(std::uint32_t position) {
    const auto [known, is_new] = by_key_.try_emplace(instance_key(series_[position]),
                                                     static_cast<std::uint32_t>(firsts_.size()));
    if (is_new) firsts_.push_back(position);
    return known->second;
  }

  std::span<const Series> series_;
  std::vector<std::uint32_t> firsts_;  // by number: the first series that has it
  std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
  std::uint32_t path_ = kNowhere;
  std::uint32_t next_ = 0;  // the number that is likely
};

BindingIndex::BindingIndex(const Binding& binding)
    : series_(binding.series()), instances_(series_.size(), kNowhere) {
  Instances instances(series_);
  for (std::uint32_t i = 0; i < series_.size(); ++i) {
    const Series& one = series_[i];
    if (one.counter_ordinal == Series::kNoOrdinal) continue;
    if (by_path_.size() <= one.path) by_path_.resize(one.path + std::size_t{1});
    OfPath& path = by_path_[one.path];
    path.positions.push_back(i);
    const std::uint32_t number = instances_[i] = instances.number_of(i);
    if (path.by_instance.size() <= number) {
      path.by_instance.resize(number + std::size_t{1}, kNowhere);
    }
    if (path.by_instance[number] == kNowhere) path.by_instance[number] = i;
  }
}

std::span<const std::uint32_t> BindingIndex::of_path(std::uint32_t path) const noexcept {
  return path < by_path_.size() ? std::span<const std::uint32_t>(by_path_[path].positions)
                                : std::span<const std::uint32_t>();
}

std::uint32_t BindingIndex::on_machine(std::uint32_t path,
                                       std::string_view machine) const noexcept {
  for (const std::uint32_t i : of_path(path)) {
    if (series_[i].machine == machine) return i;
  }
  return kNowhere;
}

std::uint32_t BindingIndex::beside(std::uint32_t path, const Series& series) const noexcept {
  const std::uint32_t number = instances_[static_cast<std::size_t>(&series - series_.data())];
  const bool is_there = path < by_path_.size() && number < by_path_[path].by_instance.size();
  return is_there ? by_path_[path].by_instance[number] : kNowhere;
}

std::string shown_instance(const Series& series) {
  std::string text(series.instance.value_or(std::string_view()));
  if (!series.parent.empty()) text = std::string(series.parent) + "/" + text;
  if (series.instance_number != 0) text += "#" + std::to_string(series.instance_number);
  return text;
}

std::string_view program_of(const Series& series) noexcept {
  const std::string_view name = series.instance.value_or(std::string_view());
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || !equal_ignoring_case(series.object, "Process V2"))
    return name;
  return name.substr(0, colon);
}

// Names may contain the id of their process, also that of Idle.
std::string folded_name(const Series& series) {
  std::string name = folded(program_of(series));
  if (name == "idle_0") name.resize(name.size() - 2);
  return name;
}

bool is_total_name(std::string_view folded) noexcept {
  return folded == "_total" || folded == "_global_";
}

}  // namespace openperflib
