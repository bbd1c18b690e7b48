// Counter sets that a test publishes, and a query that reads them as consumers of perflib.h do.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/machine/v2/counter_set_query.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/provider_record_example.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/v2/perf_data_view.h"

namespace openperflib {

// A GUID that begins with this byte; the others are 0.
inline Guid set_number(std::uint8_t number) {
  Guid guid;
  guid.bytes[0] = std::byte{number};
  return guid;
}

// `instance_type`: PERF_COUNTERSET_... The counters are 1 (8 bytes), 2 (4 bytes) and 7 (a text).
inline CounterSetTemplate set_of_type(std::uint8_t number, std::uint32_t instance_type) {
  return {.set = set_number(number),
          .provider = set_number(0x99),
          .instance_type = instance_type,
          .counters = {{.id = 1, .type = PERF_COUNTER_LARGE_RAWCOUNT, .detail_level = 100},
                       {.id = 2,
                        .type = PERF_COUNTER_RAWCOUNT,
                        .detail_level = 200,
                        .aggregate = PERF_AGGREGATE_UNDEFINED},
                       {.id = 7,
                        .type = PERF_COUNTER_TEXT,  // which has no value
                        .attributes = PERF_ATTRIB_DISPLAY_AS_HEX,
                        .detail_level = 200,
                        .name = "Seven"}}};
}

inline std::string text_of(Bytes utf16) { return utf8_from_utf16(utf16).text; }  // UTF-8

// Values as text, each after a blank; "-" for one that is missing.
inline std::string text_of(const CounterDataRange& values) {
  std::string text;
  for (const CounterDataView value : values) {
    text += value.number().has_value() ? " " + std::to_string(*value.number()) : " -";
  }
  return text;
}
// A block of a reply as text: "TYPE/STATUS", ids, values, then "[NAME#ID VALUES]" of each instance.
inline std::string text_of(const CounterHeaderView& counter) {
  std::string text = std::to_string(counter.type()) + "/" + std::to_string(counter.status());
  for (std::uint32_t i = 0; i < counter.id_count(); ++i) {
    text += (i == 0 ? " ids " : ",") + std::to_string(counter.id(i));
  }
  text += text_of(counter.values());
  for (const InstanceDataView instance : counter.instances()) {
    text += " [" + text_of(instance.header.name()) + "#" + std::to_string(instance.header.id()) +
            text_of(instance.values) + "]";
  }
  return text;
}

// The time that providers have: no test reaches it, unless what it tests is broken.
inline constexpr std::chrono::seconds kPatience{5};

inline constexpr std::uint32_t kMultiple = PERF_COUNTERSET_MULTI_INSTANCES;

// Sets that this process publishes in a folder of its own, read as another process would.
class CounterSetQueryTest : public testing::Test {
 protected:
  // Nothing is published or registered yet.
  CounterSetQueryTest() { open(); }
  // Opens the machine, or opens it again: it reads the stores and the folder from the start.
  void open() {
    machine_ =
        LocalSource::open(
            fixed_titles(),
            {.collection_status = false,
             .providers =
                 [this] {
                   std::vector<std::unique_ptr<Provider>> providers;
                   providers.push_back(std::make_unique<CounterSets>(
                       fixed_titles(),
                       CounterSetsOptions{.folders = {.system = "/none", .own = folder_.path()},
                                          .stores = stores(),
                                          .limits = {.answer = kPatience}}));
                   return providers;
                 }})
            .value();
  }
  // Only the system has a store.
  [[nodiscard]] StoreFolders stores() const {
    return {.system = state_.path() + "/store", .user = {}};
  }
  // A provider with the sets 11 and 12.
  void register_sets() const {
    TitleStore store(fixed_titles(), stores());
    EXPECT_TRUE(
        store
            .change(StoreScope::system,
                    [](StoreEdit& edit) { return edit.install_provider(example_provider(1)); })
            .has_value());
  }
  // The set has no instances yet; it lives as long as the publisher.
  PublishedSet& publish(const CounterSetTemplate& set) { return *publisher_->add(set).value(); }
  // An instance with these values of the counters 1 and 2.
  PublishedInstance add(PublishedSet& set, std::u16string_view name, std::uint32_t id,
                        std::uint64_t one, std::uint32_t two) {
    const auto instance = publisher_->add_instance(set, name, id).value();
    instance.segment->value(instance.slot, 0).store(one);
    instance.segment->value(instance.slot, 1).store(two);
    return instance;
  }
  // Adds one block to the query, and returns the Status that it gets.
  std::uint32_t status_of_adding(const CounterIdentifier& identifier) {
    return status_of_adding(query_, identifier);
  }
  // The same for another query.
  std::uint32_t status_of_adding(CounterSetQuery& query, const CounterIdentifier& identifier) {
    std::vector<std::byte> block;
    append_counter_identifier(block, identifier, 77, 0);
    EXPECT_TRUE(query.add(source_, *machine_, block).has_value());
    return (*parse_counter_identifiers(block)->begin()).status();
  }
  // Removes one block, and returns the Status that it gets.
  std::uint32_t status_of_removing(const CounterIdentifier& identifier) {
    std::vector<std::byte> block;
    append_counter_identifier(block, identifier, 77, 0);
    EXPECT_TRUE(query_.remove(source_, machine_.get(), block).has_value());
    return (*parse_counter_identifiers(block)->begin()).status();
  }
  // A PERF_DATA_HEADER and its blocks. Collects twice: first only for the size.
  std::vector<std::byte> collect() {
    std::vector<std::byte> reply(query_.collect(source_, *machine_, {}).value());
    EXPECT_EQ(query_.collect(source_, *machine_, reply), reply.size());
    return reply;
  }
  // The blocks of one collection, as text_of() writes them.
  std::vector<std::string> reply() {
    const auto bytes = collect();
    const auto view = PerfDataView::parse(bytes);
    EXPECT_TRUE(view.has_value());
    std::vector<std::string> texts;
    for (const CounterHeaderView counter : view->counters()) texts.push_back(text_of(counter));
    return texts;
  }
  // The reply to this alone.
  std::string reply_to(const CounterIdentifier& identifier) {
    query_.clear(source_, machine_.get());
    EXPECT_EQ(status_of_adding(identifier), 0U);
    return reply().at(0);
  }

  MadeFolder folder_;
  MadeFolder state_;  // of the title store
  std::unique_ptr<Publisher> publisher_ = Publisher::start({folder_.path()}).value();
  std::unique_ptr<LocalSource> machine_;
  CounterSetSource source_;
  CounterSetQuery query_;
};

}  // namespace openperflib
