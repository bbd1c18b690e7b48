// ScriptedProvider: a provider of the tests whose objects no fixed table knows: a shop, whose tills
// are instances with the shops as parents. What it writes, how slow it is and how it fails are
// scripted. It is not installed.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/provider/provider.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// One thread at a time, as every provider.
class ScriptedProvider final : public Provider {
 public:
  static constexpr TitleIndex kShop = 2000;  // the object's usual index; above those of Windows
  // Distances from the index of the shop object.
  static constexpr TitleIndex kRequests = 2;
  static constexpr TitleIndex kLoad = 4;
  static constexpr TitleIndex kSeats = 6;
  static constexpr TitleIndex kTill = 10;
  static constexpr TitleIndex kSales = 12;

  // An instance of Shop Till; its name is unique only within its shop.
  struct Till {
    std::string name;
    std::uint32_t shop = 0;  // position of its parent
    std::uint64_t sales = 0;
  };
  // An instance of the shop object, with its numbers.
  struct Shop {
    std::string name;
    std::uint64_t requests = 0;              // grows: PERF_COUNTER_BULK_COUNT
    std::uint32_t load = 0;                  // of 400: a fraction
    std::optional<std::uint32_t> seats = 7;  // nullopt: missing, with a reason
  };
  // What the next collections do; may be changed between them.
  struct Script {
    std::vector<Shop> shops = {{"North", 1000, 100, 7}, {"South", 500, 200, std::nullopt}};
    std::vector<Till> tills = {{"1", 0, 10}, {"2", 0, 20}, {"1", 1, 30}};
    std::string shop_name = "Web Shop";
    std::uint64_t requests_per_collection = 0;         // added to each shop after a collection
    ProviderFault fault = {MissingReason::other, ""};  // if it has a text, collect() fails
    // Delivers its objects as the bytes of another process, of which this many arrive; nullopt:
    // writes them itself.
    std::optional<std::size_t> arriving_bytes;
    std::chrono::seconds needs_time{0};  // too late if the deadline is nearer; nothing waits
  };

  // `name` is in reasons; `first` is the title index of the shop object.
  explicit ScriptedProvider(std::string name = "shops", TitleIndex first = kShop)
      : name_(std::move(name)), first_(first) {
    describe_again();
  }
  // Refers to this: not copied, not moved.
  ScriptedProvider(const ScriptedProvider&) = delete;
  ScriptedProvider& operator=(const ScriptedProvider&) = delete;

  [[nodiscard]] Script& script() noexcept { return script_; }  // valid as long as this

  // As given to the constructor.
  [[nodiscard]] std::string_view name() const noexcept override { return name_; }
  // The shop object, then Shop Till. Valid until the shop's name in the script changes.
  [[nodiscard]] std::span<const ObjectDescription> describe() const noexcept override {
    return objects_;
  }
  // Changes when the shop's name does.
  [[nodiscard]] std::uint64_t generation() const noexcept override { return generation_; }

  void begin(const CollectTask& /*task*/) override {
    if (described_name_ != script_.shop_name) describe_again();
  }

  // Errors: the fault of the script; too_late if the script needs more time than there is.
  [[nodiscard]] std::expected<void, ProviderFault> collect(const CollectTask& task,
                                                           DataBlockBuilder& builder,
                                                           ProviderReport& report) override {
    if (!script_.fault.text.empty()) return std::unexpected(script_.fault);
    const auto now = std::chrono::steady_clock::now();
    if (task.deadline.has_value() && now + script_.needs_time > *task.deadline) {
      return std::unexpected(ProviderFault{MissingReason::too_late, "did not answer in time"});
    }
    is_metadata_ = task.request.content() == ObjectRequest::Content::definitions;
    if (script_.arriving_bytes.has_value()) {
      sent_.begin({});
      write(task.request, sent_, report);
      append_sent(builder, report);
    } else {
      write(task.request, builder, report);
    }
    for (Shop& shop : script_.shops) shop.requests += script_.requests_per_collection;
    return {};
  }

