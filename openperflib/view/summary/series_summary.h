// Statistics of each series of a run of rows: count, gaps, bounds, average, percentiles, sparkline.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "openperflib/counter/formula.h"
#include "openperflib/counter/range_average.h"
#include "openperflib/query/binding/place_table.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_batches.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/series_numbers.h"
#include "openperflib/view/text/trend.h"

namespace openperflib {

// One series, or several with one name: consecutive instances that had the same name. Value.
struct SummaryOfSeries {
  std::string path;   // as in CSV; with * for the id if names of processes contain it
  std::string title;  // "\Processor(_Total)", as in tables
  std::string counter;
  CounterType type;
  std::uint32_t path_number = 0;  // the path of the query that it belongs to
  bool was_there = false;         // in at least one record; a requested name may not exist
  std::uint64_t instances = 1;    // that had the name, consecutively
  std::uint64_t count = 0;        // values
  std::uint64_t gaps = 0;         // records in which a value is missing
  Value minimum;
  // Over the whole range for types of two samples (the overall rate), otherwise the mean.
  Value average;
  Value p50;
  Value p95;
  Value p99;
  Value maximum;
  bool percentiles_are_exact = true;  // otherwise accurate to 0.5 %
  Trend trend;
  // The largest growth of one of several that had the name: nothing for a single one, whose growth
  // is that of the trend.
  std::optional<double> largest_growth = std::nullopt;
};

// Whether one of them belongs to that path of the query, and existed.
[[nodiscard]] bool has_series_of(std::uint32_t path_number,
                                 const std::vector<SummaryOfSeries>& series);

// Resource: the statistics of the rows of one query. Memory, whatever the number of rows:
// `exact_values`, a few KiB for each series of the newest row, and less than 1 KiB for each name of
// series that are gone.
class SeriesSummary {
 public:
  // For exact percentiles: at most 16 MiB, as the lists double.
  static constexpr std::size_t kExactValues = 1U << 20;
  // `exact_values`: how many values of all series together are kept exactly.
  explicit SeriesSummary(std::size_t exact_values = kExactValues) : exact_values_(exact_values) {}

  // The time from the row before to a row, compared with the usual one. A few milliseconds are too
  // short for a rate: where the last interval is brief, as in a recording that was stopped, no
  // value that needs two samples is taken from it. The average, a rate of the whole range, includes
  // it.
  enum class Interval : std::uint8_t { usual, brief };

  // Adds the newest row of a query, after its take().
  void add(const Query& query, RowsOf rows, Interval interval = Interval::usual);
  // Returns whether the next rows of the query may come in batches: they have the series of the
  // last row, and no value waits for another row.
  [[nodiscard]] bool takes_batch_of(const Query& query) const noexcept {
    return generation_ == query.binding().generation() && held_.empty();
  }
  // Adds what a batch does not have of the newest row, its readings: for averages, few of which
  // need them.
  void add_readings(const Query& query) noexcept;
  // Adds one part of `parts` of the series of a batch of numbers, which are those of the last row;
  // the readings of its rows are added by add_readings(), before or after it. All intervals are
  // usual. Parts may be added at the same time, by several threads, and so may readings.
  void add(const RowBatch& batch, std::size_t part, std::size_t parts);

  // Returns the series in the order of the paths, then of their appearance. The summary is empty
  // afterwards.
  [[nodiscard]] std::vector<SummaryOfSeries> take_result();

 private:
  // What is known of a series besides its numbers. Each binding looks at all of them: they stand
  // apart, so that they stay in a cache.
  struct Mapped {
    std::uint64_t bound = 0;     // the mapping that had it last
    std::uint32_t position = 0;  // of its first series in the newest binding
    bool was_there = false;
    // The mean of its values is its average, and records without a value are its gaps: its readings
    // are not needed.
    bool needs_no_readings = false;
    bool has_values = false;  // some of its numbers do not wait
  };
  // The last numbers of a series, which are counted together: while layouts come and go, rows do
  // not come in batches, and all that SeriesNumbers has of thousands of series is in no cache.
  template <std::size_t kMostNumbers>
  struct WaitingNumbers {
    static constexpr std::size_t kMost = kMostNumbers;
    std::size_t count = 0;
    std::array<double, kMost> numbers = {};

