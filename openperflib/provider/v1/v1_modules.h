// V1Modules: the provider of the objects that performance modules publish (Open, Collect, Close).
//
// Resource: owns a V1Host for each registered service, which starts when its objects are first
// asked for. One thread at a time. Errors: a module that fails loses its own objects, which the
// report names.
// Source: docs/guide-v1.md; docs/adr/0021-modules-run-in-hosts.md.
#pragma once

#include <poll.h>

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/provider/provider.h"
#include "openperflib/provider/v1/module_keys.h"
#include "openperflib/provider/v1/module_objects.h"
#include "openperflib/provider/v1/v1_host.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// What the caller passes in.
struct V1Options {
  StoreFolders folders = {};
  // The store of these folders, which a provider that begins before this one reads at each
  // collection; null: one of its own.
  std::shared_ptr<TitleStore> store = {};
  ModulePlaces places = {};
  // none: the objects are described, and no collection has them.
  enum class Hosts : std::uint8_t { started, none };
  Hosts hosts = Hosts::started;
  // How many hosts may run at once, at least 1. Beyond that, those that were used longest ago are
  // closed, and a request that concerns more modules asks them in turns.
  std::size_t most_hosts = std::numeric_limits<std::size_t>::max();
  // For tests: makes hosts, and tells the time. Empty: processes, and the steady clock.
  StartHost start = {};
  std::function<HostClock::time_point()> now = {};
};

// Has a module for each registered service with titles.
class V1Modules final : public Provider {
 public:
  // The texts of `fixed` must live as long as this.
  V1Modules(const TitleTable& fixed, V1Options options);
  ~V1Modules() override;

  [[nodiscard]] std::string_view name() const noexcept override { return "modules"; }
  [[nodiscard]] std::span<const ObjectDescription> describe() const noexcept override;
  // Says of each module what its last request lacks, or what confines its host.
  [[nodiscard]] std::vector<ServiceState> services() const override;
  // Changes with the registration, and when an answer tells something new about objects.
  [[nodiscard]] std::uint64_t generation() const noexcept override { return generation_; }
  // Reads the store again, and sends the request to all hosts that it concerns.
  void begin(const CollectTask& task) override;
  // Waits for the answers, at most until the deadline of begin(). Never fails as a whole.
  [[nodiscard]] std::expected<void, ProviderFault> collect(const CollectTask& task,
                                                           DataBlockBuilder& builder,
                                                           ProviderReport& report) override;
  // In a forked child: lets go of all processes.
  void forget() noexcept override;

 private:
  // A service and its host.
  struct Module {
    RegisteredService service;
    std::unique_ptr<V1Host> host;
    std::uint64_t number = 0;   // of the host: each has another one
    bool has_list = false;      // the service has an Object List
    std::uint64_t used = 0;     // the last collection that asked for it
    bool is_asked = false;      // by this collection
    bool is_waiting = false;    // asked, but there was no room for its host yet
    bool was_disabled = false;  // it was tried to disable the service in its store
  };
  // What modules are asked, made once for a request.
  struct Question {
    ObjectRequest request;
    HostCollect values;
    HostCollect definitions;  // to modules that support metadata
  };
  // Makes hosts for new and changed services. A host whose service stays as it was goes on.
  void follow_store();
  // Makes a host, whose process starts with the first request.
  [[nodiscard]] std::unique_ptr<V1Host> make_host(const RegisteredService& service);
  // Makes question_, unless it is that of the same request already.
  void follow_request(const ObjectRequest& request);
  // Whether the request may name an object of the module.
  [[nodiscard]] bool is_concerned(const Module& module) const;
  // Asks the modules that wait, as far as their hosts run already or have room.
  void send_requests();
  // Asks one module, whose host starts if it does not run.
  void send_request(Module& module);
  // Whether one more host may run; closes another one for it.
  [[nodiscard]] bool makes_room();
  [[nodiscard]] bool is_over() const;
  void wait_for_answers();
  // Fills waiting_. Returns when the first of the waits is over.
  [[nodiscard]] HostClock::time_point list_awaited();
  // Puts what one module answered into the block, or what it lacks into the report.
  void take(Module& module, const ObjectRequest& request, DataBlockBuilder& builder,
            ProviderReport& report);
  // Appends the objects of an answer to the block, and the keys of their instances to the report.
  void append(const Module& module, const std::vector<AnsweredObject>& objects,
              DataBlockBuilder& builder, ProviderReport& report);
  // Reports the requested objects of the module as absent, but those that it returned.
  void report_absent(const Module& module, const ObjectRequest& request, const ModuleLack& lack,
                     ProviderReport& report) const;
  // Disables the service in its store, if this process may write it. Tried once.
  void disable(Module& module);
  // The time of V1Options::now, or of the steady clock.
  [[nodiscard]] HostClock::time_point now() const;

  V1Options options_;
  std::optional<HostClock::time_point> limit_;  // of the collection that was begun
  std::shared_ptr<TitleStore> store_;
  std::shared_ptr<const Registration> registration_;
  std::vector<Module> modules_;  // by name
  std::optional<Question> question_;
  std::vector<pollfd> waiting_;
  ModuleObjects objects_;
  ModuleKeys keys_;
  std::uint64_t hosts_made_ = 0;
  std::uint64_t collections_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace openperflib
