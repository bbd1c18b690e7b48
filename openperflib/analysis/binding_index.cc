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

bool is_process_v2(const Series& series) noexcept {
  return equal_ignoring_case(series.object, "Process V2");
}

std::uint64_t instance_key(const Series& series) noexcept {
  std::uint64_t key = mixed(mixed(mixed(1, series.machine), series.parent),
                            series.instance.value_or(std::string_view()));
  if (const auto of_object = instance_in_object(series)) key = mixed(key, *of_object);
  return mixed(key, series.instance_number);
}

// Makes a list so long that it has a place for a number, and some more, each with a value.
template <class T>
void make_room(std::vector<T>& list, std::size_t number, const T& value) {
  constexpr std::size_t kMore = 64;
  if (list.size() <= number) list.resize(number + kMore, value);
}

bool are_equal_texts(std::string_view a, std::string_view b) noexcept {
  return are_one_text(a, b) || a == b;
}

// The series of one object share its texts and those of its instances.
bool have_same_instance(const Series& a, const Series& b) noexcept {
  return a.instance_number == b.instance_number &&
         are_equal_texts(a.instance.value_or(std::string_view()),
                         b.instance.value_or(std::string_view())) &&
         are_equal_texts(a.machine, b.machine) && are_equal_texts(a.parent, b.parent) &&
         (are_one_text(a.object, b.object) || instance_in_object(a) == instance_in_object(b));
}

}  // namespace

// Positions in bindings and places in tables become those of an index as they are.
static_assert(kNowhere == Binding::kNew && kNowhere == PlaceTable::kNone);

void BindingIndex::Instances::begin(std::span<const Series> series) {
  series_ = series;
  firsts_.clear();
  by_key_.restart(series.size());
  path_ = kNowhere;
  next_ = 0;
}

// Most paths have the same instances in the same order: these are compared, and only others are
// looked up.
std::uint32_t BindingIndex::Instances::number_of(std::uint32_t position) {
  const Series& one = series_[position];
  if (one.path != path_) next_ = 0;
  path_ = one.path;
  const bool is_next = next_ < firsts_.size() && have_same_instance(one, series_[firsts_[next_]]);
  const std::uint32_t number = is_next ? next_ : look_up(position);
  next_ = number + 1;
  return number;
}

std::uint32_t BindingIndex::Instances::look_up(std::uint32_t position) {
  std::uint32_t& number = by_key_.place_of(instance_key(series_[position]));
  if (number == PlaceTable::kNone) {
    number = static_cast<std::uint32_t>(firsts_.size());
    firsts_.push_back(position);
  }
  return number;
}

void BindingIndex::clear() {
  for (OfPath& path : by_path_) {
    path.positions.clear();
    path.by_instance.clear();
  }
  name_count_ = 0;
  for (std::vector<std::uint32_t>& noted : name_of_instance_) noted.clear();
  object_ = {};
  is_process_v2_ = false;
}

void BindingIndex::show_new() {
  for (std::uint32_t i = 0; i < before_.size(); ++i) {
    if (before_[i] != kNowhere || instances_[i] == kNowhere) continue;
    std::string& shown = shown_[instances_[i]];
    if (shown.empty()) shown = shown_instance(series_[i]);
  }
}

void BindingIndex::assign(const Binding& binding) {
  const bool is_next = binding.generation() == generation_ + 1;
  generation_ = binding.generation();
  series_ = binding.series();
  before_ = binding.before();
  if (is_next && binding.keeps_names()) return show_new();
  clear();
  instances_.assign(series_.size(), kNowhere);
  names_of_.assign(series_.size(), kNowhere);
  numbers_.begin(series_);
  for (std::uint32_t i = 0; i < series_.size(); ++i) {
    if (series_[i].counter_ordinal == Series::kNoOrdinal) continue;
    instances_[i] = numbers_.number_of(i);
    add_to_path(i);
    note_name(i);
  }
}

void BindingIndex::add_to_path(std::uint32_t position) {
  const Series& one = series_[position];
  if (by_path_.size() <= one.path) by_path_.resize(one.path + std::size_t{1});
  OfPath& path = by_path_[one.path];
  const std::uint32_t number = instances_[position];
  path.positions.push_back(position);
  make_room(path.by_instance, number, kNowhere);
  if (path.by_instance[number] == kNowhere) path.by_instance[number] = position;
}

// Instances have the same name in all objects but Process V2.
void BindingIndex::note_name(std::uint32_t position) {
  const Series& one = series_[position];
  if (!are_one_text(one.object, object_)) {
    object_ = one.object;
    is_process_v2_ = is_process_v2(one);
  }
  const std::uint32_t number = instances_[position];
  make_room(parents_, number, {});
  make_room(shown_, number, {});
  std::vector<std::uint32_t>& noted = name_of_instance_[is_process_v2_ ? 0 : 1];
  make_room(noted, number, kNowhere);
  if (noted[number] == kNowhere) {
    make_room(names_, name_count_, {});
    names_[name_count_] = folded_name(one);
    noted[number] = static_cast<std::uint32_t>(name_count_++);
    parents_[number] = one.parent.empty() ? std::string() : folded(one.parent);
    shown_[number] = before(position) == kNowhere ? shown_instance(one) : std::string();
  }
  names_of_[position] = noted[number];
}

std::string BindingIndex::shown(std::uint32_t series) const {
  const std::string& known = shown_[instances_[series]];
  return known.empty() ? shown_instance(series_[series]) : known;
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

// Most have neither a parent nor a number.
bool is_shown_as(const Series& series, std::string_view text) {
  const bool is_plain = series.parent.empty() && series.instance_number == 0;
  return is_plain ? text == series.instance.value_or(std::string_view())
                  : text == shown_instance(series);
}

std::string_view program_of(const Series& series) noexcept {
  const std::string_view name = series.instance.value_or(std::string_view());
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || !is_process_v2(series)) return name;
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
