#include "openperflib/os/portable/code_page.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace openperflib {
namespace {

struct CodePage {
  std::uint32_t number;
  const char* name;  // as iconv knows it
};

// Where the name is not "CP" and the number, and those that Microsoft lists.
constexpr auto kCodePages = std::to_array<CodePage>({
    {37, "CP037"},          {437, "CP437"},          {500, "CP500"},
    {708, "ASMO-708"},      {737, "CP737"},          {775, "CP775"},
    {850, "CP850"},         {852, "CP852"},          {855, "CP855"},
    {857, "CP857"},         {858, "CP858"},          {860, "CP860"},
    {861, "CP861"},         {862, "CP862"},          {863, "CP863"},
    {864, "CP864"},         {865, "CP865"},          {866, "CP866"},
    {869, "CP869"},         {870, "CP870"},          {874, "CP874"},
    {875, "CP875"},         {932, "CP932"},          {936, "CP936"},
    {949, "CP949"},         {950, "CP950"},          {1026, "CP1026"},
    {1047, "CP1047"},       {1140, "CP1140"},        {1141, "CP1141"},
    {1142, "CP1142"},       {1143, "CP1143"},        {1144, "CP1144"},
    {1145, "CP1145"},       {1146, "CP1146"},        {1147, "CP1147"},
    {1148, "CP1148"},       {1149, "CP1149"},        {1250, "CP1250"},
    {1251, "CP1251"},       {1252, "CP1252"},        {1253, "CP1253"},
    {1254, "CP1254"},       {1255, "CP1255"},        {1256, "CP1256"},
    {1257, "CP1257"},       {1258, "CP1258"},        {1361, "JOHAB"},
    {10000, "MACINTOSH"},   {10007, "MAC-CYRILLIC"}, {10029, "MAC-CENTRALEUROPE"},
    {20127, "US-ASCII"},    {20261, "T.61"},         {20269, "ISO_6937"},
    {20273, "IBM273"},      {20277, "IBM277"},       {20278, "IBM278"},
    {20280, "IBM280"},      {20284, "IBM284"},       {20285, "IBM285"},
    {20290, "IBM290"},      {20297, "IBM297"},       {20420, "IBM420"},
    {20423, "IBM423"},      {20424, "IBM424"},       {20866, "KOI8-R"},
    {20871, "IBM871"},      {20880, "IBM880"},       {20905, "IBM905"},
    {20932, "EUC-JP"},      {20936, "EUC-CN"},       {21025, "IBM1025"},
    {21866, "KOI8-U"},      {28591, "ISO-8859-1"},   {28592, "ISO-8859-2"},
    {28593, "ISO-8859-3"},  {28594, "ISO-8859-4"},   {28595, "ISO-8859-5"},
    {28596, "ISO-8859-6"},  {28597, "ISO-8859-7"},   {28598, "ISO-8859-8"},
    {28599, "ISO-8859-9"},  {28603, "ISO-8859-13"},  {28605, "ISO-8859-15"},
    {28606, "ISO-8859-16"}, {38598, "ISO-8859-8"},   {50220, "ISO-2022-JP"},
    {50221, "ISO-2022-JP"}, {50222, "ISO-2022-JP"},  {50225, "ISO-2022-KR"},
    {50227, "ISO-2022-CN"}, {51932, "EUC-JP"},       {51936, "EUC-CN"},
    {51949, "EUC-KR"},      {51950, "EUC-TW"},       {54936, "GB18030"},
    {65000, "UTF-7"},       {65001, "UTF-8"},
});
static_assert(std::ranges::is_sorted(kCodePages, {}, &CodePage::number));

// Names that people know better than the numbers.
constexpr auto kOtherNames = std::to_array<CodePage>({
    {932, "shift-jis"},
    {936, "gbk"},
    {949, "euc-kr"},
    {950, "big5"},
    {65001, "utf8"},
});

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same_word(std::string_view a, std::string_view b) noexcept {
  return std::ranges::equal(a, b, {}, lower, lower);
}

// "1254", "cp1254", "windows-1254".
std::optional<std::uint32_t> number_in_name(std::string_view name) noexcept {
  for (const std::string_view prefix : {"windows-", "cp", "cp-"}) {
    if (!is_same_word(name.substr(0, prefix.size()), prefix)) continue;
    name.remove_prefix(prefix.size());
    break;
  }
  std::uint32_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string charset_of_code_page(std::uint32_t code_page) {
  const auto row = std::ranges::lower_bound(kCodePages, code_page, {}, &CodePage::number);
  if (row != kCodePages.end() && row->number == code_page) return row->name;
  return "CP" + std::to_string(code_page);
}

std::optional<std::uint32_t> code_page_of_name(std::string_view name) {
  auto number = number_in_name(name);
  for (const CodePage& row : kOtherNames) {
    if (is_same_word(row.name, name)) number = row.number;
  }
  for (const CodePage& row : kCodePages) {
    if (!number.has_value() && is_same_word(row.name, name)) number = row.number;
  }
  if (!number.has_value() || !has_code_page(*number)) return std::nullopt;
  return number;
}

}  // namespace openperflib