    [[nodiscard]] std::span<const double> all() const noexcept {
      return std::span(numbers).first(count);
    }
  };
  using Waiting = WaitingNumbers<15>;  // two lines of a cache
  // The series of one name that are gone. What each further one changes stands first, so that it is
  // in few lines of a cache.
  struct Gone {
    // The numbers of the last series of one record each, once the growth of others is known.
    WaitingNumbers<7> waiting = {};
    std::uint64_t order;
    std::uint64_t identity;  // of the last one
    std::uint64_t instances;
    std::uint32_t process_id;  // of the last one if the path has * for it; otherwise 0
    CounterType type;
    bool was_there;
    bool needs_no_readings;
    std::optional<double> largest_growth = std::nullopt;  // of one of several
    RangeAverage average;
    std::string title;  // of the only one; empty if there were several
    SeriesNumbers values;
  };
  // What the names of the series of one instance have in common, without a process id.
  struct NamedInstance {
    // The number of the path of the query, then the path of a series up to the name of its counter.
    std::string path;
    const std::string* title;  // one of texts_
    std::uint32_t path_number;
    std::uint32_t first_name;  // in names_
  };
  // A name that series have, one after the other or at the same time.
  struct Name {
    std::uint32_t instance;                // in instances_
    const std::string* counter;            // one of texts_
    std::unique_ptr<Gone> gone = nullptr;  // null: none is gone
  };
  // Names are told apart by the addresses of their counters.
  struct NameKey {
    std::uint32_t instance;
    const std::string* counter;
    bool operator==(const NameKey&) const = default;
  };
  struct NameHash {
    [[nodiscard]] std::size_t operator()(const NameKey& key) const noexcept {
      return std::hash<const std::string*>()(key.counter) * 31 + key.instance;
    }
  };
  // A series of the newest row, or a place for one.
  struct Live {
    std::uint64_t identity = 0;
    std::uint64_t order = 0;
    std::uint32_t path_number = 0;
    std::uint32_t process_id = 0;
    std::uint32_t name = 0;  // in names_
    CounterType type{};
  };
  // A series of the binding whose average needs its readings.
  struct Averaged {
    std::uint32_t series;
    std::uint32_t place;  // in averages_
  };
  // The instance of new series: what their names have in common is composed once for all counters.
  struct InstanceName {
    Series of;                  // one of them; its texts are those of the newest binding
    bool is_set = false;        // otherwise it is of no instance
    std::string instance = {};  // with * in place of the id of its process; empty: it has none
    std::string path = {};      // as in NamedInstance
    std::uint32_t number = 0;   // in instances_
  };

  // A value of a brief interval: it counts once another row follows.
  struct Held {
    std::size_t place;  // in live_
    Value value;
  };

