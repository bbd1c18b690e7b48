#include "apps/perflib/provider/title_lint.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/titles/title_set.h"

namespace openperflib::apps {

void judge_titles(const ScratchService& service, const AnswerLint& answers, ModuleReport& report) {
  const TitleTable& table = service.registration->titles()->table();
  const auto listed = service.service().objects();
  if (!listed.has_value()) {
    report.add(ModuleRule::no_object_list, "the .ini has no object in [objects]");
  }
  for (const TitleIndex index : answers.object_indices()) {
    report.objects.emplace_back(table.name(index).value_or(""));
    if (listed.has_value() && std::ranges::find(*listed, index) == listed->end()) {
      report.add(ModuleRule::object_unlisted, fmt::format("object {} is not in [objects]", index));
    }
  }
  for (const TitleIndex index : answers.indices()) {
    if (!table.name(index).has_value()) {
      report.add(ModuleRule::unnamed, fmt::format("index {} has no name", index));
    }
  }
  for (const Title& title : service.registration->titles()->added()) {
    if (title.index % 2 != 0 || answers.indices().contains(title.index)) continue;
    report.add(ModuleRule::symbol_unused,
               fmt::format("symbol {}, \"{}\"", title.index - service.titles.first, title.text));
  }
}

}  // namespace openperflib::apps
