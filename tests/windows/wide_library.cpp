// Texts in std::wstring, as programs in C++ for Windows keep them.
#include <pdh.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

static void show(std::wstring_view text) {
  for (const wchar_t unit : text) printf("%c", static_cast<char>(unit));
}

static void paths_of_counters() {
  std::wstring path = L"\\Processor(_Total)";
  path += L"\\% Processor Time";
  printf("%d %d ", static_cast<int>(path.size()), static_cast<int>(path.find(L'%')));
  show(path.substr(1, 9));
  PDH_HQUERY query = nullptr;
  PDH_HCOUNTER counter = nullptr;
  PdhOpenQueryW(nullptr, 0, &query);
  printf(" %08X\n", static_cast<unsigned>(PdhAddEnglishCounterW(query, path.c_str(), 0, &counter)));
  PdhCloseQuery(query);
}

static void comparisons() {
  const std::wstring text = L"b";
  printf("%d %d %d %d\n", text < L"c", text == L"c", text != std::wstring(L"c"),
         text.compare(L"c") < 0 ? -1 : 1);
}

static void numbers() {
  show(std::to_wstring(12) + L" " + std::to_wstring(-3) + L" " + std::to_wstring(1LL << 32) + L" " +
       std::to_wstring(1.5));
  printf("\n");
}

static void containers() {
  std::vector<std::wstring> names = {L"Memory", L"System"};
  std::sort(names.begin(), names.end(), std::greater<std::wstring>());
  for (const std::wstring& name : names) show(name + L",");
  const std::map<std::wstring, int> ordered = {{names[1], 1}, {names[0], 2}};
  const std::unordered_map<std::wstring, int> hashed = {{L"Memory", 1}, {L"System", 2}};
  printf(" %d %d %d\n", ordered.at(L"Memory"), hashed.at(L"System"),
         static_cast<int>(std::set<std::wstring>{L"a"}.count(L"b")));
}

int main() {
  paths_of_counters();
  comparisons();
  numbers();
  containers();
  return 0;
}
