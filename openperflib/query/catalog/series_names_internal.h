// SeriesNames: the names in the catalogs of one source, each kept once however often it comes
// again.
//
// Catalogs follow each other with few changes: a name that the catalog before had costs a
// comparison, and what is known of it (folded texts, the paths that mean it) stays.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/text/string_pool.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Resource. Texts are folded (text/utf16.h) unless they are said to be as stored. Numbers are
// positions in the lists below and stay until forget(). Memory: at most a few times that of the
// largest catalog, and of the room that the caller gives.
class SeriesNames {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // An object of one machine.
  struct Object {
    std::uint32_t machine;  // in machines()
    std::string_view name;
    std::string_view original;  // in the log's own language; empty: the same
    std::uint32_t title_index;  // 0: not known
  };
  // A counter of such an object.
  struct Counter {
    std::uint32_t object;  // in objects()
    std::string_view name;
    std::string_view original;  // in the log's own language; empty: the same
    std::uint32_t title_index;  // as stored
  };
  // A counter of one instance.
  struct Name {
    Series stored;               // its texts, as stored
    std::uint32_t counter;       // in counters()
    std::string_view instance;   // "parent/name"; empty: none
    std::uint32_t next_of_hash;  // in names(); kNone: the last one
    std::uint32_t position;      // in the catalog that had it last
  };

  // Takes the next catalog. False: more names than twice its series and `room` were kept, so all
  // were forgotten before, and numbers begin at 0 again.
  [[nodiscard]] bool assign(const Catalog& catalog, const TitleTable& titles, std::size_t room = 0);

  // By the position of a series in the catalog: its name.
  [[nodiscard]] std::span<const std::uint32_t> of_series() const noexcept { return of_series_; }
  [[nodiscard]] const std::vector<std::string>& machines() const noexcept { return machines_; }
  [[nodiscard]] const std::vector<Object>& objects() const noexcept { return objects_; }
  [[nodiscard]] const std::vector<Counter>& counters() const noexcept { return counters_; }
  [[nodiscard]] const std::vector<Name>& names() const noexcept { return names_; }

 private:
  void forget() noexcept;
  void forget_places(const Catalog& catalog);
  [[nodiscard]] std::uint32_t name_of(const Catalog& catalog, std::uint32_t place,
                                      const TitleTable& titles);
  [[nodiscard]] std::uint32_t find(const Series& series, std::uint64_t hash) const noexcept;
  [[nodiscard]] std::uint32_t add(const Series& series, std::uint64_t hash, std::uint32_t counter);
  [[nodiscard]] std::uint32_t machine_of(std::string_view machine);
  [[nodiscard]] std::uint32_t object_of(const Catalog::Object& one, const TitleTable& titles);
  [[nodiscard]] std::uint32_t counter_of(const Catalog::Counter& one, std::uint32_t object);
  [[nodiscard]] std::uint32_t counter_at(const Catalog& catalog, Catalog::Place place,
                                         const TitleTable& titles);
  [[nodiscard]] Series kept(const Series& series);

  StringPool texts_;
  std::vector<std::string> machines_;
  std::vector<Object> objects_;
  std::vector<Counter> counters_;
  std::vector<Name> names_;
  std::unordered_map<std::string, std::uint32_t> object_positions_;
  std::unordered_map<std::string, std::uint32_t> counter_positions_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_hash_;  // the first name of a hash
  std::vector<std::uint32_t> of_series_;
  std::vector<std::uint32_t> before_;               // of_series_ of the catalog before
  std::vector<std::uint32_t> counters_of_catalog_;  // the present one; kNone: not looked up yet
  std::vector<std::size_t> first_counter_;          // by object of the catalog: its first one there
};

}  // namespace openperflib