 private:
  // Describes both objects with the name that the script gives now.
  void describe_again() {
    ++generation_;
    described_name_ = script_.shop_name;
    const auto counter = [this](TitleIndex distance, std::string_view name,
                                std::string_view summary, std::uint32_t type) {
      return CounterDescription{.name_index = first_ + distance,
                                .help_index = first_ + distance + 1,
                                .name = name,
                                .summary = summary,
                                .type = type,
                                .source = "the script of a test, {}",
                                .closeness = {},
                                .private_state = {},
                                .missing_reason = {}};
    };
    shop_counters_ = {
        counter(kRequests, "Requests/sec", "Requests of all customers.", PERF_COUNTER_BULK_COUNT),
        counter(kLoad, "% Load", "Seats that are taken.", PERF_RAW_FRACTION),
        counter(kSeats, "Seats", "All seats.", PERF_COUNTER_RAWCOUNT)};
    till_counters_ = {counter(kSales, "Sales", "What was sold.", PERF_COUNTER_LARGE_RAWCOUNT)};
    need_ = {{{first_, first_ + kRequests}}};
    objects_[0] = {.name_index = first_,
                   .help_index = first_ + 1,
                   .name = described_name_,
                   .help = "What a shop of the tests sells.",
                   .has_instances = true,
                   .cost = ObjectCost::global,
                   .needs = {},
                   .counters = shop_counters_};
    objects_[1] = {.name_index = first_ + kTill,
                   .help_index = first_ + kTill + 1,
                   .name = "Shop Till",
                   .help = "The tills of the shops of the tests.",
                   .has_instances = true,
                   .cost = ObjectCost::global,
                   .needs = need_,
                   .counters = till_counters_};
  }

  // A visible counter; `size` and `offset` are bytes in the counter block.
  [[nodiscard]] static CounterDefinition definition(const CounterDescription& counter,
                                                    std::uint32_t size, std::uint32_t offset) {
    return {.name_title_index = counter.name_index,
            .help_title_index = counter.help_index,
            .type = counter.type,
            .size = size,
            .offset = offset};
  }

  // With instances, or as metadata if only definitions are requested.
  [[nodiscard]] ObjectHeader header(const ObjectDescription& object) const {
    return {.name_title_index = object.name_index,
            .help_title_index = object.help_index,
            .default_counter = 0,
            .instances = is_metadata_ ? Instances::metadata_multiple : Instances::multiple};
  }

  // Writes the requested ones of both objects.
  void write(const ObjectRequest& request, DataBlockBuilder& builder,
             ProviderReport& report) const {
    if (is_requested(objects_[0], request)) write_shops(builder, report);
    if (is_requested(objects_[1], request)) write_tills(builder);
  }

  // An object with a fault is absent; the others are not.
  void append_sent(DataBlockBuilder& builder, ProviderReport& report) {
    const auto view = DataBlockView::parse(sent_.finish().value());
    for (const ObjectTypeView object : view.value().objects()) {
      const Bytes bytes = object.bytes();
      const auto appended =
          builder.append_object(bytes.first(std::min(bytes.size(), *script_.arriving_bytes)));
      if (appended.has_value()) continue;
      report.add_absent(object.name_title_index(), MissingReason::provider_failed,
                        name_ + ": " + openperflib::describe(appended.error()));
    }
  }

  // A shop without seats has 0 and a reason: "the door is locked".
  void write_shops(DataBlockBuilder& builder, ProviderReport& report) const {
    CounterDefinition base = definition(shop_counters_[1], 4, 20);
    base.type = PERF_RAW_BASE;
    const std::array definitions = {definition(shop_counters_[0], 8, 8),
                                    definition(shop_counters_[1], 4, 16), base,
                                    definition(shop_counters_[2], 4, 24)};
    builder.begin_object(header(objects_[0]), definitions);
    for (std::uint32_t i = 0; !is_metadata_ && i < script_.shops.size(); ++i) {
      const Shop& shop = script_.shops[i];
      builder.begin_instance(shop.name);
      builder.set(8, 8, shop.requests);
      builder.set(16, 4, shop.load);
      builder.set(20, 4, 400);
      builder.set(24, 4, shop.seats.value_or(0));
      if (!shop.seats.has_value()) {
        report.add_missing(first_, 3, i, 1, MissingReason::no_permission, "the door is locked");
      }
    }
    builder.end_object();
  }

  // Each till has its shop as parent; metadata has only the definition.
  void write_tills(DataBlockBuilder& builder) const {
    builder.begin_object(header(objects_[1]), std::array{definition(till_counters_[0], 8, 8)});
    for (const Till& till : script_.tills) {
      if (is_metadata_) break;
      builder.begin_instance(till.name, {.parent = ParentInstance{first_, till.shop}});
      builder.set(8, 8, till.sales);
    }
    builder.end_object();
  }

  std::string name_;
  TitleIndex first_;
  Script script_;
  std::string described_name_;
  std::uint64_t generation_ = 0;
  bool is_metadata_ = false;
  DataBlockBuilder sent_;
  std::array<CounterDescription, 3> shop_counters_;
  std::array<CounterDescription, 1> till_counters_;
  std::array<ObjectNeed, 1> need_;
  std::array<ObjectDescription, 2> objects_;
};

}  // namespace openperflib
