"""Writes the files of examples/v1_module into a C++ source: embed_template.py OUTPUT FILE..."""
import os
import sys


def main(output, *files):
    rows = []
    for file in files:
        with open(file, encoding="utf-8") as text:
            rows.append('    {"%s/%s", R"template(%s)template"},' % (
                os.path.basename(os.path.dirname(file)), os.path.basename(file), text.read()))
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "apps/perflib/provider/module_template.h"\n\n'
                  "namespace openperflib::apps {\nnamespace {\n"
                  "constexpr TemplateFile kFiles[] = {\n%s\n};\n}  // namespace\n"
                  "std::span<const TemplateFile> template_files() noexcept { return kFiles; }\n"
                  "}  // namespace openperflib::apps\n" % "\n".join(rows))


main(*sys.argv[1:])
