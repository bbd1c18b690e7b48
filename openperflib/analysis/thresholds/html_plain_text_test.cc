#include "openperflib/analysis/thresholds/html_plain_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace openperflib {
namespace {

std::string text_of(std::string_view html) { return plain_text_of_html(html).text; }

TEST(HtmlPlainText, Tags_SeparateLinesAndNotWords) {
  EXPECT_EQ(text_of("Jobs <B>wa</B>it.<BR>\r\n<BR>Look <b>here</b>:<UL><LI>one</LI><LI>two</UL>"),
            "Jobs wait. Look here: one two");
  EXPECT_EQ(text_of("  a <!-- no > --> b <script>x < y</script>c<style>p{}</style>d "), "a b c d");
}

TEST(HtmlPlainText, References_AreCharacters) {
  EXPECT_EQ(text_of("a &amp; b &lt; c &#65;&#x42;&nbsp;d &#8364; &#128;"),
            "a & b < c AB d \u20AC \u20AC");
  EXPECT_EQ(text_of("&lt;b&gt; &amp;lt;"), "<b> &lt;");
  EXPECT_EQ(text_of("&#0;&#xD800;&#1114112;"), "\uFFFD\uFFFD\uFFFD");
}

TEST(HtmlPlainText, WhatIsNotHtml_Stays) {
  EXPECT_EQ(text_of("if a < 5 & b > 3 && c<6 &nothing; &"), "if a < 5 & b > 3 && c<6 &nothing; &");
  EXPECT_EQ(text_of("open <b"), "open <b");
  EXPECT_EQ(text_of("<!-- open"), "<!-- open");
  EXPECT_EQ(text_of("<"), "<");
}

TEST(HtmlPlainText, Links_AreThoseOfTheWeb_EachOnce) {
  const PlainText plain = plain_text_of_html(
      "<A HREF=\"http://a.example/x?y=1&amp;z=2\">a</A> <a href='https://b.example'>b</a> "
      "<a href='https://b.example'>again</a> <a href=\"javascript:alert(1)\">c</a> <a "
      "href=x>d</a>");
  EXPECT_EQ(plain.text, "a b again c d");
  EXPECT_EQ(plain.links,
            (std::vector<std::string>{"http://a.example/x?y=1&z=2", "https://b.example"}));
}

TEST(HtmlPlainText, Links_AreThoseOfHref_WhereverItStands) {
  const PlainText plain = plain_text_of_html(
      "<a target=\"_blank\" href=\"http://a.example\">a</a> <a title='http://no.example'>b</a> "
      "<A CLASS = wide\n HREF = http://c.example/>c</A> <a nohref href='http://d.example'/>d</a>");
  EXPECT_EQ(plain.text, "a b c d");
  EXPECT_EQ(plain.links, (std::vector<std::string>{"http://a.example", "http://c.example/",
                                                   "http://d.example"}));
}

TEST(HtmlPlainText, OtherTagsAndOpenQuotes_HaveNoLinks) {
  const PlainText plain = plain_text_of_html(
      "<abbr title=\"http://a.example\">a</abbr> <area href=\"http://b.example\">b</a "
      "href=\"http://c.example\"> <a href=\"http://d.example>d</a> <a =\"http://e.example\">e</a>");
  EXPECT_EQ(plain.text, "a b d e");
  EXPECT_TRUE(plain.links.empty());
}

TEST(HtmlPlainText, LargeTextsOfOpenMarks_TakeLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "<a<!--<script<style&";
  EXPECT_EQ(text_of(text), text);
}

TEST(Shortened, Text_IsCutAtAWord) {
  EXPECT_EQ(shortened("one two", 7), "one two");
  EXPECT_EQ(shortened("one two three", 9), "one two\u2026");
  EXPECT_EQ(shortened("\u20AC\u20AC\u20AC", 4), "\u20AC\u2026");
}

}  // namespace
}  // namespace openperflib
