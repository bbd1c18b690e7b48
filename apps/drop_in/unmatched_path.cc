#include "apps/drop_in/unmatched_path.h"

#include <fmt/core.h>

#include "apps/drop_in/failure.h"
#include "openperflib/query/catalog/suggestions.h"

namespace openperflib::drop_in {
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

std::string why_unmatched(const Query& query, const Snapshot& snapshot, const std::string& path,
                          std::uint32_t number) {
  const Query::Match match = query.match(number);
  const CStatus status = status_of(match);
  if (match == Query::Match::matched) return {};
  if (match == Query::Match::no_machine)
    return with_code("remote computers are not supported", status);
  if (match == Query::Match::left_out) return with_code(query.left_out_reason(number), status);
  std::string why(explanation_of(status));
  const std::string hint = suggestion_for(path, snapshot, query.titles());
  if (!hint.empty()) why += fmt::format("; {}", hint);
  return with_code(why, status);
}

std::string why_unmatched_in_log(Query::Match match, const std::string& path,
                                 const Catalog& catalog) {
  const CStatus status = status_of(match);
  if (match == Query::Match::no_machine) return with_code("the log has no such machine", status);
  std::string why = fmt::format("{} in the log", explanation_of(status));
  const std::string hint = suggestion_for(path, catalog);
  if (!hint.empty()) why += fmt::format("; {}", hint);
  return with_code(why, status);
}

}  // namespace openperflib::drop_in
