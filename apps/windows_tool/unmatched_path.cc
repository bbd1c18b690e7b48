#include "apps/windows_tool/unmatched_path.h"

#include <fmt/format.h>

#include "apps/windows_tool/failure.h"
#include "openperflib/query/suggestions.h"

namespace openperflib::windows_tool {
namespace {

CStatus status_of(Query::Match match) {
  switch (match) {
    case Query::Match::no_machine:
      return CStatus::no_machine;
    case Query::Match::no_object:
      return CStatus::no_object;
    case Query::Match::no_counter:
    case Query::Match::left_out:
      return CStatus::no_counter;
    case Query::Match::no_instance:
      return CStatus::no_instance;
    case Query::Match::matched:
      break;
  }
  return CStatus::valid_data;
}

}  // namespace

std::string why_unmatched(const apps::LiveCollection& collection, const std::string& path,
                          std::uint32_t number) {
  const Query& query = collection.query();
  const Query::Match match = query.match(number);
  const CStatus status = status_of(match);
  if (match == Query::Match::matched) return {};
  if (match == Query::Match::left_out) return with_code(query.left_out_reason(number), status);
  std::string why(explanation_of(status));
  if (match != Query::Match::no_machine) {
    const std::string hint = suggestion_for(path, collection.snapshot(), fixed_titles());
    if (!hint.empty()) why += fmt::format("; {}", hint);
  }
  return with_code(why, status);
}

}  // namespace openperflib::windows_tool
