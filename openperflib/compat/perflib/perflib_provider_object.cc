#include <algorithm>
#include <new>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/compat/perflib/perflib_provider_callback_internal.h"
#include "openperflib/compat/perflib/perflib_provider_directory_internal.h"
#include "openperflib/compat/perflib/perflib_provider_object_internal.h"

namespace openperflib::compat {
namespace {

using Failure = std::unexpected<DWORD>;

DWORD code_of_set_fault(CounterSetFault fault) noexcept {
  switch (fault) {
    case CounterSetFault::set_exists:
    case CounterSetFault::instance_exists:
      return ERROR_ALREADY_EXISTS;
    case CounterSetFault::not_found:
      return ERROR_NOT_FOUND;
    case CounterSetFault::no_memory:
    case CounterSetFault::too_large:
      return ERROR_NOT_ENOUGH_MEMORY;
    default:
      return ERROR_INVALID_PARAMETER;
  }
}

// The program's function need not align what it gives.
InstancePointer make_instance(const ProviderMemory& memory) {
  std::size_t room = sizeof(ProvidedInstance) + alignof(ProvidedInstance) - 1;
  void* const start = memory.take(room);
  if (start == nullptr) return nullptr;
  void* place = start;
  place = std::align(alignof(ProvidedInstance), sizeof(ProvidedInstance), place, room);
  return {new (place) ProvidedInstance, InstanceDeleter{memory, start}};
}

// It is aligned to 8 bytes, and its layout is that of the structure (segment.md).
PERF_COUNTERSET_INSTANCE* block_of(const PublishedInstance& instance) noexcept {
  void* const bytes = instance.block.data();
  return static_cast<PERF_COUNTERSET_INSTANCE*>(bytes);
}

// Takes an instance back that was not finished.
class UnfinishedInstance {
 public:
  UnfinishedInstance(Publisher& publisher, const ProvidedInstance& instance) noexcept
      : publisher_(publisher), instance_(&instance) {}
  UnfinishedInstance(const UnfinishedInstance&) = delete;
  UnfinishedInstance& operator=(const UnfinishedInstance&) = delete;
  ~UnfinishedInstance() {
    if (instance_ == nullptr) return;
    InstanceDirectory::of_process().remove(instance_->block);
    publisher_.remove_instance(*instance_->set->published, instance_->published);
  }
  void finish() noexcept { instance_ = nullptr; }

