// For each rule of manifests one line that breaks it, in the example that is otherwise without
// mistakes; for the tests of all that read manifests.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/titles/manifest/manifest_example.h"
#include "openperflib/titles/title_rule.h"

namespace openperflib {

// Value: a mistake, as a change to one line of kManifestExample.
struct ManifestMistake {
  TitleRule rule;
  std::string_view line;         // the line of the example
  std::string_view replacement;  // what stands there instead
  std::string_view text;         // what is said about it
  std::string_view at = {};      // the line it is said of; empty: the one replaced
};

namespace manifest_mistakes {

using enum TitleRule;

inline constexpr auto kAll = std::to_array<ManifestMistake>({
    // of XML
    {xml_not_well_formed, R"(field="Writes")", R"(field=Writes)",
     "this is not well-formed XML: Error parsing element attribute"},
    {xml_not_well_formed, "</instrumentation>", "</instrument>",
     "this is not well-formed XML: Start-end tags mismatch"},
    {xml_not_well_formed, "</instrumentationManifest>", "</instrumentationManifest><second/>",
     "this is not well-formed XML: a second root element"},
    {character_unknown, R"(name="Disque Queues")", R"(name="Disque &bull; Queues")",
     "&bull; does not stand for a character"},
    {character_unknown, R"(name="Disque Queues")", R"(name="Disque & Queues")",
     "& does not stand for a character"},
    {character_unknown, R"(name="Disque Queues")", R"(name="Disque &#xD800; Queues")",
     "&#xD800; does not stand for a character"},
    {control_character, R"(name="Disque Queues")", "name=\"Disque\x01Queues\"",
     "the line has a tab or another control character"},
    {control_character, R"(description="How long jobs wait.")",
     R"(description="How long&#10;jobs wait.")",
     "How long\xEF\xBF\xBDjobs wait. has a tab or another control character"},
    {encoding_unknown, R"(<?xml version="1.0" encoding="utf-8"?>)",
     "<?xml version=\"1.0\" encoding='koi8-r'?><!-- \u00E4 -->",
     "the encoding koi8-r is not supported"},
    {undecodable, R"(name="Disque Queues")", "name=\"Disque \xE4 Queues\"",
     "the line has bytes that cannot be decoded"},
    {prefix_undeclared, R"(symbol="DisqueQueues")", R"(c:symbol="x" symbol="DisqueQueues")",
     "the prefix of c:symbol is not declared"},
    {prefix_undeclared, "</structs>", "<c:struct/></structs>",
     "the prefix of c:struct is not declared"},
    // of elements and attributes
    {namespace_wrong, "</structs>", R"(<struct xmlns="a"/></structs>)",
     "the element struct is not in the namespace "
     "http://schemas.microsoft.com/win/2005/12/counters"},
    {element_unknown, R"(<struct name="Errors" type="DISQUE_ERRORS"/>)", "<structure/>",
     "the element structure is unknown"},
    {element_misplaced, "</counterSet>|1",
     R"(<structs><struct name="A" type="A"/></structs></counterSet>)",
     "the element structs comes too late"},
    {element_missing, "</counterSet>|2",
     R"(</counterSet><counterSet guid="{ab8e1320-965a-4cf9-9c07-000000000022}" uri="u" name="n" )"
     R"(symbol="s" description="d"><structs><struct name="A" type="A"/></structs></counterSet>)",
     "the element counter is missing"},
    {element_missing, "</counterSet>|1",
     "</counterSet></provider></counters>"
     R"(<counters xmlns="http://schemas.microsoft.com/win/2005/12/counters" schemaVersion="2.0"/>)"
     R"(<counters xmlns="http://schemas.microsoft.com/win/2005/12/counters" schemaVersion="2.0">)"
     R"(<provider providerGuid="{ab8e1320-965a-4cf9-9c07-000000000003}" symbol="s" )"
     R"(applicationIdentity="a"><counterSet guid="{ab8e1320-965a-4cf9-9c07-000000000022}" uri="u" )"
     R"(name="n" symbol="s" description="d" nameID="1" descriptionID="2"><counter id="1" uri="v" )"
     R"(type="perf_counter_text" detailLevel="standard" name="n" description="d" nameID="3" )"
     R"(descriptionID="4"/></counterSet>)",
     "the element provider is missing"},
    {text_misplaced, "</structs>", "  and text </structs>",
     "and text stands where only elements may"},
    {attribute_unknown, R"(field="Reads")", R"(field="Reads" Field="Reads")",
     "the attribute Field is unknown"},
    {given_twice, R"(field="Reads")", R"(field="Reads" field="Reads")", "field is given twice"},
    {given_twice, R"(<counterAttribute name="reference"/>)",
     R"(<counterAttribute name="displayAsHex"/><!-- 1 -->)", "displayAsHex is given twice",
     R"(<counterAttribute name="displayAsHex"/>)"},
    {given_twice, "</structs>", R"(</structs><structs><struct name="A" type="A"/></structs>)",
     "structs is given twice"},
    {given_twice, "</counterAttributes>|1", "</counterAttributes><counterAttributes/>",
     "counterAttributes is given twice"},
    {attribute_missing, R"(uri="Disque.Queues")", "", "the attribute uri is missing",
     "<counterSet|1"},
    {attribute_missing_in_user_mode, R"(symbol="DisqueProvider")", "",
     "the attribute symbol is missing, which a provider in user mode needs", "<provider|1"},
    {attribute_missing_in_kernel_mode, R"(field="Writes")", "",
     "the attribute field is missing, which a provider in kernel mode needs",
     "<counter id=\"2\"|2"},
    {attribute_missing_since_2_0, R"(nameID="104")", "",
     "the attribute nameID is missing, which schema version 2.0 needs", "<counter id=\"1\"|1"},
    {attribute_missing_since_2_0, R"(name="Seconds/Job")", "",
     "the attribute name is missing, which schema version 2.0 needs", "<counter id=\"1\"|1"},
    {attribute_missing_since_2_0, R"(descriptionID="102")", "",
     "the attribute descriptionID is missing, which schema version 2.0 needs", "<counterSet|1"},
    {attribute_before_2_0, R"(name="Reads/sec")", R"(name="Reads/sec" nameID="1")",
     "the attribute nameID is not allowed before schema version 2.0"},
    {attribute_since_2_0, R"(providerName="Disque")", R"(providerName="Disque" resourceBase="1")",
     "the attribute resourceBase is not allowed in schema version 2.0"},
    {attribute_empty, R"(applicationIdentity="disque.exe")", R"(applicationIdentity="")",
     "the attribute applicationIdentity is empty"},
    {attribute_empty, R"(name="Age")", R"(name="")", "the attribute name is empty"},
    // of values
    {guid_invalid, R"(guid="{ab8e1320-965a-4cf9-9c07-000000000011}")",
     R"(guid="ab8e1320-965a-4cf9-9c07-000000000011")",
     "ab8e1320-965a-4cf9-9c07-000000000011 is not a GUID, such as "
     "{ab8e1320-965a-4cf9-9c07-fe25378c2a23}"},
    {number_of_manifest_invalid, R"(nameID="100")", R"(nameID="4294967296")",
     "4294967296 is not a number: decimal, or 0x and one to eight digits, up to 4,294,967,295"},
    {number_of_manifest_invalid, R"(resourceBase="1000")", R"(resourceBase="-1")",
     "-1 is not a number: decimal, or 0x and one to eight digits, up to 4,294,967,295"},
    {symbol_invalid, R"(symbol="DISQUE_WAIT")", R"(symbol="DISQUE-WAIT")",
     "DISQUE-WAIT is not a symbol of C"},
    {uri_invalid, R"(uri="Disque.Queues.Wait")", R"(uri="Disque Wait")",
     "Disque Wait is not a URI"},
    {scale_invalid, R"(defaultScale="-3")", R"(defaultScale="11")",
     "the scale 11 is not a whole number from -10 to 10"},
    {schema_version_invalid, R"(schemaVersion="1.1")", R"(schemaVersion="new")",
     "the schema version new is neither 1.1 nor 2.0"},
    {schema_version_invalid, R"(schemaVersion="1.1")", R"(schemaVersion="1.1.0")",
     "the schema version 1.1.0 is neither 1.1 nor 2.0"},
    {description_missing, R"(description="The driver of Disque.")", "",
     "the attribute description is missing: no text explains what this is", "<counterSet|2"},
    {schema_version_other, R"(schemaVersion="1.1")", R"(schemaVersion="1.0")",
     "the schema version 1.0 is neither 1.1 nor 2.0, and is read as the nearest of them"},
    {schema_version_other, R"(schemaVersion="2.0")", R"(schemaVersion="3")",
     "the schema version 3 is neither 1.1 nor 2.0, and is read as the nearest of them"},
    {callback_invalid, R"(callback="custom")", R"(callback="Custom")",
     "callback is Custom, neither custom nor default"},
    {provider_type_invalid, R"(providerType="kernelMode")", R"(providerType="kernel")",
     "providerType is kernel, neither userMode nor kernelMode"},
    {instances_invalid, R"(instances="multipleAggregate")", R"(instances="many")",
     "instances is many, not single, multiple, globalAggregate, multipleAggregate or "
     "globalAggregateHistory"},
    {counter_type_invalid, R"(type="perf_counter_counter")", R"(type="PERF_COUNTER_COUNTER")",
     "PERF_COUNTER_COUNTER is not a type of counters, such as perf_counter_rawcount"},
    {detail_level_invalid, R"(detailLevel="advanced")", R"(detailLevel="expert")",
     "detailLevel is expert, neither standard nor advanced"},
    {aggregate_invalid, R"(aggregate="avg")", R"(aggregate="mean")",
     "aggregate is mean, not sum, avg, min, max or undefined"},
    {attribute_name_invalid, R"(<counterAttribute name="reference"/>)",
     R"(<counterAttribute name="hidden"/>)",
     "hidden is not a counter attribute: reference, noDisplay, noDigitGrouping, displayAsHex or "
     "displayAsReal"},
    // of what belongs together
    {provider_guid_shared, R"(providerGuid="{ab8e1320-965a-4cf9-9c07-000000000002}")",
     R"(providerGuid="{AB8E1320-965A-4CF9-9C07-000000000001}")",
     "another provider has the GUID {ab8e1320-965a-4cf9-9c07-000000000001}"},
    {set_guid_shared, R"(guid="{ab8e1320-965a-4cf9-9c07-000000000021}")",
     R"(guid="{ab8e1320-965A-4cf9-9c07-000000000011}")",
     "another counter set has the GUID {ab8e1320-965a-4cf9-9c07-000000000011}"},
    {set_uri_shared, R"(uri="Disque.Driver")", R"(uri="Disque.Queues")",
     "another counter set has the URI Disque.Queues", "uri=\"Disque.Queues\"|2"},
    {set_name_shared, R"(name="Disque Driver")", R"(name="Disque Queues")",
     "another counter set has the name Disque Queues", "name=\"Disque Queues\"|2"},
    {set_symbol_shared, R"(symbol="DisqueDriver")", R"(symbol="DisqueQueues")",
     "another counter set has the symbol DisqueQueues", "symbol=\"DisqueQueues\"|2"},
    {counter_uri_shared, R"(uri="Disque.Driver.Reads")", R"(uri="Disque.Queues.Age")",
     "another counter has the URI Disque.Queues.Age", "uri=\"Disque.Queues.Age\"|2"},
    {counter_symbol_shared, R"(symbol="DISQUE_WRITES")", R"(symbol="DISQUE_WAIT")",
     "another counter has the symbol DISQUE_WAIT", "symbol=\"DISQUE_WAIT\"|2"},
    {counter_id_shared, R"(<counter id="6")", R"(<counter id="0x5")",
     "another counter of the set has the id 5"},
    {counter_name_shared, R"(name="Workers")", R"(name="Age")",
     "another counter of the set has the name Age", "name=\"Age\"|2"},
    {struct_name_shared, R"(<struct name="Errors" type="DISQUE_ERRORS"/>)",
     R"(<struct name="Totals" type="DISQUE_ERRORS"/>)",
     "another struct of the set has the name Totals"},
    {reference_missing, R"(baseID="2")", "", "a counter of this type needs baseID",
     "<counter id=\"1\"|1"},
    {reference_missing, R"(perfTimeID="4")", "", "a counter of this type needs perfTimeID",
     R"(<counter id="3")"},
    {reference_missing, R"(perfFreqID="5")", "", "a counter of this type needs perfFreqID",
     R"(<counter id="3")"},
    {reference_missing, R"(multiCounterID="7")", "", "a counter of this type needs multiCounterID",
     R"(<counter id="6")"},
    {reference_undefined, R"(baseID="2")", R"(baseID="8")",
     "baseID 8 is not the id of a counter of the set"},
    {reference_undefined, R"(perfFreqID="5")", R"(perfFreqID="8")",
     "perfFreqID 8 is not the id of a counter of the set"},
    {reference_undefined, R"(multiCounterID="7")", R"(multiCounterID="8")",
     "multiCounterID 8 is not the id of a counter of the set"},
    {base_type_wrong, R"(baseID="2")", R"(baseID="1")",
     "baseID is not the id of a counter of the type perf_average_base"},
    {clock_type_wrong, R"(perfTimeID="4")", R"(perfTimeID="7")",
     "perfTimeID is not the id of a counter of the type perf_counter_large_rawcount"},
    {multiplier_type_wrong, R"(multiCounterID="7")", R"(multiCounterID="4")",
     "multiCounterID is not the id of a counter of the type perf_counter_rawcount"},
    {struct_undefined, R"(struct="Totals")", R"(struct="Sums")",
     "the struct Sums is not one of those of the set"},
    {hidden_counter_displayed, R"(<counterAttribute name="reference"/>)",
     R"(<counterAttribute name="noDisplay"/><!-- 1 -->)",
     "displayAsHex has no meaning together with noDisplay",
     R"(<counterAttribute name="displayAsHex"/>)"},
    // notes
    {identity_has_folder, R"(applicationIdentity="disque.sys")",
     R"(applicationIdentity="%SystemRoot%\drivers\disque.sys")",
     R"(applicationIdentity %SystemRoot%\drivers\disque.sys has a folder, not only the name of a file)"},
    {reference_unused, R"(field="Reads")", R"(field="Reads" baseID="2")",
     "baseID has no meaning for a counter of this type"},
    {clocks_differ, R"(<counter id="6")",
     R"(<counter id="8" uri="u" type="perf_elapsed_time" detailLevel="standard" name="n" )"
     R"(nameID="1" description="d" descriptionID="2" perfTimeID="5" perfFreqID="5"/>)"
     R"(<counter id="6")",
     "perfTimeID differs from the earlier one; version 1 readers support only one clock per set"},
    {no_counter_sets, "</counters>|2",
     R"(<provider providerGuid="{ab8e1320-965a-4cf9-9c07-000000000003}" symbol="s" )"
     R"(applicationIdentity="a"/></counters>)",
     "the provider Counters has no counter sets"},
    {aggregate_unused, R"(field="Reads")", R"(field="Reads" aggregate="sum")",
     "aggregate has no meaning where instances is single"},
    {display_combined, R"(<counterAttribute name="reference"/>)",
     R"(<counterAttribute name="displayAsReal"/>)",
     "displayAsReal has no meaning together with displayAsHex"},
    {type_without_number, R"(type="perf_counter_counter")", R"(type="perf_counter_composite")",
     "the type perf_counter_composite has no published number: the counter has no values"},
});

// The lines without their ends. The text must be empty or end with a line end.
inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// The line without the blanks that it begins with.
inline std::string without_blanks(const std::string& line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

// The number of the line with that text, blanks before it aside: of the second one for "TEXT|2".
// 0: there is none, or without a number not exactly one.
inline std::size_t line_with(const std::vector<std::string>& lines, std::string_view text) {
  const bool has_number = text.size() > 2 && text[text.size() - 2] == '|';
  const auto number = has_number ? static_cast<std::size_t>(text.back() - '0') : 1;
  if (has_number) text.remove_suffix(2);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (without_blanks(lines[i]) == text) found.push_back(i + 1);
  }
  if (found.size() < number || (!has_number && found.size() != 1)) return 0;
  return found[number - 1];
}

// The example with a mistake, and the number of the line that it is said of; 0: the table is wrong.
struct Mistaken {
  std::string text = {};
  std::size_t line = 0;
};
// Applies a row of kAll to kManifestExample.
inline Mistaken example_with(const ManifestMistake& mistake) {
  std::vector<std::string> lines = lines_of(kManifestExample);
  const std::size_t replaced = line_with(lines, mistake.line);
  if (replaced == 0) return {};
  lines[replaced - 1] = mistake.replacement;
  Mistaken result{.line = mistake.at.empty() ? replaced : line_with(lines, mistake.at)};
  for (const std::string& line : lines) result.text += line + '\n';
  return result;
}

}  // namespace manifest_mistakes
}  // namespace openperflib
