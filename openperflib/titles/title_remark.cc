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
    {code_page_unfit, false,
     "{} is not text in the code page of its language: save the file as UTF-16, or as UTF-8 with a "
     "byte order mark"},
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
    {neutral_left_out, true, "texts in {} (neutral) are left out where 009 has its own"},
    {language_not_listed, true, "the language {} is not listed in [languages]"},
    {language_without_texts, true, "the language {} has no texts"},
    {symbol_without_name, true, "the symbol {} has no name in [text]"},
    {xml_not_well_formed, false, "this is not well-formed XML: {}"},
    {encoding_unknown, false, "the encoding {} is not supported"},
    {too_many_elements, false, "the file has more than {}"},
    {character_unknown, false, "{} does not stand for a character"},
    {prefix_undeclared, false, "the prefix of {} is not declared"},
    {root_unknown, false, "the root element is {}, neither instrumentationManifest nor assembly"},
    {namespace_wrong, false,
     "the element {} is not in the namespace http://schemas.microsoft.com/win/2005/12/counters"},
    {element_unknown, false, "the element {} is unknown"},
    {element_missing, false, "the element {} is missing"},
    {element_misplaced, false, "the element {} comes too late"},
    {text_misplaced, false, "{} stands where only elements may"},
    {attribute_unknown, false, "the attribute {} is unknown"},
    {attribute_missing, false, "the attribute {} is missing"},
    {attribute_missing_in_user_mode, false,
     "the attribute {} is missing, which a provider in user mode needs"},
    {attribute_missing_in_kernel_mode, false,
     "the attribute {} is missing, which a provider in kernel mode needs"},
    {attribute_missing_since_2_0, false,
     "the attribute {} is missing, which schema version 2.0 needs"},
    {attribute_before_2_0, false, "the attribute {} is not allowed before schema version 2.0"},
    {attribute_since_2_0, false, "the attribute {} is not allowed in schema version 2.0"},
    {attribute_empty, false, "the attribute {} is empty"},
    {guid_invalid, false, "{} is not a GUID, such as {ab8e1320-965a-4cf9-9c07-fe25378c2a23}"},
    {number_of_manifest_invalid, false,
     "{} is not a number: decimal, or 0x and one to eight digits, up to 4,294,967,295"},
    {symbol_invalid, false, "{} is not a symbol of C"},
    {uri_invalid, false, "{} is not a URI"},
    {scale_invalid, false, "the scale {} is not a whole number from -10 to 10"},
    {set_name_too_long, false, "the name {} is longer than 1,023 characters"},
    {schema_version_invalid, false, "the schema version {} is neither 1.1 nor 2.0"},
    {callback_invalid, false, "callback is {}, neither custom nor default"},
    {provider_type_invalid, false, "providerType is {}, neither userMode nor kernelMode"},
    {instances_invalid, false,
     "instances is {}, not single, multiple, globalAggregate, multipleAggregate or "
     "globalAggregateHistory"},
    {counter_type_invalid, false, "{} is not a type of counters, such as perf_counter_rawcount"},
    {detail_level_invalid, false, "detailLevel is {}, neither standard nor advanced"},
    {aggregate_invalid, false, "aggregate is {}, not sum, avg, min, max or undefined"},
    {attribute_name_invalid, false,
     "{} is not a counter attribute: reference, noDisplay, noDigitGrouping, displayAsHex or "
     "displayAsReal"},
    {provider_guid_shared, false, "another provider has the GUID {}"},
    {set_guid_shared, false, "another counter set has the GUID {}"},
    {set_uri_shared, false, "another counter set has the URI {}"},
    {set_name_shared, false, "another counter set has the name {}"},
    {set_symbol_shared, false, "another counter set has the symbol {}"},
    {counter_symbol_shared, false, "another counter has the symbol {}"},
    {counter_id_shared, false, "another counter of the set has the id {}"},
    {counter_name_shared, false, "another counter of the set has the name {}"},
    {struct_name_shared, false, "another struct of the set has the name {}"},
    {too_many_counters, false, "the counter set has more than {} counters"},
    {reference_missing, false, "a counter of this type needs {}"},
    {reference_undefined, false, "{} is not the id of a counter of the set"},
    {base_type_wrong, false, "baseID is not the id of a counter of the type {}"},
    {clock_type_wrong, false,
     "{} is not the id of a counter of the type perf_counter_large_rawcount"},
    {multiplier_type_wrong, false,
     "{} is not the id of a counter of the type perf_counter_rawcount"},
    {hidden_counter_displayed, false, "{} has no meaning together with noDisplay"},
    {schema_version_other, true,
     "the schema version {} is neither 1.1 nor 2.0, and is read as the nearest of them"},
    {description_missing, true, "the attribute {} is missing: no text explains what this is"},
    {counter_uri_shared, true, "another counter has the URI {}"},
    {struct_undefined, true, "the struct {} is not one of those of the set"},
    {no_counter_sets, true, "the provider {} has no counter sets"},
    {identity_has_folder, true, "applicationIdentity {} has a folder, not only the name of a file"},
    {reference_unused, true, "{} has no meaning for a counter of this type"},
    {clocks_differ, true,
     "{} differs from the earlier one; version 1 readers support only one clock per set"},
    {aggregate_unused, true, "aggregate has no meaning where instances is {}"},
    {display_combined, true, "{} has no meaning together with displayAsHex"},
    {type_without_number, true, "the type {} has no published number: the counter has no values"},
    {statement_unknown, false, "{} is neither STRINGTABLE nor LANGUAGE"},
    {table_not_opened, false, "STRINGTABLE is not followed by BEGIN or {, but by {}"},
    {table_not_closed, false, "STRINGTABLE has no END or } at its end"},
    {string_id_invalid, false, "{} is not the id of a string: a number up to 4,294,967,295"},
    {string_missing, false, "the id {} is not followed by a string"},
    {string_not_closed, false, "the string {} has no \" at its end"},
    {code_page_unknown, false, "the code page {} is not supported; 65001 is UTF-8"},
    {no_language_names, false,
     "the file has no names of another language with their English names: it is neither a file of "
     "lodctr /S, nor exported Counter values of Perflib, nor a table with English names"},
});
static_assert(std::ranges::is_sorted(kRules, {}, &RuleText::rule) &&
              kRules.size() == static_cast<std::size_t>(kLastTitleRule) + 1);

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