 private:
  Publisher& publisher_;
  const ProvidedInstance* instance_;  // null: it is finished
};

}  // namespace

void InstanceDeleter::operator()(ProvidedInstance* instance) const {
  std::destroy_at(instance);
  memory.give_back(start);
}

PerflibProvider::PerflibProvider(Publisher& publisher, ProviderOptions options)
    : publisher_(publisher), options_(std::move(options)) {}

PerflibProvider::Result<void> PerflibProvider::describe(CounterSetTemplate set) {
  const std::lock_guard lock(mutex_);
  if (!is_open_) return Failure(ERROR_INVALID_HANDLE);
  if (sets_.contains(set.set)) return Failure(ERROR_ALREADY_EXISTS);
  set.provider = options_.provider;
  std::map<Guid, ProvidedSet> made;  // what needs memory comes before what others see
  ProvidedSet& provided = made.try_emplace(set.set, set).first->second;
  const auto published =
      publisher_.add(std::move(set), SameSet::allowed, control_callback(options_.callback));
  if (!published.has_value()) return Failure(code_of_set_fault(published.error()));
  provided.published = *published;
  sets_.merge(made);
  return {};
}

PerflibProvider::Result<ProvidedSet*> PerflibProvider::find(const Guid& set) {
  if (!is_open_) return Failure(ERROR_INVALID_HANDLE);
  const auto found = sets_.find(set);
  if (found == sets_.end()) return Failure(ERROR_NOT_FOUND);
  return &found->second;
}

PerflibProvider::Result<void> PerflibProvider::check_new(const Guid& set_guid,
                                                         const InstanceName& name) {
  const std::lock_guard lock(mutex_);
  const ProvidedSet* const set = OPENPERFLIB_TRY(find(set_guid));
  const auto checked = check_instance_name(set->published->set(), name.text);
  if (!checked.has_value()) return Failure(code_of_set_fault(checked.error()));
  return {};
}

// The program's memory function is called between two locks; the set may be gone after it.
PerflibProvider::Result<PerflibProvider::Block> PerflibProvider::create(HANDLE self,
                                                                        const Guid& set_guid,
                                                                        const InstanceName& name) {
  OPENPERFLIB_TRY(check_new(set_guid, name));
  InstancePointer instance = make_instance(options_.memory);
  if (instance == nullptr) return Failure(ERROR_NOT_ENOUGH_MEMORY);
  const std::lock_guard lock(mutex_);
  ProvidedSet* const set = OPENPERFLIB_TRY(find(set_guid));
  auto published = publisher_.add_instance(*set->published, name.text, name.id);
  if (!published.has_value()) return Failure(code_of_set_fault(published.error()));
  PERF_COUNTERSET_INSTANCE* const block = block_of(*published);
  *instance = {.set = set, .published = *std::move(published), .block = block};
  UnfinishedInstance unfinished(publisher_, *instance);
  InstanceDirectory::of_process().add(
      block, {.owner = self, .places = set->places.words(), .instance = instance.get()});
  InstancePointer& place =
      set->instances[{.text = instance->published.name, .id = instance->published.id}];
  place = std::move(instance);
  unfinished.finish();
  return block;
}

PerflibProvider::Result<PerflibProvider::Block> PerflibProvider::query(const Guid& set_guid,
                                                                       const InstanceName& name) {
  const std::lock_guard lock(mutex_);
  const ProvidedSet* const set = OPENPERFLIB_TRY(find(set_guid));
  const auto found = set->instances.find(name);
  if (found == set->instances.end()) return Failure(ERROR_NOT_FOUND);
  return found->second->block;
}

PerflibProvider::Result<ProvidedInstance*> PerflibProvider::find(HANDLE self, Block block) {
  if (!is_open_) return Failure(ERROR_INVALID_HANDLE);
  const KnownInstance known = InstanceDirectory::of_process().search(block);
  if (known.owner != self) return Failure(ERROR_INVALID_PARAMETER);
  return known.instance;
}

PerflibProvider::Result<void> PerflibProvider::remove(HANDLE self, Block block) {
  InstancePointer instance;  // destroyed when the mutex is free
  const std::lock_guard lock(mutex_);
  const ProvidedInstance& known = *OPENPERFLIB_TRY(find(self, block));
  ProvidedSet& set = *known.set;
  const PublishedInstance& published = known.published;
  InstanceDirectory::of_process().remove(block);
  publisher_.remove_instance(*set.published, published);
  instance = std::move(set.instances.extract({published.name, published.id}).mapped());
  return {};
}

PerflibProvider::Result<void> PerflibProvider::refer(HANDLE self, Block block, ULONG counter,
                                                     const void* address) {
  const std::lock_guard lock(mutex_);
  const ProvidedInstance& instance = *OPENPERFLIB_TRY(find(self, block));
  const auto place = CounterPlaces::find_in(instance.set->places.words(), counter);
  if (place.kind() == PlaceKind::unknown) return Failure(ERROR_NOT_FOUND);
  if (place.kind() != PlaceKind::reference) return Failure(ERROR_INVALID_PARAMETER);
  const auto done = publisher_.set_reference(*instance.set->published, instance.published,
                                             place.position(), address);
  if (!done.has_value()) return Failure(code_of_set_fault(done.error()));
  return {};
}

bool PerflibProvider::is_in_callback() {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(
      sets_, [&](const auto& set) { return publisher_.is_in_callback(*set.second.published); });
}

// A callback that is waited for may itself call functions of this provider: they need the mutex.
void PerflibProvider::withdraw() {
  std::unique_lock lock(mutex_);
  is_open_ = false;
  const std::map<Guid, ProvidedSet> sets = std::exchange(sets_, {});
  for (const auto& [guid, set] : sets) {
    for (const auto& [name, instance] : set.instances) {
      InstanceDirectory::of_process().remove(instance->block);
    }
  }
  lock.unlock();
  for (const auto& [guid, set] : sets) (void)publisher_.remove(set.published);
}

}  // namespace openperflib::compat
