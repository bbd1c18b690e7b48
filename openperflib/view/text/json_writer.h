// JSON as all tools print it, written piece by piece, so that no document is in memory as a whole.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// How the members of objects and the elements of arrays lie on lines.
enum class JsonLayout : std::uint8_t {
  line,   // all on one line, without spaces
  lines,  // one on each line, with an indent of two spaces
};

// Appends JSON to a text that the caller takes as often as it likes. Begin and end calls match, and
// a key stands before each value in an object: the caller's duty.
//
// Bad UTF-8 in texts is replaced. Characters that a terminal would obey are escaped as \u00xx: JSON
// allows DEL, C1 and marks that change the direction of text in strings, and names come from
// others.
class JsonWriter {
 public:
  explicit JsonWriter(JsonLayout layout) : layout_(layout) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void key(std::string_view name);

  // Write one value each. A text gets quotes and escapes; a list becomes an array.
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(double number);  // null if it is not finite
  void value(std::nullptr_t null);
  void json(std::string_view one_value) { plain(one_value); }  // JSON already, which another wrote
  template <std::same_as<bool> T>
  void value(T is_true) {
    plain(is_true ? "true" : "false");
  }
  template <std::signed_integral T>
  void value(T number) {
    integer(std::int64_t{number});
  }
  template <std::unsigned_integral T>
    requires(!std::same_as<T, bool>)
  void value(T number) {
    integer(std::uint64_t{number});
  }
  template <typename T>
  void value(const std::optional<T>& known) {  // null if there is none
    known.has_value() ? value(*known) : value(nullptr);
  }
  template <typename T>
  void value(const std::vector<T>& list) {
    begin_array();
    for (const T& one : list) value(one);
    end_array();
  }

  // A key and its value.
  template <typename T>
  void member(std::string_view name, const T& of_name) {
    key(name);
    value(of_name);
  }

  // A key, and an array of an object for each of `list`, whose members `write(one)` writes.
  template <typename List, typename Write>
  void objects(std::string_view name, const List& list, Write write) {
    key(name);
    begin_array();
    for (const auto& one : list) {
      begin_object();
      write(one);
      end_object();
    }
    end_array();
  }

  // What was written since the last call, and how many bytes that is.
  [[nodiscard]] std::string take();
  [[nodiscard]] std::size_t size() const noexcept { return text_.size(); }

 private:
  // Write a bracket, and enter or leave its level of has_elements_.
  void begin(char bracket);
  void end(char bracket);
  // Begins an element of an array; does nothing after a key or at the outermost level.
  void before_value();
  // Writes the comma, except before the first element, and the line break.
  void next_in_list();
  // Writes a line end and the indent; nothing in JsonLayout::line.
  void new_line();
  void plain(std::string_view text);  // a value that is JSON already
  void integer(std::int64_t number);
  void integer(std::uint64_t number);

  JsonLayout layout_;
  bool is_after_key_ = false;
  std::vector<bool> has_elements_;  // of each open object and array, the innermost last
  std::string text_;
};

// A text as JSON: in quotes, with escapes.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace openperflib
