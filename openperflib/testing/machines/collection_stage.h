// CollectionStage: for tests, what a provider passes to its collectors, and values as text. Not
// part of the library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/linux/linux_sources_internal.h"

namespace openperflib::linux_objects {

// Resource. Keeps the state of a provider between collections; each next() starts another one.
struct CollectionStage {
  // `directory` empty: this machine.
  explicit CollectionStage(std::string directory, unsigned kept_descriptors = 256,
                           SpaceQuestions questions = {})
      : root(std::move(ProcRoot::open(std::move(directory), kept_descriptors)).value()),
        sources(std::move(questions)) {}

  // Starts the next collection; the reasons of the previous one are cleared.
  [[nodiscard]] CollectContext next() {
    return sources.next(root, instant, request,
                        {.page_size = page_size,
                         .user_hz = user_hz,
                         .kernel_threads = kernel_threads,
                         .process_names = process_names,
                         .thread_names = thread_names});
  }

  // A value of the last collection: its number or the reason why it is missing.
  [[nodiscard]] std::string cell(const ObjectTable& table, std::size_t row, std::size_t order,
                                 Part part = Part::value) const {
    const ReasonId reason = table.reason(row, order);
    return reason == Reasons::kPresent ? std::to_string(table.value(row, order, part))
                                       : std::string(reasons.text(reason));
  }
  // The same for the first instance with that name.
  [[nodiscard]] std::string cell(const ObjectTable& table, std::string_view instance,
                                 std::size_t order, Part part = Part::value) const {
    for (std::size_t row = 0; row < table.instance_count(); ++row) {
      if (table.instance_name(row) == instance) return cell(table, row, order, part);
    }
    return "no such instance";
  }

  ProcRoot root;
  Instant instant;
  ObjectRequest request;
  LinuxSources sources;
  Reasons& reasons = sources.reasons;
  std::uint32_t page_size = 4096;
  std::uint32_t user_hz = 100;
  KernelThreads kernel_threads = KernelThreads::merged;
  NameFormat process_names = NameFormat::name;
  NameFormat thread_names = NameFormat::name;
};

// The instances of a table, separated by bars.
[[nodiscard]] inline std::string instance_names(const ObjectTable& table) {
  std::string names;
  for (std::size_t row = 0; row < table.instance_count(); ++row) {
    if (row != 0) names += '|';
    names += table.instance_name(row);
  }
  return names;
}

}  // namespace openperflib::linux_objects
