#include "apps/web/module/page_request.h"

#include <utility>

#include "openperflib/rules/located_json.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib::web {
namespace {

std::string text_of(const ToolRefusal& why) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.member("sentence", why.sentence);
  if (!why.file.empty()) out.member("file", why.file);
  out.end_object();
  return out.take();
}

BegunTool begin(ToolSession& session, std::string_view text) {
  const auto request = LocatedJson::parse(text);
  if (!request.has_value()) {
    return std::unexpected("the request is not JSON: " + request.error().reason);
  }
  const std::string name(request->text_of("tool"));
  const Tool* const tool = find_tool(name);
  if (tool == nullptr) return std::unexpected("there is no tool \"" + name + "\"");
  const LocatedJson* const arguments = request->find("arguments");
  if (arguments == nullptr) return std::unexpected("the request has no arguments");
  return begin_tool(*tool, session, *arguments);
}

}  // namespace

PageRequest::PageRequest(ToolSession& session, std::string_view text) {
  auto begun = begin(session, text);
  if (begun.has_value()) {
    run_ = *std::move(begun);
  } else {
    refuse(begun.error());
  }
}

PageRequest::State PageRequest::step() {
  if (run_ == nullptr) return state_;
  auto taken = run_->step();
  if (!taken.has_value()) {
    refuse(taken.error());
  } else if (*taken == JobStep::done) {
    text_ = run_->result();
    numbers_ = run_->take_columns();
    run_.reset();
    state_ = State::has_answer;
  }
  return state_;
}

JobProgress PageRequest::progress() const noexcept {
  return run_ == nullptr ? JobProgress{} : run_->progress();
}

void PageRequest::refuse(const ToolRefusal& why) {
  run_.reset();
  text_ = text_of(why);
  state_ = State::is_refused;
}

}  // namespace openperflib::web
