#include "openperflib/state/store/registration.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "openperflib/state/store/set_names_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Titles = std::span<const StoredTitle>;

// Returns the titles of one language, from titles that are sorted by language.
Titles in_language(Titles titles, LanguageId language) {
  const auto found = std::ranges::equal_range(titles, language, {}, &StoredTitle::language);
  return {found.begin(), found.end()};
}

// Returns the titles of a service, from titles of one language.
Titles in_range(Titles titles, const TitleRange& range) {
  const auto first = std::ranges::lower_bound(titles, range.first, {}, &StoredTitle::index);
  const auto last = std::ranges::upper_bound(titles, range.last, {}, &StoredTitle::index);
  return {first, last};
}

void append(std::vector<Title>& to, Titles titles) {
  for (const StoredTitle& title : titles) {
    if (!title.name.empty()) to.push_back({title.index, title.name});
    if (!title.help.empty()) to.push_back({title.index + 1, title.help});
  }
}

// The languages of a store, ascending.
std::vector<LanguageId> languages_of(Titles titles) {
  std::vector<LanguageId> languages;
  for (const StoredTitle& title : titles) {
    if (languages.empty() || languages.back() != title.language) {
      languages.push_back(title.language);
    }
  }
  return languages;
}

// The texts that stand for a service in English: of the first language that it has.
Titles stand_in(const StoreContent& store, const std::vector<LanguageId>& languages,
                const TitleRange& range) {
  for (const LanguageId language : languages) {
    const Titles found = in_range(in_language(store.titles, language), range);
    if (!found.empty()) return found;
  }
  return {};
}

// The ranges of the services and sets that have titles, ascending, as titles are wanted.
std::vector<TitleRange> ranges_of(const StoreContent& store) {
  std::vector<TitleRange> ranges;
  for (const RegisteredService& service : store.services) {
    if (service.installation != 0) ranges.push_back(service.range);
  }
  for (const RegisteredSet& set : store.sets) ranges.push_back(set.range);
  std::ranges::sort(ranges, {}, &TitleRange::first);
  return ranges;
}

void append_english(std::vector<Title>& english, const StoreContent& store) {
  const Titles stored = in_language(store.titles, kEnglish);
  english.reserve(english.size() + 2 * stored.size());
  const auto languages = languages_of(store.titles);
  for (const TitleRange& range : ranges_of(store)) {
    const Titles own = in_range(stored, range);
    append(english, own.empty() ? stand_in(store, languages, range) : own);
  }
}

RegisteredLanguage& language_of(std::vector<RegisteredLanguage>& languages, LanguageId language) {
  auto place = std::ranges::lower_bound(languages, language, {}, &RegisteredLanguage::language);
  if (place == languages.end() || place->language != language) {
    place = languages.insert(place, {language, {}});
  }
  return *place;
}

// In the order of the stores: the system's indices are below those of users.
void append_languages(std::vector<RegisteredLanguage>& languages, const StoreContent& store) {
  for (const LanguageId language : languages_of(store.titles)) {
    if (language == kEnglish) continue;
    append(language_of(languages, language).titles, in_language(store.titles, language));
  }
}

// Adds services that do not exist yet.
void append_services(std::vector<RegisteredService>& services, const StoreContent& store) {
  const auto key = [](const RegisteredService& service) { return folded(service.name); };
  std::vector<RegisteredService> added;
  for (const RegisteredService& service : store.services) {
    if (!std::ranges::binary_search(services, folded(service.name), {}, key)) {
      added.push_back(service);
    }
  }
  std::ranges::move(added, std::back_inserter(services));
  std::ranges::sort(services, {}, key);
}

// Adds values that do not exist yet.
void append_values(std::vector<RegisteredValue>& values, const StoreContent& store) {
  for (const RegisteredValue& value : store.perflib) {
    const bool is_there = std::ranges::any_of(values, [&](const RegisteredValue& one) {
      return equal_ignoring_case(one.name, value.name);
    });
    if (!is_there) values.push_back(value);
  }
}

