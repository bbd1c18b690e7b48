// ProviderSet: all providers of one machine, which write one block together.
//
// Resource: owns the providers. One thread at a time.
// Errors:   none: a provider that fails loses its own objects, which the report then names.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "openperflib/provider/provider.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

// The order of the providers is that of their objects in a block.
class ProviderSet {
 public:
  // The texts of `fixed` must live as long as the set.
  explicit ProviderSet(const TitleTable& fixed);
  // Appends a provider: its objects follow those of the providers before it.
  void add(std::unique_ptr<Provider> provider);

  // What can be asked for: the fixed titles, and the names of all described objects and counters
  // that these lack. Another generation after a provider described other objects.
  [[nodiscard]] const std::shared_ptr<const TitleSet>& titles();
  // In the order of a block.
  [[nodiscard]] std::span<const std::unique_ptr<Provider>> providers() const noexcept {
    return providers_;
  }

  // Writes the requested objects, and those that they need, provider by provider. An object of the
  // request that a failed provider has is reported as absent, with the name of the provider.
  void collect(const CollectTask& task, DataBlockBuilder& builder, ProviderReport& report);
  // Calls forget() of all.
  void forget() noexcept;
  // The titles of the last collection's objects that the fixed table lacks, ascending by index;
  // valid until the next collection.
  [[nodiscard]] std::span<const Title> collected_titles() const noexcept { return collected_; }

 private:
  // The request with the objects that its objects need; gathers their titles, too.
  [[nodiscard]] const ObjectRequest& completed(const ObjectRequest& request);
  void add_needs(const ObjectDescription& object);
  // Reports the provider's requested objects as absent: "NAME: the fault".
  void report_absent(const Provider& provider, const ObjectRequest& request,
                     const ProviderFault& fault, ProviderReport& report);
  // Fills collected_ with the titles of the objects that `completed_` requests.
  void gather_collected();
  // Puts the titles of a provider's requested objects into `into`.
  void gather_titles(const Provider& provider, const ObjectRequest* request,
                     std::vector<Title>& into) const;
  // Changes whenever a provider is added or describes other objects.
  [[nodiscard]] std::uint64_t described_generation() const noexcept;

  const TitleTable& fixed_;
  std::vector<std::unique_ptr<Provider>> providers_;
  std::shared_ptr<const TitleSet> titles_;
  std::uint64_t titles_generation_ = 0;  // of the descriptions that titles_ was made of
  std::vector<Title> collected_;
  ObjectRequest asked_;      // the last request
  ObjectRequest completed_;  // what was collected for it
  std::uint64_t completed_generation_ = ~std::uint64_t{0};
};

}  // namespace openperflib
