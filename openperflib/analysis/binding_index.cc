// The series of a binding by path and instance.
#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

std::uint64_t instance_key(std::uint64_t path, const Series& series) noexcept {
  std::uint64_t key = mixed(mixed(mixed(path + 1, series.machine), series.parent),
                            series.instance.value_or(std::string_view()));
  // "SQLServer:Buffer Manager", "MSSQL$B:Buffer Manager": the text before the colon is also an
  // instance.
  const std::size_t colon = series.object.find(':');
  if (colon != std::string_view::npos) key = mixed(key, series.object.substr(0, colon));
  return mixed(key, series.instance_number);
}

}  // namespace

BindingIndex::BindingIndex(const Binding& binding) : series_(binding.series()) {
  for (std::uint32_t i = 0; i < series_.size(); ++i) {
    const Series& one = series_[i];
    if (one.counter_ordinal == Series::kNoOrdinal) continue;
    if (by_path_.size() <= one.path) by_path_.resize(one.path + std::size_t{1});
    by_path_[one.path].push_back(i);
    by_instance_.try_emplace(instance_key(one.path, one), i);
  }
}

std::span<const std::uint32_t> BindingIndex::of_path(std::uint32_t path) const noexcept {
  return path < by_path_.size() ? std::span<const std::uint32_t>(by_path_[path])
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
  const auto known = by_instance_.find(instance_key(path, series));
  return known == by_instance_.end() ? kNowhere : known->second;
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

std::string folded_name(const Series& series) { return folded(program_of(series)); }

bool is_total_name(std::string_view folded) noexcept {
  return folded == "_total" || folded == "_global_";
}

}  // namespace openperflib
