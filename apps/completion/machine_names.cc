#include <algorithm>
#include <memory>
#include <utility>

#include "apps/completion/known_names.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/query/catalog/catalog.h"

namespace openperflib::apps {
namespace {

// The objects as they are described, and their instances as they are read. A reading ends the
// descriptions of its source: there are two.
class DescribedMachine {
 public:
  // `environment` must outlive it.
  DescribedMachine(const Environment& environment, std::vector<std::string> roots)
      : environment_(environment), roots_(std::move(roots)), described_(open()) {
    if (described_ != nullptr) descriptions_ = described_->describe();
  }

  [[nodiscard]] Names names() const {
    return Names(nothing_read_, environment_.titles, descriptions_);
  }
  // None if the machine cannot be read.
  [[nodiscard]] std::vector<std::string> instances(std::string_view object);

 private:
  [[nodiscard]] std::unique_ptr<LocalSource> open() const;

  const Environment& environment_;
  std::vector<std::string> roots_;
  std::unique_ptr<LocalSource> described_;  // null: the machine cannot be read
  std::vector<const ObjectDescription*> descriptions_;
  std::unique_ptr<LocalSource> read_;  // null: not read yet
  Catalog nothing_read_;
};

std::unique_ptr<LocalSource> DescribedMachine::open() const {
  auto source =
      LocalSource::open(environment_.titles, {.roots = roots_,
                                              .kept_descriptors = 0,
                                              .collection_status = false,
                                              .providers = environment_.described_providers});
  return source.has_value() ? *std::move(source) : nullptr;
}

// No counter is read.
std::vector<std::string> DescribedMachine::instances(std::string_view object) {
  constexpr TitleIndex kNoCounter = 0;
  if (read_ == nullptr) read_ = open();
  if (read_ == nullptr) return {};
  const auto described = read_->describe();
  const auto found = std::ranges::find(described, object, &ObjectDescription::name);
  if (found == described.end()) return {};
  const TitleIndex index = (*found)->name_index;
  ObjectRequest request = ObjectRequest::nothing();
  request.add_counter(index, kNoCounter);
  Snapshot snapshot;
  if (!read_->read(request, snapshot).has_value()) return {};
  const Catalog catalog = catalog_of(snapshot, environment_.titles);
  return Names::Object{.defined = catalog.find(index)}.instance_names(Names::EqualNames::numbered);
}

}  // namespace

CompletionNames names_of_machine(const Environment& environment, std::vector<std::string> roots) {
  const auto machine = std::make_shared<DescribedMachine>(environment, std::move(roots));
  return {.owner = machine,
          .names = machine->names(),
          .instances = [machine](const Names::Object& object) {
            return machine->instances(object.name());
          }};
}

}  // namespace openperflib::apps
