#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <functional>
#include <iterator>

#include "openperflib/base/source_fault.h"
#include "openperflib/linux/table/object_table_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kFixedReasons = 4;
constexpr std::size_t kFirstSlots = 64;  // a power of two

const char* text_of(Errc error) noexcept {
  return error == Errc::out_of_range ? "is out of range" : "is not a number";
}

// Whether a path is that of a process or thread, which may end at any time: proc/4711/io.
bool is_of_process(std::string_view path) noexcept {
  if (path.starts_with('/')) path.remove_prefix(1);
  constexpr std::string_view kProc = "proc/";
  return path.starts_with(kProc) && path.size() > kProc.size() && path[kProc.size()] >= '0' &&
         path[kProc.size()] <= '9';
}

MissingReason code_of(int errno_value, std::string_view path) noexcept {
  switch (errno_value) {
    case EACCES:
    case EPERM:
      return MissingReason::no_permission;
    case ESRCH:
      return MissingReason::disappeared;
    case ENOENT:
      return is_of_process(path) ? MissingReason::disappeared : MissingReason::not_on_this_machine;
    case ENOTDIR:
    case ENODEV:
    case ENXIO:
    case EOPNOTSUPP:
      return MissingReason::not_on_this_machine;
    default:
      return MissingReason::unreadable;
  }
}

}  // namespace

Reasons::Reasons() : slots_(kFirstSlots, kPresent) {
  [[maybe_unused]] const ReasonId not_collected = add("not collected");
  [[maybe_unused]] const ReasonId not_asked = add("not asked for", MissingReason::not_requested);
  [[maybe_unused]] const ReasonId first = add("first collection", MissingReason::first_collection);
  [[maybe_unused]] const ReasonId too_large =
      add("a sum above 2^64-1", MissingReason::out_of_range);
  assert(not_collected == kNotCollected && not_asked == kNotAskedFor && first == kFirstCollection &&
         too_large == kSumTooLarge);
}

void Reasons::clear() {
  if (entries_.size() == kFixedReasons) return;
  entries_.resize(kFixedReasons);
  texts_.resize(entries_.back().begin + entries_.back().length);
  std::ranges::fill(slots_, kPresent);
  for (ReasonId id = 1; id <= kFixedReasons; ++id) slots_[slot_of(text(id))] = id;
}

// The slot that holds `wanted`, or the free slot for it.
std::size_t Reasons::slot_of(std::string_view wanted) const noexcept {
  std::size_t slot = std::hash<std::string_view>{}(wanted) & (slots_.size() - 1);
  while (slots_[slot] != kPresent && text(slots_[slot]) != wanted) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void Reasons::grow_slots() {
  slots_.assign(slots_.size() * 2, kPresent);
  for (ReasonId id = 1; id <= entries_.size(); ++id) slots_[slot_of(text(id))] = id;
}

// Turns the text appended at `begin` into a reason, or removes it again if it is already known.
ReasonId Reasons::intern(std::size_t begin, MissingReason code) {
  const std::string_view appended = std::string_view(texts_).substr(begin);
  const std::size_t slot = slot_of(appended);
  if (slots_[slot] != kPresent) {
    texts_.resize(begin);
    return slots_[slot];
  }
  entries_.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(appended.size()), code});
  const auto id = static_cast<ReasonId>(entries_.size());
  slots_[slot] = id;
  if (entries_.size() * 2 > slots_.size()) grow_slots();
  return id;
}

ReasonId Reasons::add(std::string_view text, MissingReason code) {
  const std::size_t begin = texts_.size();
  texts_ += text;
  return intern(begin, code);
}

// The system's error text, followed by a colon and a space.
std::string_view Reasons::errno_text(int errno_value) {
  for (const ErrnoText& met : errno_texts_) {
    if (met.errno_value == errno_value) return met.text;
  }
  errno_texts_.push_back({errno_value, describe(SourceFault{errno_value, "", std::nullopt})});
  return errno_texts_.back().text;
}

ReasonId Reasons::add_errno(int errno_value, std::string_view shown_path) {
  const std::size_t begin = texts_.size();
  texts_ += errno_text(errno_value);
  texts_ += shown_path;
  return intern(begin, code_of(errno_value, shown_path));
}

ReasonId Reasons::add_file_errno(int errno_value, std::string_view path) {
  const std::size_t begin = texts_.size();
  texts_ += errno_text(errno_value);
  texts_ += '/';
  texts_ += path;
  return intern(begin, code_of(errno_value, path));
}

ReasonId Reasons::add_bad_word(std::string_view path, std::string_view field, std::uint64_t offset,
                               Errc error) {
  const std::size_t begin = texts_.size();
  fmt::format_to(std::back_inserter(texts_), "/{}: {} at byte {}: {}", path, field, offset,
                 text_of(error));
  return intern(
      begin, error == Errc::out_of_range ? MissingReason::out_of_range : MissingReason::unreadable);
}

ReasonId Reasons::add_lacking(std::string_view path, std::string_view field) {
  const std::size_t begin = texts_.size();
  fmt::format_to(std::back_inserter(texts_), "/{} has no {}", path, field);
  return intern(begin, MissingReason::not_on_this_machine);
}

std::string_view Reasons::text(ReasonId id) const noexcept {
  if (id == kPresent) return {};
  const Entry& entry = entries_[id - 1];
  return std::string_view(texts_).substr(entry.begin, entry.length);
}

MissingReason Reasons::code(ReasonId id) const noexcept { return entries_[id - 1].code; }

}  // namespace openperflib::linux_objects