// Adds those whose GUIDs do not exist yet.
template <typename Item>
void append_by_guid(std::vector<Item>& all, const std::vector<Item>& added) {
  const std::size_t known = all.size();
  for (const Item& one : added) {
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(known);
    if (!std::ranges::binary_search(all.begin(), end, one.guid, {}, &Item::guid)) {
      all.push_back(one);
    }
  }
}

template <typename Item>
const Item* with_guid(const std::vector<Item>& all, const Guid& guid) noexcept {
  const auto found = std::ranges::lower_bound(all, guid, {}, &Item::guid);
  return found == all.end() || found->guid != guid ? nullptr : &*found;
}

std::string_view text_at(const std::vector<Title>& titles, TitleIndex index) noexcept {
  const auto found = std::ranges::lower_bound(titles, index, {}, &Title::index);
  return found == titles.end() || found->index != index ? std::string_view() : found->text;
}

}  // namespace

Registration::Registration(const TitleTable& fixed, Content content)
    : fixed_(fixed), content_(std::move(content)) {}

std::span<const RegisteredService> Registration::services() const noexcept {
  return content_.services;
}

const RegisteredService* Registration::find(std::string_view service) const noexcept {
  const auto found = std::ranges::find_if(content_.services, [&](const RegisteredService& one) {
    return equal_ignoring_case(one.name, service);
  });
  return found == content_.services.end() ? nullptr : &*found;
}

std::span<const RegisteredValue> Registration::perflib_values() const noexcept {
  return content_.perflib;
}

std::optional<std::uint32_t> Registration::perflib_number(std::string_view name) const noexcept {
  const auto found = std::ranges::find_if(content_.perflib, [&](const RegisteredValue& one) {
    return equal_ignoring_case(one.name, name);
  });
  return found == content_.perflib.end() ? std::nullopt : number_of(*found);
}

std::span<const RegisteredProvider> Registration::providers() const noexcept {
  return content_.providers;
}

std::span<const RegisteredSet> Registration::sets() const noexcept { return content_.sets; }

const RegisteredProvider* Registration::find_provider(const Guid& provider) const noexcept {
  return with_guid(content_.providers, provider);
}

const RegisteredSet* Registration::find_set(const Guid& set) const noexcept {
  return with_guid(content_.sets, set);
}

std::string_view Registration::title(TitleIndex index) const noexcept {
  return text_at(content_.english, index);
}

std::string_view Registration::title(TitleIndex index, LanguageId language) const noexcept {
  if (language == kEnglish) return title(index);
  const auto found = std::ranges::find(content_.languages, language, &RegisteredLanguage::language);
  return found == content_.languages.end() ? std::string_view() : text_at(found->titles, index);
}

std::span<const Title> Registration::english() const noexcept { return content_.english; }

const std::shared_ptr<const TitleSet>& Registration::titles() const {
  std::call_once(has_titles_, [this] {
    titles_ = std::make_shared<const TitleSet>(fixed_, content_.english, content_.generation);
  });
  return titles_;
}

std::span<const RegisteredLanguage> Registration::languages() const noexcept {
  return content_.languages;
}

std::uint64_t Registration::generation() const noexcept { return content_.generation; }

std::shared_ptr<const Registration> registration_of(const TitleTable& fixed,
                                                    std::span<const StoreContent> stores,
                                                    std::shared_ptr<const StringPool> texts,
                                                    std::uint64_t generation) {
  Registration::Content content;
  for (const StoreContent& store : stores) {
    append_services(content.services, store);
    append_values(content.perflib, store);
    append_by_guid(content.providers, store.providers);
    append_by_guid(content.sets, store.sets);
    append_english(content.english, store);
    append_languages(content.languages, store);
  }
  if (!std::ranges::is_sorted(content.english, {}, &Title::index)) {
    std::ranges::stable_sort(content.english, {}, &Title::index);
  }
  std::ranges::sort(content.providers, {}, &RegisteredProvider::guid);
  std::ranges::sort(content.sets, {}, &RegisteredSet::guid);
  name_sets(fixed, content.services, content.sets, content.english);
  content.texts = std::move(texts);
  content.generation = generation;
  return std::make_shared<const Registration>(fixed, std::move(content));
}

}  // namespace openperflib
