#include "openperflib/view/chart/page_style.h"

#include <fmt/core.h>

#include <cstddef>

#include "openperflib/view/text/html_text.h"

namespace openperflib {
namespace {

// Severities differ in word and place too, never in colour alone. Contrast: text on its ground is
// at least 4.5 to 1 in both schemes.
constexpr std::string_view kPageStyle = R"(
:root { color-scheme: light dark;
  --ground: #f6f6f3; --card: #ffffff; --ink: #1d2327; --soft: #5b6670; --line: #e2e3de; --curve: #2b5f8a;
  --critical: #b3261e; --warning: #9a6700; --info: #2f6fab; --clean: #2e7048;
  --critical-soft: #fbe9e7; --warning-soft: #fbf1dc; --info-soft: #e8f0f8; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #14181b; --card: #1d2226; --ink: #e6e8e6; --soft: #a0aab2; --line: #31383e; --curve: #8fbfe6;
  --critical: #ff8a80; --warning: #f0b64f; --info: #8ab4f8; --clean: #7fc79b;
  --critical-soft: #3a2322; --warning-soft: #382d18; --info-soft: #1e2c3d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 900px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 34px; line-height: 1.2; margin: 2px 0 6px; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 40px 0 12px; color: var(--soft); font-weight: 600; letter-spacing: .02em; }
h3 { font-size: 19px; margin: 0; line-height: 1.3; }
p { margin: 0; }
a { color: var(--info); }
code { font: 13.5px/1.5 ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.kicker, .soft { color: var(--soft); }
.kicker { font-size: 14px; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(165px, 1fr)); gap: 14px 28px;
  margin: 24px 0 0; padding: 18px 0 0; border-top: 1px solid var(--line); }
.facts dt { font-size: 13px; color: var(--soft); }
.facts dd { margin: 1px 0 0; overflow-wrap: anywhere; }
.facts small { display: block; color: var(--soft); font-size: 13px; line-height: 1.4; }
.verdict { display: flex; flex-wrap: wrap; gap: 10px 12px; margin: 28px 0 0; align-items: center; }
.count { display: inline-flex; gap: 9px; align-items: baseline; padding: 7px 16px; border-radius: 999px;
  font-weight: 600; }
.count b { font-size: 20px; line-height: 1.2; }
.count.critical { background: var(--critical-soft); color: var(--critical); }
.count.warning { background: var(--warning-soft); color: var(--warning); }
.count.info { background: var(--info-soft); color: var(--info); }
.count.none { background: var(--card); color: var(--clean); }
.count.unknown { background: var(--card); color: var(--soft); }
.verdict + p { margin: 10px 0 0; }
.careful { margin: 10px 0 0; }
.brief > div + div { margin: 18px 0 0; }
.brief .strip { margin: 6px 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px 22px;
  margin: 0 0 16px; }
.finding { border-left: 5px solid var(--info); }
.finding.critical { border-left-color: var(--critical); }
.finding.warning { border-left-color: var(--warning); }
.finding > header { display: flex; gap: 4px 12px; align-items: baseline; flex-wrap: wrap; }
.label { font-size: 13px; font-weight: 700; color: var(--info); }
.label.critical { color: var(--critical); }
.label.warning { color: var(--warning); }
.finding > header code { margin-left: auto; color: var(--soft); }
.what { margin: 8px 0 2px; }
.what b { font-weight: 600; }
.next { margin: 12px 0 0; padding: 0 0 0 20px; }
.next li { margin: 2px 0; }
.next-head { margin-top: 14px; font-weight: 600; font-size: 15px; }
svg { display: block; width: 100%; overflow: visible; }
svg text { fill: var(--soft); font: 11.5px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
.legend { font-size: 13.5px; margin: 14px 0 0; color: var(--soft); display: flex; flex-wrap: wrap; gap: 2px 18px; }
.dash { display: inline-block; width: 24px; margin: 0 7px 4px 0; border-top: 2px dashed var(--ink); opacity: .65; }
.plot { display: grid; grid-template-columns: 58px minmax(0, 1fr); column-gap: 8px; margin: 6px 0 8px; }
.times { grid-column: 2; }
.timeline { display: grid; grid-template-columns: minmax(0, 300px) minmax(0, 1fr); gap: 6px 16px; align-items: center;
  font-size: 14.5px; line-height: 1.35; }
.timeline a { color: var(--ink); text-decoration: none; text-align: right; }
.timeline a:hover, .timeline a:focus { text-decoration: underline; }
.grid { stroke: var(--line); }
.track { stroke: var(--line); stroke-width: 2; }
.gap { fill: var(--soft); opacity: .13; }
.line { fill: none; stroke: var(--curve); stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round;
  vector-effect: non-scaling-stroke; }
.area { fill: var(--curve); opacity: .22; }
.dashed { stroke-dasharray: 7 4; }
.key { display: inline-block; width: 22px; margin: 0 8px 4px 0; border-top: 3px solid var(--curve); }
.key.dashed { border-top-style: dashed; }
.overview { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 16px; }
.overview .card { margin: 0; }
.overview h3 { font-size: 15px; }
.lines td:first-child { min-width: 170px; }
.note { stroke: var(--ink); stroke-dasharray: 1 3; opacity: .8; }
.dot { fill: var(--curve); }
.limit { stroke-dasharray: 5 4; opacity: .8; }
.limit.critical { stroke: var(--critical); } .limit.warning { stroke: var(--warning); } .limit.info { stroke: var(--info); }
.dash.critical { border-color: var(--critical); } .dash.warning { border-color: var(--warning); }
.dash.info { border-color: var(--info); }
.band { opacity: .12; }
.band.critical, .mark.critical { fill: var(--critical); }
.band.warning, .mark.warning { fill: var(--warning); }
.band.info, .mark.info { fill: var(--info); }
.strip { min-width: 120px; }
table { border-collapse: collapse; width: 100%; font-size: 14.5px; margin: 12px 0 0; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: 13px; }
th, td { padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
td.number, th.number { text-align: right; white-space: nowrap; }
.wide { overflow-x: auto; }
details { margin: 12px 0 0; }
summary { cursor: pointer; color: var(--soft); font-size: 14.5px; padding: 2px 0; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--info); outline-offset: 3px; border-radius: 3px; }
.quality { list-style: none; margin: 0; padding: 0; }
.quality li { padding: 9px 0; border-bottom: 1px solid var(--line); display: grid;
  grid-template-columns: 84px 1fr; gap: 2px 12px; overflow-wrap: anywhere; }
.quality li:first-child { padding-top: 0; } .quality li:last-child { border-bottom: 0; padding-bottom: 0; }
footer { margin: 44px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); color: var(--soft);
  font-size: 14px; }
@media (max-width: 560px) { main { padding: 24px 14px 40px; } h1 { font-size: 27px; }
  .card { padding: 16px; } .quality li { grid-template-columns: 1fr; }
  .finding > header code { margin-left: 0; }
  .timeline { grid-template-columns: minmax(0, 1fr); gap: 0; } .timeline a { text-align: left; margin: 10px 0 2px; }
  .timeline > span { display: none; } .timeline .times { grid-column: 1; }
  .lines thead, .lines tbody { display: block; }
  .lines tr { display: grid; grid-template-columns: repeat(4, 1fr); border-bottom: 1px solid var(--line); }
  .lines tr:last-child { border-bottom: 0; } .lines thead tr { border-bottom: 1px solid var(--line); }
  .lines th, .lines td { padding-right: 0; border-bottom: 0; }
  .lines th:first-child { display: none; }
  .lines td:first-child { grid-column: 1 / -1; padding-bottom: 0; }
  .plot { grid-template-columns: 50px minmax(0, 1fr); } .second { display: none; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { :root { color-scheme: light;
    --ground: #fff; --card: #fff; --ink: #111; --soft: #4c555c; --line: #d4d5d1; --curve: #2b5f8a;
    --critical: #b3261e; --warning: #8a5c00; --info: #2f6fab; --clean: #2e7048;
    --critical-soft: #fbe9e7; --warning-soft: #fbf1dc; --info-soft: #e8f0f8; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 11pt; } main { max-width: none; padding: 0; }
  .finding > header, .what, .plot, svg, li, tr { break-inside: avoid; } h2, h3, .next-head { break-after: avoid; }
  .card { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  @page { margin: 16mm 14mm; } }
)";

// One rule for each colour.
std::string colour_rules(std::string_view LineColour::* ground) {
  std::string rules;
  for (std::size_t i = 0; i < kLineColours.size(); ++i) {
    rules += fmt::format(".s{} {{ --curve: {}; }}\n", i, kLineColours[i].*ground);
  }
  return rules;
}

std::string page_style() {
  return fmt::format("{}{}@media (prefers-color-scheme: dark) {{ {} }}\n@media print {{ {} }}\n",
                     kPageStyle, colour_rules(&LineColour::light), colour_rules(&LineColour::dark),
                     colour_rules(&LineColour::light));
}

}  // namespace

std::string page_begin(std::string_view title, std::string_view version) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"generator\" content=\"OpenPerflib {}\">\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body><main>\n",
      version, html_text(title), page_style());
}

std::string line_class(std::size_t line) {
  return fmt::format("s{}{}", line % kLineColours.size(),
                     line < kLineColours.size() ? "" : " dashed");
}

}  // namespace openperflib
