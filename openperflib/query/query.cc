#include "openperflib/query/query.h"

#include <algorithm>
#include <utility>

#include "openperflib/query/query_machines_internal.h"
#include "openperflib/query/query_state_internal.h"

namespace openperflib {

Query::Query(const TitleTable& titles, QueryOptions options)
    : state_(std::make_unique<State>(titles, std::move(options))) {}
Query::Query(std::shared_ptr<const TitleSet> titles, QueryOptions options)
    : state_(std::make_unique<State>(titles->table(), std::move(options))) {
  state_->set_titles(std::move(titles));
}
Query::~Query() = default;
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;

std::expected<Query::PathId, Error> Query::add(std::string_view path) {
  auto pattern = PathPattern::parse(path, state_->options.grammar);
  if (!pattern.has_value()) return std::unexpected(pattern.error());
  if (machines_ != nullptr) machines_->add(*pattern);
  return state_->add(*std::move(pattern));
}

Query::PathId Query::reserve() {
  if (machines_ != nullptr) machines_->reserve();
  return state_->reserve();
}

std::expected<void, Error> Query::replace(PathId removed, std::string_view path) {
  auto pattern = PathPattern::parse(path, state_->options.grammar);
  if (!pattern.has_value()) return std::unexpected(pattern.error());
  if (machines_ != nullptr) machines_->replace(removed, *pattern);
  return state_->replace(removed, *std::move(pattern));
}

void Query::remove(PathId path) {
  if (machines_ != nullptr) machines_->remove(path);
  state_->remove(path);
}

void Query::add_machine(std::string name, std::shared_ptr<const TitleSet> titles) {
  using Parts = Machines::Parts;
  if (machines_ == nullptr) machines_ = std::make_unique<Machines>(*state_, Parts::machines);
  machines_->add_machine(std::move(name), std::move(titles));
}

Query::State& Query::part(std::size_t machine) const noexcept {
  const bool is_whole = machines_ == nullptr || machines_->are_objects();
  return is_whole ? *state_ : machines_->part(machine);
}

void Query::set_titles(std::shared_ptr<const TitleSet> titles, std::size_t machine) {
  part(machine).set_titles(std::move(titles));
}

const TitleTable& Query::titles(std::size_t machine) const noexcept { return part(machine).titles; }

const ObjectRequest& Query::request(std::size_t machine) const noexcept {
  return part(machine).request.request();
}

void Query::take_objects(const Record& record) {
  using Parts = Machines::Parts;
  if (machines_ == nullptr) machines_ = std::make_unique<Machines>(*state_, Parts::objects);
  if (machines_->are_objects()) machines_->take_objects(record);
}

// A log may have single counters, too, from a record on.
void Query::take(const Record& record) {
  if (!record.objects.empty()) return take_objects(record);
  if (machines_ != nullptr && machines_->are_objects()) {
    state_->forget_series();
    machines_.reset();
  }
  machines_ != nullptr ? machines_->take(record.machines) : state_->take(record);
}

void Query::bind(const Snapshot& snapshot) {
  if (!snapshot.empty()) (void)state_->follow(snapshot);
}
void Query::bind(const Catalog& catalog) { (void)state_->follow(catalog); }
void Query::read(const Snapshot& snapshot, std::span<RawCounter> into) {
  if (!snapshot.empty()) state_->read(snapshot, into);
}
const Binding& Query::binding() const noexcept { return state_->binding; }
const Row& Query::row() const noexcept { return state_->row; }
const Sample& Query::newer() const noexcept { return state_->newer; }
const Sample& Query::older() const noexcept { return state_->older; }

bool Query::is_first_rate(std::size_t series) const noexcept {
  return std::ranges::binary_search(first_rates(), series);
}

std::span<const std::size_t> Query::first_rates() const noexcept {
  return machines_ != nullptr ? machines_->first_rates() : state_->first_rates();
}

bool Query::wants_another_sample() const noexcept {
  return machines_ != nullptr ? machines_->wants_another_sample() : state_->wants_another_sample();
}

std::string Query::reason(std::size_t series) const {
  return machines_ != nullptr ? machines_->reason(series) : state_->reason(series);
}

MissingReason Query::missing_reason(std::size_t series) const {
  return machines_ != nullptr ? machines_->missing_reason(series) : state_->missing_reason(series);
}

Query::Match Query::match(PathId path) const noexcept {
  return machines_ != nullptr ? machines_->match(path) : state_->match(path);
}

std::string Query::left_out_reason(PathId path) const {
  return machines_ != nullptr ? machines_->left_out_reason(path) : state_->left_out_reason(path);
}

}  // namespace openperflib
