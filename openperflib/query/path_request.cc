#include <algorithm>

#include "openperflib/base/utf16.h"
#include "openperflib/query/path_binding_internal.h"
#include "openperflib/query/title_indices.h"

namespace openperflib {
namespace {

// No counter has it: an object that is asked for it comes with its definitions and costs no more.
constexpr std::uint32_t kNoCounter = 0;

// What tells who the instances of an object are must be there whatever is asked for.
void add_identity(std::uint32_t object, ObjectRequest& request) {
  request.add_counter(object, kNoCounter);
  if (object == title::kThread) request.add_counter(title::kProcess, title::kIdProcess);
  if (object == title::kProcess) request.add_counter(object, title::kIdProcess);
  if (object == title::kProcessV2) request.add_counter(object, title::kProcessIdV2);
  if (object == title::kProcess || object == title::kProcessV2) {
    request.add_counter(object, title::kElapsedTime);
  }
}

}  // namespace

std::vector<std::uint32_t> title_indices_of(const NamePattern& pattern, const TitleTable& titles) {
  std::vector<std::uint32_t> indices;
  if (pattern.number().has_value()) indices.push_back(*pattern.number());
  if (!pattern.has_wildcards()) {
    for (const std::uint32_t position : titles.positions(pattern.text())) {
      indices.push_back(titles.names()[position].index);
    }
  } else {
    for (const Title& title : titles.names()) {
      if (pattern.matches(folded(title.text))) indices.push_back(title.index);
    }
  }
  std::ranges::sort(indices);
  return indices;
}

void RequestBuilder::add_counters(std::uint32_t object, const PathPattern& path,
                                  std::string_view object_name, const TitleTable& titles) {
  add_identity(object, request_);
  for (const PathPattern::Request& reading : path.requests_for(object_name, object)) {
    if (reading.counter.matches_everything()) request_.add_object(object);
    for (const std::uint32_t counter : title_indices_of(reading.counter, titles)) {
      request_.add_counter(object, counter);
    }
  }
}

void RequestBuilder::add(const PathPattern& path, const TitleTable& titles) {
  if (is_global_) return;
  for (const NamePattern& pattern : path.objects()) {
    if (pattern.matches_everything()) {
      is_global_ = true;
      request_ = ObjectRequest();
      return;
    }
    for (const std::uint32_t object : title_indices_of(pattern, titles)) {
      add_counters(object, path, folded(titles.name(object).value_or(pattern.text())), titles);
    }
  }
}

}  // namespace openperflib
