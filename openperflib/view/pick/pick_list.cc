#include "openperflib/view/pick/pick_list.h"

#include <algorithm>

#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kAll = PickRow::kAll;

// What separates the parts of a path separates words, too.
std::vector<std::string> words_of(std::string_view text) {
  constexpr std::string_view kBetween = " \\/()*";
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
    if (end != 0) words.push_back(folded(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// Returns the words that are not in a name, which is folded.
std::vector<std::string> not_in(std::string_view name, const std::vector<std::string>& words) {
  std::vector<std::string> left;
  for (const std::string& word : words) {
    if (name.find(word) == std::string_view::npos) left.push_back(word);
  }
  return left;
}

// "parent/name#n"
std::string instance_text(const CounterPath& path) {
  Catalog::Instance instance;
  instance.name = *path.instance;
  instance.parent = path.parent;
  instance.number = path.index;
  return display_name(instance);
}

// Where all of a part is meant, it is empty.
std::string write_with_wildcards(CounterPath path) {
  if (path.instance == "") path.instance = "*";
  if (path.counter.empty()) path.counter = "*";
  return write(path);
}

}  // namespace

PickList::PickList(const Catalog& catalog, PickOptions options)
    : names_(catalog), options_(std::move(options)), has_machines_(names_.machines().size() > 1) {
  for (const Names::Object& object : names_.objects()) {
    ListedInstances& listed = instances_.emplace_back();
    listed.names = object.instances(options_.instances);
    for (const Names::Instance& one : listed.names) listed.folded.push_back(folded(one.name));
  }
  fill();
}

bool PickList::is_listed(const Catalog::Object& object) const {
  const bool is_there =
      !options_.machine.has_value() || equal_ignoring_case(object.machine, *options_.machine);
  return is_there && object.detail_level <= options_.detail_level &&
         !describes_the_block(object.title_index);
}

bool PickList::is_listed(const Catalog::Counter& counter) const {
  return counter.is_listed && counter.detail_level <= options_.detail_level;
}

// The row that was selected stays selected if it is still there.
void PickList::fill() {
  const PickRow selected = rows_.empty() ? PickRow() : rows_[selected_];
  rows_.clear();
  for (std::uint32_t i = 0; i < names_.objects().size(); ++i) {
    const Catalog::Object& object = *names_.objects()[i].defined;
    if (!is_listed(object)) continue;
    const Words words = not_in(object.folded_name, words_);
    if (options_.rows == PickOptions::Rows::counters) {
      add_counters(i, words);
    } else if (words.empty()) {
      rows_.push_back({.object = i});
    }
  }
  const auto found = std::ranges::find(rows_, selected);
  selected_ = found == rows_.end() ? 0 : static_cast<std::size_t>(found - rows_.begin());
}

void PickList::add_counters(std::uint32_t object, const Words& words) {
  const auto& counters = names_.objects()[object].defined->counters;
  for (std::uint32_t i = 0; i < counters.size(); ++i) {
    if (!is_listed(counters[i])) continue;
    const PickRow row{.object = object, .counter = i};
    const Words left = not_in(counters[i].folded_name, words);
    if (left.empty()) rows_.push_back(row);
    if (!left.empty() || open_.contains(row)) add_instances(row, left);
  }
}

void PickList::add_instances(const PickRow& counter, const Words& words) {
  const std::vector<std::string>& instances = instances_[counter.object].folded;
  for (std::uint32_t i = 0; i < instances.size(); ++i) {
    if (!not_in(instances[i], words).empty()) continue;
    rows_.push_back({.object = counter.object, .counter = counter.counter, .instance = i});
  }
}

void PickList::narrow(std::string_view words) {
  words_ = words_of(words);
  fill();
}

void PickList::set_detail_level(std::uint32_t level) {
  options_.detail_level = level;
  fill();
}

void PickList::select(std::size_t row) noexcept {
  selected_ = rows_.empty() ? 0 : std::min(row, rows_.size() - 1);
}

std::optional<PickRow> PickList::find(const CounterPath& path) const {
  const auto pattern = PathPattern::parse(write(literal_pattern(path)));
  if (!pattern.has_value()) return std::nullopt;
  const Names::Found found = names_.find(*pattern, [&](std::string_view machine) {
    return path.machine.empty() || equal_ignoring_case(machine, path.machine);
  });
  if (found.object == nullptr || !is_listed(*found.object->defined)) return std::nullopt;
  const Catalog::Object& object = *found.object->defined;
  PickRow row{.object = static_cast<std::uint32_t>(found.object - names_.objects().data())};
  if (options_.rows == PickOptions::Rows::objects) return row;
  if (found.counter == nullptr || !is_listed(*found.counter)) return std::nullopt;
  row.counter = static_cast<std::uint32_t>(found.counter - object.counters.data());
  if (!path.instance.has_value()) return row;
  const auto& instances = instances_[row.object].folded;
  const auto instance = std::ranges::find(instances, folded(instance_text(path)));
  if (instance != instances.end()) {
    row.instance = static_cast<std::uint32_t>(instance - instances.begin());
  }
  return row;
}

bool PickList::show(const CounterPath& path) {
  const auto row = find(path);
  if (!row.has_value()) return false;
  words_.clear();
  if (row->instance != kAll) open_.insert({.object = row->object, .counter = row->counter});
  fill();
  select(static_cast<std::size_t>(std::ranges::find(rows_, *row) - rows_.begin()));
  return true;
}

void PickList::open() {
  if (rows_.empty() || !has_instances(rows_[selected_])) return;
  open_.insert({.object = rows_[selected_].object, .counter = rows_[selected_].counter});
  fill();
}

void PickList::close() {
  if (rows_.empty()) return;
  const PickRow counter{.object = rows_[selected_].object, .counter = rows_[selected_].counter};
  if (open_.erase(counter) == 0) return;
  const auto row = std::ranges::find(rows_, counter);  // it may be the instances alone
  if (row != rows_.end()) select(static_cast<std::size_t>(row - rows_.begin()));
  fill();
}

void PickList::toggle_mark() {
  if (rows_.empty()) return;
  const auto [mark, is_new] = marks_.insert(rows_[selected_]);
  if (!is_new) marks_.erase(mark);
}

const Catalog::Object& PickList::object_of(const PickRow& row) const {
  return *names_.objects()[row.object].defined;
}

const Catalog::Counter* PickList::counter_of(const PickRow& row) const {
  return row.counter == kAll ? nullptr : &object_of(row).counters[row.counter];
}

bool PickList::has_instances(const PickRow& row) const {
  return row.counter != kAll && object_of(row).has_instances;
}

CounterPath PickList::parts_of(const PickRow& row) const {
  const Catalog::Object& object = object_of(row);
  CounterPath path;
  if (has_machines_) path.machine = object.machine;
  path.object = object.name;
  if (row.counter != kAll) path.counter = object.counters[row.counter].name;
  if (row.instance != kAll) {
    const Catalog::Instance& instance =
        object.instances[instances_[row.object].names[row.instance].position];
    path.instance = instance.name;
    path.parent = instance.parent;
    if (options_.instances == PickOptions::Instances::numbered) path.index = instance.number;
  } else if (object.has_instances) {
    path.instance = "";
  }
  return path;
}

std::string PickList::path_of(const PickRow& row) const {
  return write_with_wildcards(literal_pattern(parts_of(row)));
}

std::string PickList::text_of(const PickRow& row) const {
  return write_with_wildcards(parts_of(row));
}

std::vector<std::string> PickList::chosen() const {
  std::vector<std::string> paths;
  for (const PickRow& row : marks_) paths.push_back(path_of(row));
  if (paths.empty() && !rows_.empty()) paths.push_back(path_of(rows_[selected_]));
  return paths;
}

}  // namespace openperflib
