#include "openperflib/view/services/module_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace openperflib {
namespace {

constexpr auto kRules = std::to_array<ModuleRuleRow>({
    {ModuleRule::library_refused, "library-refused",
     "Only root and you may change the library and its folder.",
     "Make root or yourself the owner of the library and its folder, and let nobody else write "
     "them."},
    {ModuleRule::not_loaded, "not-loaded",
     "The library is loaded, and has the procedures that the service names.",
     "Build it for this machine, link all that it uses, and export the procedures, or name them "
     "with --open, --collect and --close."},
    {ModuleRule::open_error, "open-error", "Open returns success.",
     "Let Open succeed while the application does not run; Collect can have no instances until it "
     "does."},
    {ModuleRule::open_slow, "open-slow", "Open returns within 5 seconds.",
     "Connect to the application in Collect, when it is first needed, or in a thread of your own."},
    {ModuleRule::close_error, "close-error", "Close returns success.",
     "Return ERROR_SUCCESS, whatever Open did."},
    {ModuleRule::reopen, "reopen", "After Close, the module can be opened again.",
     "Free in Close all that Open made, and set what it initializes again in Open."},
    {ModuleRule::crash, "crash", "No procedure ends its process.",
     "Run the host under a debugger, or the module under a sanitizer; never call exit() or "
     "abort()."},
    {ModuleRule::hang, "hang", "Every procedure returns in time.",
     "Wait for nothing: no locks, no network, no answers of the application without a time limit."},
    {ModuleRule::exception, "exception", "No exception leaves a procedure.",
     "Catch all exceptions in the procedure and return success without objects."},
    {ModuleRule::collect_code, "collect-code",
     "Collect returns ERROR_SUCCESS or ERROR_MORE_DATA (234), and no other code.",
     "Return ERROR_SUCCESS without objects where there is nothing to report."},
    {ModuleRule::small_code, "small-buffer-code",
     "Where there is too little room, Collect returns ERROR_MORE_DATA (234).",
     "Calculate the length first, and compare it with *size before anything is written."},
    {ModuleRule::small_size, "small-buffer-size", "With ERROR_MORE_DATA, *size is 0.",
     "Set *size and *objects to 0 at the beginning of Collect."},
    {ModuleRule::small_objects, "small-buffer-objects", "With ERROR_MORE_DATA, *objects is 0.",
     "Set *size and *objects to 0 at the beginning of Collect."},
    {ModuleRule::small_pointer, "small-buffer-pointer", "With ERROR_MORE_DATA, *data is as it was.",
     "Advance *data only after everything has been written."},
    {ModuleRule::never_enough, "never-enough", "An answer must fit into 64 MiB.",
     "Report fewer instances; compare the room with what is needed, in bytes."},
    {ModuleRule::exact_refused, "exact-size",
     "A buffer of exactly the length of the answer is enough.",
     "Compare with the length of what is written, and refuse only what is smaller."},
    {ModuleRule::pointer, "pointer", "*data is advanced by exactly *size bytes.",
     "Set *data to the first byte after what was written, and *size to the difference."},
    {ModuleRule::length, "length", "*size is not beyond the buffer.",
     "Compare the length with *size before anything is written."},
    {ModuleRule::guard, "overrun", "Nothing is written outside the buffer.",
     "Write between *data and *data + *size only, as *size was when Collect was called."},
    {ModuleRule::alignment, "alignment", "All lengths are multiples of 8.",
     "Pad objects, definitions, instances with their names, and counter blocks to multiples of 8 "
     "bytes."},
    {ModuleRule::nothing_pointer, "nothing-pointer",
     "Where nothing was asked for, *data is as it was.",
     "Leave *data alone where no object is written."},
    {ModuleRule::object_count, "object-count", "*objects is the number of objects.",
     "Count the PERF_OBJECT_TYPE structures that were written."},
    {ModuleRule::object_lengths, "object-lengths", "The lengths of the objects add up to *size.",
     "Set TotalByteLength to the bytes from the header of the object to the end of its last "
     "counter block."},
    {ModuleRule::object_index, "object-index",
     "The index of an object is First Counter plus its symbol.",
     "Read First Counter from the key Performance in Open, and add the symbol."},
    {ModuleRule::counter_index, "counter-index",
     "The index of a counter is First Counter plus its symbol, or a title of Windows.",
     "Read First Counter from the key Performance in Open, and add the symbol."},
    {ModuleRule::definitions, "definitions",
     "Definitions are whole, and values are inside their counter block.",
     "Set HeaderLength, DefinitionLength, NumCounters and the ByteLength of each definition to "
     "what was written."},
    {ModuleRule::instances, "instances",
     "Instances are as many as NumInstances says, and fill the object.",
     "Set the ByteLength of each instance and of each counter block, and NameOffset and NameLength "
     "within the instance."},
    {ModuleRule::parents, "parents", "A parent is an instance of the same answer.",
     "Write parents before their children, also where only the children were asked for."},
    {ModuleRule::instance_name, "instance-name", "An instance has a name that ends with NUL.",
     "Count the NUL in NameLength, in bytes, and put the name after the definition."},
    {ModuleRule::instance_unique, "instance-unique",
     "Names are unique within their parent, ignoring case, and so are unique ids.",
     "Append #1, #2 to names that are equal, or give each instance a UniqueID of its own."},
    {ModuleRule::base, "base", "A fraction or an average is followed by its base.",
     "Write the definition of the base directly after that of its counter, as winperf.h pairs "
     "their types."},
    {ModuleRule::counter_type, "counter-type", "The type of a counter is one of winperf.h.",
     "Use one of the PERF_... types; others have no value anywhere."},
    {ModuleRule::counter_size, "counter-size", "The size of a counter is that of its type.",
     "Use a DWORD for types of 4 bytes and a ULONGLONG for types of 8 bytes, and say so in "
     "CounterSize."},
    {ModuleRule::changed, "definitions-changed", "Definitions are the same in every answer.",
     "Fill in the definitions once, in Open, and copy them in Collect."},
    {ModuleRule::decreased, "counter-reset",
     "A collection changes nothing: what is counted does not decrease.",
     "Never reset a counter in Collect; other readers count from its earlier values."},
    {ModuleRule::unasked, "unasked", "For indices of others, nothing is written.",
     "Compare whole words of the query with the indices of your objects: 23 is not 238."},
    {ModuleRule::unanswered, "unanswered", "The index of an object is answered with that object.",
     "Look for First Counter plus the symbol of each object in the words of the query."},
    {ModuleRule::symbol_unused, "symbol-unused",
     "Each symbol of the .ini is an object or a counter of some answer.",
     "Remove its texts from the .ini, or write its definition."},
    {ModuleRule::unnamed, "unnamed", "Each object and counter has a name in the .ini.",
     "Add SYMBOL_009_NAME to [text]."},
    {ModuleRule::no_object_list, "no-object-list", "The .ini has a section [objects].",
     "Name the objects there; without it, every query calls the module."},
    {ModuleRule::object_unlisted, "object-unlisted",
     "[objects] names each object, and objects alone.",
     "Let [objects] have one line for each object: SYMBOL_009_NAME=."},
    {ModuleRule::slow, "collect-slow", "Collect returns within half a second.",
     "Collect in a thread of the application, and copy the last values in Collect."},
    {ModuleRule::heap, "heap-leak", "1,000 collections do not use more memory than before.",
     "Free in Collect what it allocates, or allocate it in Open; valgrind or a sanitizer names the "
     "line."},
    {ModuleRule::descriptors, "descriptor-leak", "1,000 collections do not leave descriptors open.",
     "Close in Collect what it opens, or open it in Open and close it in Close."},
    {ModuleRule::threads, "thread-leak", "1,000 collections do not leave threads running.",
     "Start threads in Open and join them in Close."},
    {ModuleRule::mappings, "mapping-leak", "1,000 collections do not leave memory mapped.",
     "Map in Open and unmap in Close, or unmap in Collect what it maps."},
});
static_assert(std::ranges::is_sorted(kRules, {}, &ModuleRuleRow::rule));
static_assert(kRules.size() == static_cast<std::size_t>(ModuleRule::mappings) + 1);

}  // namespace

std::span<const ModuleRuleRow> module_rules() noexcept { return kRules; }

const ModuleRuleRow& row_of(ModuleRule rule) noexcept {
  return kRules[static_cast<std::size_t>(rule)];
}

}  // namespace openperflib
