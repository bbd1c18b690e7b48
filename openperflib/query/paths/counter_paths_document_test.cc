// Checks every row of docs/counter_paths.md.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "openperflib/query/query.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

struct DocumentRow {
  int line;
  PathGrammar grammar;
  std::string path;
  std::vector<std::string> expected;  // paths, or one phrase
};

// The texts between backquotes.
std::vector<std::string> quoted(const std::string& text) {
  std::vector<std::string> found;
  std::size_t begin = text.find('`');
  while (begin != std::string::npos) {
    const std::size_t end = text.find('`', begin + 1);
    found.push_back(text.substr(begin + 1, end - begin - 1));
    begin = text.find('`', end + 1);
  }
  return found;
}

std::vector<DocumentRow> document_rows() {
  std::ifstream file(OPENPERFLIB_SOURCE_DIR "/docs/counter_paths.md");
  std::vector<DocumentRow> rows;
  std::string line;
  auto grammar = PathGrammar::full;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("## ")) {
      grammar = line.ends_with("PDH") ? PathGrammar::pdh : PathGrammar::full;
    }
    if (!line.starts_with("| `")) continue;
    const std::size_t split = line.find("` | ") + 4;
    DocumentRow row{number, grammar, quoted(line.substr(0, split)).at(0),
                    quoted(line.substr(split))};
    if (row.expected.empty()) row.expected = {line.substr(split, line.rfind(" |") - split)};
    rows.push_back(std::move(row));
  }
  return rows;
}

Snapshot machine_of_the_document() {
  TestBlock block;
  block.object(4, {{24}, {26}}, Instances::none).single({1, 2});
  block.object(238, {{6}}).instance("0", {}).instance("1", {}).instance("_Total", {});
  block.object(230, {{title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}})
      .instance("bash", {10})
      .instance("bash", {11})
      .instance("java", {12})
      .instance("C#", {13});
  const auto child_of = [](std::uint32_t process) {
    return InstanceIdentity{ParentInstance{230, process}, -1};
  };
  block.object(title::kThread, {{6}})
      .instance("0", {}, child_of(0))
      .instance("0", {}, child_of(2))
      .instance("1", {}, child_of(2));
  block.object(236, {{408}}).instance("\\", {}).instance("\\home", {});
  block.instance("\\mnt\\usb (old)", {}).instance("_Total", {});
  block.object(234, {{208}, {218}}).instance("0 sda", {});
  block.object(510, {{388}}).instance("Intel(R) I219", {}).instance("eth0/1", {});
  block.object(100000, {{6}}).instance("0,0", {}).instance("0,1", {}).instance("_Total", {});
  return block.status().left_out("no paged kernel memory on Linux", 4, 56).snapshot();
}

std::string name_of(Query::Match match) {
  switch (match) {
    case Query::Match::matched:
      return "matched";
    case Query::Match::no_machine:
      return "no machine";
    case Query::Match::no_object:
      return "no object";
    case Query::Match::no_counter:
      return "no counter";
    case Query::Match::no_instance:
      return "no instance";
    case Query::Match::left_out:
      return "left out";
  }
  return {};
}

// The answer to a path as the document writes it: its series, or a phrase.
std::vector<std::string> answer(const std::string& path, PathGrammar grammar) {
  QueryOptions options;
  options.grammar = grammar;
  Query query(fixed_titles(), options);
  const auto added = query.add(path);
  if (!added.has_value()) return {fmt::format("byte {}", added.error().offset)};
  query.take(machine_of_the_document());
  if (query.match(0) != Query::Match::matched) return {name_of(query.match(0))};
  std::vector<std::string> series;
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    series.push_back(query.binding().path_of(i).substr(std::string("\\\\db-17").size()));
  }
  return series;
}

TEST(CounterPathsDocument, EveryRow_IsTrue) {
  const std::vector<DocumentRow> rows = document_rows();
  EXPECT_GE(rows.size(), 50U);
  for (const DocumentRow& row : rows) {
    EXPECT_EQ(answer(row.path, row.grammar), row.expected) << "docs/counter_paths.md:" << row.line;
  }
}

}  // namespace
}  // namespace openperflib
