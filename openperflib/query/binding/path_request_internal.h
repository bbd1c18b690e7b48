// RequestBuilder: what to request from a source, so that the paths of a query can be answered.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Builds the request to a source, path by path.
class RequestBuilder {
 public:
  // Nothing but what describes a block: why values are missing, and names that no table has.
  RequestBuilder() { request_.add_description(); }
  void add(const PathPattern& path, const TitleTable& titles);
  [[nodiscard]] const ObjectRequest& request() const noexcept { return request_; }

 private:
  void add_readings(std::span<const std::uint32_t> objects,
                    std::span<const PathPattern::Request> readings, const TitleTable& titles);
  [[nodiscard]] std::vector<std::uint32_t> matching_titles(const NamePattern& pattern,
                                                           const TitleTable& titles);
  ObjectRequest request_ = ObjectRequest::nothing();
  std::vector<std::string> folded_titles_;  // by position; made when a pattern has wildcards
  bool is_global_ = false;                  // a path asks for objects of any name
};

// The title indices that an object or counter without wildcards may refer to, ascending: its
// number, or all indices of its name.
[[nodiscard]] std::vector<std::uint32_t> title_indices_of(const NamePattern& pattern,
                                                          const TitleTable& titles);

}  // namespace openperflib
