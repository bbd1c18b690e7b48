// Prints statistics of each counter of a log as JSON: summarise_log LOG.
#include <cstdio>
#include <string>

#include "openperflib/jobs.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto jobs = openperflib::NamedJobs::open(openperflib::fixed_titles()).value();
  const auto log = jobs.open_log(argv[1]);
  if (!log.has_value()) {
    std::fprintf(stderr, "%s\n", log.error().c_str());
    return 1;
  }
  const auto summary = jobs.run("summary", R"({"log":")" + *log + R"("})");
  std::puts(summary.value().json.c_str());
}
