// ShopMachine: this machine with a ScriptedProvider, for tests of PDH.
#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "openperflib/machine/local_source.h"
#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/testing/providers/scripted_provider.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

inline constexpr const char* kSeats = "\\Web Shop(North)\\Seats";  // one of its counters

// Resource: all sources that it opens are one machine, whose shops follow one script. Any number of
// threads may read them.
class ShopMachine {
 public:
  ShopMachine() {
    LocalSourceOptions options;
    options.providers = [this] {
      auto shops = std::make_unique<ScriptedProvider>();
      shops_ = shops.get();
      std::vector<std::unique_ptr<Provider>> all;
      all.push_back(std::move(shops));
      return all;
    };
    source_ = LocalSource::open(fixed_titles(), options).value();
  }

  // What the shops do next; valid as long as this. Not to be changed while a thread reads.
  [[nodiscard]] ScriptedProvider::Script& script() { return shops_->script(); }
  // Calls to read() of all sources so far.
  [[nodiscard]] int reads() const { return reads_; }
  // The machine is called SHOP by those who are asked for paths; it outlives them.
  [[nodiscard]] PdhMachine machine() {
    return {.open = [this]() -> std::unique_ptr<Source> { return std::make_unique<Lent>(*this); },
            .name = "SHOP",
            .fixed = fixed_titles()};
  }

 private:
  // View: a source that forwards to the machine, one caller at a time.
  class Lent final : public Source {
   public:
    explicit Lent(ShopMachine& shop) : shop_(shop) {}
    [[nodiscard]] std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                              Deadline deadline,
                                                              Snapshot& into) override {
      const std::lock_guard lock(shop_.mutex_);
      ++shop_.reads_;
      return shop_.source_->read(request, deadline, into);
    }
    [[nodiscard]] bool is_live() const noexcept override { return true; }  // always
    [[nodiscard]] std::shared_ptr<const TitleSet> titles() override {
      const std::lock_guard lock(shop_.mutex_);
      return shop_.source_->titles();
    }

   private:
    ShopMachine& shop_;
  };

  std::mutex mutex_;
  ScriptedProvider* shops_ = nullptr;
  std::unique_ptr<LocalSource> source_;
  int reads_ = 0;
};

}  // namespace openperflib
