#include "openperflib/titles/title_remark.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/remark_list_internal.h"

namespace openperflib {
namespace {

using enum TitleRule;

constexpr std::size_t kSubjectColumns = 80;
constexpr std::size_t kSubjectBytes = 1024;  // what is cut to columns; more is not even decoded
constexpr std::string_view kSubject = "{}";

struct RuleText {
  TitleRule rule;
  bool is_note;
  std::string_view text;  // {}: the subject
};

// In the order of TitleRule.
constexpr auto kRules = std::to_array<RuleText>({
    {file_too_large, false, "the file is larger than {}"},
    {too_many_mistakes, false, "there are more mistakes, which are not listed"},
    {section_not_closed, false, "the section {} has no ] at its end"},
    {before_first_section, false, "{} stands before the first section"},
    {no_equals_sign, false, "{} has no ="},
    {given_twice, false, "{} is given twice"},
    {undecodable, false, "{} has bytes that cannot be decoded"},
    {control_character, false, "{} has a tab or another control character"},
    {language_invalid, false, "{} is not a language: three hexadecimal digits, such as 009"},
    {driver_name_missing, false, "drivername is missing from [info]"},
    {driver_name_invalid, false,
     "drivername {} is not the name of a service: 1 to 256 characters without \\ and /"},
    {symbol_file_missing, false, "symbolfile is missing from [info]"},
    {symbol_file_invalid, false, "symbolfile {} is not the name of a file beside the .ini"},
    {text_key_invalid, false, "{} is neither SYMBOL_LANGUAGE_NAME nor SYMBOL_LANGUAGE_HELP"},
    {object_key_invalid, false, "{} is not SYMBOL_LANGUAGE_NAME"},
    {name_empty, false, "the name {} is empty"},
    {name_too_long, false, "the name {} is longer than 4,096 characters"},
    {no_names, false, "[text] has no names"},
    {comment_not_closed, false, "the comment has no end"},
    {number_invalid, false, "the symbol {} is not defined as a number"},
    {number_odd, false, "the number of the symbol {} is odd"},
    {number_too_large, false, "the number of the symbol {} is larger than 1,048,576"},
    {number_shared, false, "the symbols {} have texts, but the same number"},
    {symbol_redefined, false, "the symbol {} is defined twice, differently"},
    {symbol_undefined, false, "the symbol {} is not defined in the symbol header"},
    {name_missing, false, "{} is missing from [text]"},
    {object_without_name, false, "the object {} has no name in [text]"},
    {value_missing, false, "{} is missing"},
    {value_not_a_number, false, "{} is not a number"},
    {index_invalid, false, "{} is not the index of a text"},
    {service_invalid, false,
     "{} is not the name of a service: 1 to 256 characters without \\ and /"},
    {range_invalid, false, "the last number of {} is lower than the first"},
    {section_unknown, true, "the section [{}] is unknown and ignored"},
    {key_unknown, true, "the key {} is unknown and ignored"},
    {no_objects, true, "[objects] names no object, so that every query calls the module"},
    {no_english, true, "there are no texts in 009 (English): those in {} stand in"},
    {language_not_listed, true, "the language {} is not listed in [languages]"},
    {language_without_texts, true, "the language {} has no texts"},
    {symbol_without_name, true, "the symbol {} has no name in [text]"},
});
static_assert(std::ranges::is_sorted(kRules, {}, &RuleText::rule) &&
              kRules.size() == static_cast<std::size_t>(symbol_without_name) + 1);

const RuleText& row_of(TitleRule rule) noexcept { return kRules[static_cast<std::size_t>(rule)]; }

std::string shown(std::string_view subject) {
  const Utf8Text valid = valid_utf8(subject.substr(0, kSubjectBytes));
  return cut_to_width(printable(valid.text), kSubjectColumns);
}

}  // namespace

bool is_note(TitleRule rule) noexcept { return row_of(rule).is_note; }

bool has_mistakes(const TitleRemarks& remarks) noexcept {
  return !std::ranges::all_of(remarks, is_note, &TitleRemark::rule);
}

std::string describe(const TitleRemark& remark) {
  std::string text(row_of(remark.rule).text);
  if (const auto at = text.find(kSubject); at != text.npos) {
    text.replace(at, kSubject.size(), remark.subject);
  }
  return text;
}

void RemarkList::add(std::size_t line, TitleRule rule, std::string_view subject) {
  if (is_full()) return;
  if (remarks_.size() == kMostRemarks) {
    remarks_.push_back({file_, line, too_many_mistakes});
    return;
  }
  remarks_.push_back({file_, line, rule, shown(subject)});
}

TitleRemarks RemarkList::take() noexcept { return std::exchange(remarks_, {}); }

}  // namespace openperflib
