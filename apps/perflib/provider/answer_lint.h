// AnswerLint: judges what calls of Collect did, against the contract of a performance module.
//
// Resource: remembers what earlier answers had. One thread at a time.
// Source: docs/guide-v1.md, section "The contract of Collect".
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "openperflib/provider/v1/host_protocol.h"
#include "openperflib/provider/v1/module_answer.h"
#include "openperflib/view/services/module_report.h"

namespace openperflib::apps {

class AnswerLint {
 public:
  // `report` receives the findings.
  AnswerLint(TitleRange titles, ModuleReport& report) : rules_{.titles = titles}, report_(report) {}

  // Judges one call; `what` names it: "Global, 64 bytes".
  void judge(const std::string& what, const HostTrial& trial, const HostAnswer& answer);
  // The objects of the last answer; none where it was refused.
  [[nodiscard]] const std::vector<AnsweredObject>& objects() const noexcept {
    return answer_.objects();
  }
  // Values from here on are not compared with those before: the module was opened again.
  void forget_values() { values_.clear(); }
  // The indices of all objects, and of all objects and counters, so far.
  [[nodiscard]] const std::set<TitleIndex>& object_indices() const noexcept { return objects_; }
  [[nodiscard]] const std::set<TitleIndex>& indices() const noexcept { return indices_; }

 private:
  void judge_refusal(const std::string& what, const HostAnswer& answer);
  void judge_success(const std::string& what, const HostTrial& trial, const HostAnswer& answer);
  void judge_object(const std::string& what, const AnsweredObject& object);
  void judge_definitions(const std::string& what, const AnsweredObject& object);
  void judge_counters(const std::string& what, const ObjectTypeView& object);
  void judge_instances(const std::string& what, const ObjectTypeView& object);
  void judge_values(const std::string& what, const ObjectTypeView& object,
                    const std::string& instance, const CounterBlockView& values);

  AnswerRules rules_;
  ModuleReport& report_;
  ModuleAnswer answer_;
  std::set<TitleIndex> objects_;
  std::set<TitleIndex> indices_;
  std::map<TitleIndex, std::vector<std::byte>> definitions_;  // by object, as it was first
  std::map<std::string, std::uint64_t> values_;  // of what is counted, by its place in the object
};

}  // namespace openperflib::apps
