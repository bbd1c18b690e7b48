#include <algorithm>

#include "openperflib/query/binding/path_request_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

// No counter has this index: an object requested with it brings its definitions at no further cost.
constexpr std::uint32_t kNoCounter = 0;

// The counters that identify the instances of an object are always requested.
void add_identity(std::uint32_t object, ObjectRequest& request) {
  request.add_counter(object, kNoCounter);
  if (object == title::kThread) {
    request.add_counter(object, title::kIdThread);
    request.add_counter(object, title::kElapsedTime);
    add_identity(title::kProcess, request);
  }
  if (object == title::kProcess || object == title::kLinuxProcess)
    request.add_counter(object, title::kIdProcess);
  if (object == title::kProcessV2) request.add_counter(object, title::kProcessId);
  if (object == title::kProcess || object == title::kProcessV2 || object == title::kLinuxProcess) {
    request.add_counter(object, title::kElapsedTime);
  }
}

}  // namespace

std::vector<std::uint32_t> title_indices_of(const NamePattern& pattern, const TitleTable& titles) {
  std::vector<std::uint32_t> indices;
  if (pattern.number().has_value()) indices.push_back(*pattern.number());
  for (const std::uint32_t position : titles.positions(pattern.text())) {
    indices.push_back(titles.names()[position].index);
  }
  std::ranges::sort(indices);
  return indices;
}

std::vector<std::uint32_t> RequestBuilder::matching_titles(const NamePattern& pattern,
                                                           const TitleTable& titles) {
  if (!pattern.has_wildcards()) return title_indices_of(pattern, titles);
  if (folded_titles_.empty()) {
    for (const Title& title : titles.names()) folded_titles_.push_back(folded(title.text));
  }
  std::vector<std::uint32_t> indices;
  for (std::size_t i = 0; i < folded_titles_.size(); ++i) {
    if (pattern.matches(folded_titles_[i])) indices.push_back(titles.names()[i].index);
  }
  return indices;
}

// Readings do not depend on the object: their counters are looked up once for all objects.
void RequestBuilder::add_readings(std::span<const std::uint32_t> objects,
                                  std::span<const PathPattern::Request> readings,
                                  const TitleTable& titles) {
  for (const std::uint32_t object : objects) add_identity(object, request_);
  for (const PathPattern::Request& reading : readings) {
    const bool is_any = reading.counter.matches_everything();
    const auto counters =
        is_any ? std::vector<std::uint32_t>() : matching_titles(reading.counter, titles);
    for (const std::uint32_t object : objects) {
      if (is_any) request_.add_object(object);
      for (const std::uint32_t counter : counters) request_.add_counter(object, counter);
    }
  }
}

// What no known object has as its name may be that of a counter set that starts later.
void RequestBuilder::add(const PathPattern& path, const TitleTable& titles) {
  bool is_known = path.objects().empty();
  for (const NamePattern& pattern : path.objects()) {
    if (is_global_) return;
    if (pattern.matches_everything()) {
      is_global_ = true;
      request_ = ObjectRequest();
      request_.add_description();
      return;
    }
    const auto objects = matching_titles(pattern, titles);
    if (objects.empty()) continue;
    is_known = true;
    add_readings(objects, path.requests_behind(pattern), titles);
  }
  if (!is_known) request_.add_counter_sets();
}

}  // namespace openperflib