  // Adds the number of the next record to a place.
  void add_number(std::size_t place, double number);
  // Adds what waits for a place to its values.
  void count_waiting(std::size_t place);
  // Adds the values of the last brief interval.
  void count_held();
  // Follows a new binding: new series get places in live_, and those that are gone are closed.
  void map_series(const Query& query);
  // Returns the place of a series, which gets one if it is new. `expected`: its position in the
  // binding before if it follows the series before it, as most do; becomes that of the next one.
  [[nodiscard]] std::size_t place_of(const Binding& binding, const Series& series,
                                     std::size_t position, std::size_t& expected);
  // Puts what place_of() may look for into found_.
  void begin_places(const Binding& binding);
  void note_place(std::uint32_t place);
  // Gives a new series a place, with its numbers and its name.
  [[nodiscard]] std::size_t add_live(const Binding& binding, const Series& series,
                                     std::uint64_t identity);
  // Makes instance_ that of the series.
  void name_instance(const Series& series, std::string_view machine);
  // Returns the number of instance_, with the names of its series.
  [[nodiscard]] std::uint32_t number_of_instance(const Series& plain);
  // Returns the name of a series, whose instance is instance_.
  [[nodiscard]] std::uint32_t name_of(const Series& series);
  [[nodiscard]] bool is_name_of(std::uint32_t name, const Series& series) const noexcept;
  // Returns the formula of a type that has no row; it lives as long as the summary.
  [[nodiscard]] const Formula& other_formula(CounterType type);
  // Finds the series whose averages need readings.
  void note_averaged();
  // Closes the series of the binding before that no series follows, if the binding tells which.
  void close_left();
  // Closes the series of the binding before that were not mapped again.
  void close_unmapped();
  // Closes the series of a place, which is free then.
  void free_place(std::size_t place);
  // Adds the series of a place to those of its name that are gone.
  void close(std::size_t place);
  // Returns what a name has of its first series that is gone, whose numbers leave the place.
  [[nodiscard]] std::unique_ptr<Gone> first_gone(std::size_t place);
  // Adds the numbers of the series of a place to those of the ones before it.
  void add_values(Gone& before, std::size_t place);
  // Adds the numbers that wait to the others.
  static void count_waiting(Gone& gone);
  // Returns the numbers of a series that is closed: those of its place or, if all of them wait, as
  // those of short lives do, numbers that are in a cache.
  [[nodiscard]] SeriesNumbers& all_values_of(std::size_t place);
  // Divides exact_values_ equally among the series that exist and the names of those that are gone.
  void share_exact_values();
  // Returns the copy in texts_, which keeps its address.
  [[nodiscard]] const std::string* kept(std::string text) {
    return &*texts_.insert(std::move(text)).first;
  }
  // Makes the result of a name and its series.
  [[nodiscard]] SummaryOfSeries result_of(const Name& name, Gone& gone) const;

  std::size_t exact_values_;
  std::vector<Live> live_;
  std::vector<Mapped> mapped_;          // by place in live_
  std::vector<Waiting> waiting_;        // by place in live_
  std::vector<SeriesNumbers> values_;   // by place in live_: those that do not wait
  std::vector<std::string> titles_;     // by place in live_: of the first of its name to be gone
  std::vector<RangeAverage> averages_;  // by place in live_: each row passes by those it needs
  std::vector<Averaged> averaged_;      // ascending
  std::unordered_map<std::uint32_t, Formula> other_formulas_;  // by types that have no row
  std::vector<std::uint32_t> free_;                            // places in live_
  std::deque<NamedInstance> instances_;
  std::unordered_map<std::string_view, std::uint32_t> by_path_;  // instances_
  std::vector<Name> names_;  // those of an instance mostly stand side by side
  std::unordered_map<NameKey, std::uint32_t, NameHash> by_counter_;  // names_
  std::size_t gone_ = 0;  // names of which a series is gone
  std::size_t gone_when_shared_ = 0;
  std::size_t share_ = 0;        // of exact_values_, that each place in live_ has
  std::size_t sharers_ = 0;      // among how many they were divided
  std::size_t shared_live_ = 0;  // how many places had been given it
  SeriesNumbers short_life_;     // of all_values_of()
  std::unordered_set<std::string> texts_;
  std::vector<std::size_t> places_;  // in live_, by series of the binding
  std::vector<std::size_t> places_before_;
  std::vector<std::uint32_t> named_places_;  // of the binding: of series that their paths name
  // While a binding is followed:
  std::span<const std::uint32_t> before_;  // Binding::before()
  bool follows_ = false;                   // it tells where its series were in the binding before
  std::vector<bool> is_followed_;          // by series of the binding before
  PlaceTable found_;                       // the places of some series, by identity and path
  InstanceName instance_;
  std::uint32_t next_name_ = 0;  // that of the next counter of instance_, if it had one before
  std::uint64_t mappings_ = 0;
  std::size_t live_count_ = 0;      // places of the binding
  bool has_shared_places_ = false;  // two series of the binding have one place
  std::vector<Held> held_;
  std::uint64_t next_order_ = 0;
  std::uint64_t generation_ = 0;
  RowsOf rows_ = RowsOf::readings;
};

}  // namespace openperflib
