#include "openperflib/machine_jobs/machine_names.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/machine_jobs/machine_reading_internal.h"
#include "openperflib/query/catalog/catalog.h"

namespace openperflib {
namespace {

// The objects as they are described, and their instances as they are collected. A collection ends
// the descriptions of its source, so that there are two.
class DescribedMachine {
 public:
  DescribedMachine(LocalSourceOptions options, const TitleTable& titles)
      : options_(std::move(options)), titles_(titles), described_(open()) {
    if (described_ != nullptr) descriptions_ = described_->describe();
  }

  [[nodiscard]] Names names() const { return Names(nothing_collected_, titles_, descriptions_); }
  // Returns none if the machine cannot be read.
  [[nodiscard]] std::vector<std::string> instances(std::string_view object);

 private:
  // Returns null if the machine cannot be opened.
  [[nodiscard]] std::unique_ptr<LocalSource> open() const;

  LocalSourceOptions options_;
  TitleTable titles_;
  std::unique_ptr<LocalSource> described_;  // null: the machine cannot be opened
  std::vector<const ObjectDescription*> descriptions_;
  std::unique_ptr<LocalSource> collected_;  // null: not opened yet
  Catalog nothing_collected_;
};

std::unique_ptr<LocalSource> DescribedMachine::open() const {
  auto source = open_machine(options_, titles_);
  return source.has_value() ? *std::move(source) : nullptr;
}

// No counter is collected.
std::vector<std::string> DescribedMachine::instances(std::string_view object) {
  constexpr TitleIndex kNoCounter = 0;
  if (collected_ == nullptr) collected_ = open();
  if (collected_ == nullptr) return {};
  const auto described = collected_->describe();
  const auto found = std::ranges::find(described, object, &ObjectDescription::name);
  if (found == described.end()) return {};
  const TitleIndex index = (*found)->name_index;
  ObjectRequest request = ObjectRequest::nothing();
  request.add_counter(index, kNoCounter);
  Snapshot snapshot;
  if (!collect_once(*collected_, request, snapshot).has_value()) return {};
  const Catalog catalog = catalog_of(snapshot, titles_);
  return Names::Object{.defined = catalog.find(index)}.instance_names(Names::EqualNames::numbered);
}

}  // namespace

KnownNames names_of_machine(LocalSourceOptions machine, const TitleTable& titles) {
  machine.kept_descriptors = 0;
  machine.collection_status = false;
  const auto described = std::make_shared<DescribedMachine>(std::move(machine), titles);
  return {.owner = described,
          .names = described->names(),
          .instances = [described](const Names::Object& object) {
            return described->instances(object.name());
          }};
}

}  // namespace openperflib
