// Chooses the series of a query that are shown: all, or those of the instances with the largest
// values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/query/query.h"

namespace openperflib {

// Whether an instance may be one of the largest: totals ("_Total", "0,_Total" of a node) are sums
// of the others, and Idle is not a real process.
[[nodiscard]] bool competes(const Series& series) noexcept;

// Whether the instance is a network interface or disk made of software only (a bridge, a loop
// device), judged by its name.
[[nodiscard]] bool is_virtual_device(const Series& series) noexcept;

// The sum of the values of each instance of path 0 over the rows noted, by identity.
class TopRanking {
 public:
  // Adds the query's newest row. A missing value adds nothing.
  void note(const Query& query);
  // The identities of the `count` instances with the largest sums, largest first. Totals and Idle
  // are included only if no other instance has a value.
  [[nodiscard]] std::vector<std::uint64_t> largest(std::uint32_t count) const;
  // "408 of 412 instances could not be read: no permission: /proc/PID/io (needs root ...)": the
  // instances that never had a reading, with the most frequent reason. Empty: each had one.
  [[nodiscard]] std::string unreadable_text() const;

 private:
  // What the rows have said about an instance so far.
  struct Instance {
    std::size_t place = 0;  // how many there were with it
    double sum = 0;
    bool has_value = false;
    bool was_read = false;
    bool competes = true;
    std::size_t reason = kNoReason;  // in reasons_
  };
  // Why instances could not be read.
  struct Reason {
    MissingReason code;
    std::string text;  // without ids
  };
  static constexpr std::size_t kNoReason = ~std::size_t{0};
  // The position in reasons_, which keeps the first 16; all others count as the last of these.
  [[nodiscard]] std::size_t reason_place(const Query& query, std::size_t series);

  std::unordered_map<std::uint64_t, Instance> instances_;
  std::vector<Reason> reasons_;
};

// Resource: keeps its choice.
class ShownSeries {
 public:
  // `top` 0: every series. Otherwise the series of the `top` instances with the largest values of
  // path 0 in the first row in which one has a value; the choice does not change later.
  explicit ShownSeries(std::uint32_t top) noexcept : top_(top) {}
  // The series of these instances, by the identities of their series of path 0, in this order.
  explicit ShownSeries(std::vector<std::uint64_t> chosen)
      : top_(static_cast<std::uint32_t>(chosen.size())), chosen_(std::move(chosen)) {}

  // Takes the query's newest row. Returns whether the shown series changed since the last call.
  bool update(const Query& query);
  // Positions in the newest binding, in the order of the instances.
  [[nodiscard]] std::span<const std::size_t> indices() const noexcept { return indices_; }
  // TopRanking::unreadable_text() of the row in which the instances were chosen.
  [[nodiscard]] const std::string& unreadable_text() const noexcept { return unreadable_text_; }

 private:
  // Chooses by the newest row; chooses nothing if no instance has a value.
  void choose(const Query& query);

  std::uint32_t top_;
  std::optional<std::vector<std::uint64_t>> chosen_;
  std::string unreadable_text_;
  std::optional<std::uint64_t> generation_;
  std::vector<std::size_t> indices_;
};

}  // namespace openperflib
