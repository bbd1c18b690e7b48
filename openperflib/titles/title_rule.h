// TitleRule: the rules of the files that register or save titles. Only describe() has their texts.
#pragma once

#include <cstdint>

namespace openperflib {

// The rules, by kind of file. Breaking some of them is only a note (is_note()).
enum class TitleRule : std::uint8_t {
  // of every file
  file_too_large,
  too_many_mistakes,
  section_not_closed,
  before_first_section,
  no_equals_sign,
  given_twice,
  undecodable,
  code_page_unfit,
  control_character,
  language_invalid,
  // of the .ini
  driver_name_missing,
  driver_name_invalid,
  symbol_file_missing,
  symbol_file_invalid,
  text_key_invalid,
  object_key_invalid,
  name_empty,
  name_too_long,
  no_names,
  // of the symbol header
  comment_not_closed,
  number_invalid,
  number_odd,
  number_too_large,
  number_shared,
  symbol_redefined,
  // of both together
  symbol_undefined,
  name_missing,
  object_without_name,
  // of the backup
  value_missing,
  value_not_a_number,
  index_invalid,
  service_invalid,
  range_invalid,
  // notes
  section_unknown,
  key_unknown,
  no_objects,
  no_english,
  neutral_left_out,
  language_not_listed,
  language_without_texts,
  symbol_without_name,
  // of the manifest: of XML
  xml_not_well_formed,
  encoding_unknown,
  too_many_elements,
  character_unknown,
  prefix_undeclared,
  // of its elements and attributes
  root_unknown,
  namespace_wrong,
  element_unknown,
  element_missing,
  element_misplaced,
  text_misplaced,
  attribute_unknown,
  attribute_missing,
  attribute_missing_in_user_mode,
  attribute_missing_in_kernel_mode,
  attribute_missing_since_2_0,
  attribute_before_2_0,
  attribute_since_2_0,
  attribute_empty,
  // of its values
  guid_invalid,
  number_of_manifest_invalid,
  symbol_invalid,
  uri_invalid,
  scale_invalid,
  set_name_too_long,
  schema_version_invalid,
  callback_invalid,
  provider_type_invalid,
  instances_invalid,
  counter_type_invalid,
  detail_level_invalid,
  aggregate_invalid,
  attribute_name_invalid,
  // of what belongs together
  provider_guid_shared,
  set_guid_shared,
  set_uri_shared,
  set_name_shared,
  set_symbol_shared,
  counter_symbol_shared,
  counter_id_shared,
  counter_name_shared,
  struct_name_shared,
  too_many_counters,
  reference_missing,
  reference_undefined,
  base_type_wrong,
  clock_type_wrong,
  multiplier_type_wrong,
  hidden_counter_displayed,
  // notes on it
  schema_version_other,
  description_missing,
  counter_uri_shared,
  struct_undefined,
  no_counter_sets,
  identity_has_folder,
  reference_unused,
  clocks_differ,
  aggregate_unused,
  display_combined,
  type_without_number,
  // of the translation
  statement_unknown,
  table_not_opened,
  table_not_closed,
  string_id_invalid,
  string_missing,
  string_not_closed,
  code_page_unknown,
  // of the names of languages
  no_language_names,
};

inline constexpr TitleRule kLastTitleRule = TitleRule::no_language_names;

}  // namespace openperflib
