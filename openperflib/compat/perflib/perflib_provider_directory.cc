#include "openperflib/compat/perflib/perflib_provider_directory_internal.h"

namespace openperflib::compat {

constexpr auto kRelaxed = std::memory_order_relaxed;

constinit InstanceDirectory InstanceDirectory::process_;

const InstanceDirectory::Entry* InstanceDirectory::find(const void* block) const noexcept {
  if (block == nullptr) return nullptr;
  const Entry* entry = home(block);
  for (const Entry* const end = entry + kMostProbes; entry != end; ++entry) {
    const void* const known = entry->block.load(std::memory_order_acquire);
    if (known == block) return entry;
    if (known == nullptr) return nullptr;
  }
  return nullptr;
}

std::size_t InstanceDirectory::size() const noexcept {
  return std::size_t{1} << (kHashBits - shift_.load(kRelaxed));
}

InstanceDirectory::Entry* InstanceDirectory::entry_of(const void* block) const noexcept {
  Entry* const home = entries_.load(kRelaxed) + (hash(block) >> shift_.load(kRelaxed));
  for (std::size_t i = 0; i < kMostProbes; ++i) {
    if (home[i].block.load(kRelaxed) == block) return home + i;
  }
  return nullptr;
}

KnownInstance InstanceDirectory::search(const void* block) {
  const std::lock_guard lock(mutex_);
  if (block == nullptr || block == nobody()) return {};
  const Entry* const entry = entry_of(block);
  if (entry == nullptr) return {};
  return {entry->owner.load(kRelaxed), entry->places.load(kRelaxed),
          entry->instance.load(kRelaxed)};
}

// The block is written last: a thread that sees it sees the rest.
bool InstanceDirectory::put(Entry* home, const void* nobody, const void* block,
                            const KnownInstance& known) noexcept {
  for (std::size_t i = 0; i < kMostProbes; ++i) {
    const void* const there = home[i].block.load(kRelaxed);
    if (there != nullptr && there != nobody) continue;
    home[i].owner.store(known.owner, kRelaxed);
    home[i].places.store(known.places, kRelaxed);
    home[i].instance.store(known.instance, kRelaxed);
    home[i].block.store(block, std::memory_order_release);
    return true;
  }
  return false;
}

void InstanceDirectory::add(const void* block, const KnownInstance& known) {
  const std::lock_guard lock(mutex_);
  if (2 * (count_ + 1) > size()) grow();
  while (!put(entries_.load(kRelaxed) + (hash(block) >> shift_.load(kRelaxed)), nobody(), block,
              known)) {
    grow();
  }
  ++count_;
}

void InstanceDirectory::remove(const void* block) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = entry_of(block);
  if (entry == nullptr) return;
  entry->owner.store(nullptr, kRelaxed);
  entry->block.store(nobody(), std::memory_order_release);
  --count_;
}

bool InstanceDirectory::copy_to(Entry* entries, unsigned shift) const noexcept {
  const Entry* const all = entries_.load(kRelaxed);
  for (std::size_t i = 0; i < size() + kMostProbes; ++i) {
    const void* const block = all[i].block.load(kRelaxed);
    if (block == nullptr || block == nobody()) continue;
    const KnownInstance known{all[i].owner.load(kRelaxed), all[i].places.load(kRelaxed),
                              all[i].instance.load(kRelaxed)};
    if (!put(entries + (hash(block) >> shift), nobody(), block, known)) return false;
  }
  return true;
}

// The entries are published before the shift: who sees the new shift sees a table that is large
// enough for it, and the old shift fits both.
void InstanceDirectory::grow() {
  unsigned shift = shift_.load(kRelaxed);
  std::unique_ptr<Table> table;
  do {
    --shift;
    const std::size_t entries = (std::size_t{1} << (kHashBits - shift)) + kMostProbes;
    table = std::make_unique<Table>(entries, tables_);
  } while (!copy_to(table->entries.get(), shift));
  tables_ = table.release();
  entries_.store(tables_->entries.get(), std::memory_order_release);
  shift_.store(shift, std::memory_order_release);
}

}  // namespace openperflib::compat
