"""lodctr and unlodctr: every form, its exact output and its codes, on a title store of the test's own."""

import errno
import hashlib
import os
import pathlib
import random
import resource
import shutil
import subprocess
import threading
import time
import unittest

from tool import (ALL_CASES, NOBODY, PATIENCE, SANITIZED, Result, StandAloneTest, become_nobody, copy_for_everyone,
                  environment, some_of)

LODCTR = os.environ["LODCTR"]
UNLODCTR = os.environ["UNLODCTR"]
MAKE_SERVICE = os.environ["MAKE_SERVICE"]
FAILING_WRITES = os.environ["FAILING_WRITES"]
KILL_AT_CALL = os.environ["KILL_AT_CALL"]
KILLS = int(os.environ.get("KILLS", "20" if ALL_CASES else "5"))  # script/test-slow: 1,000
CALLS_LEFT_OUT = int(os.environ.get("CALLS_LEFT_OUT", "60" if ALL_CASES else "100"))  # between two kills; there: none
IS_ROOT = os.geteuid() == 0
SCOPE = "system" if IS_ROOT else "user"
FIRST = 1848 if IS_ROOT else 200000  # index of the first range that is free

DISQUE_INI = """; the example of the guide
[info]
drivername=DisqueSvc
symbolfile=disque.h
[objects]
QOBJ_009_NAME=
[languages]
009=English
010=Italian
[text]
QOBJ_009_NAME=Disque Queues
QOBJ_009_HELP=Queues kept by the Disque service.
QDEPTH_009_NAME=Depth
QDEPTH_009_HELP=Jobs waiting now.
QRATE_009_NAME=Jobs/sec
QRATE_009_HELP=Jobs finished per second.
QOBJ_010_NAME=Code di Disque
QDEPTH_010_NAME=Profondit\u00e0
"""
DISQUE_H = "#define QOBJ 0\n#define QDEPTH 2\n#define QRATE 4\n"
VALUES = ("Library=/usr/lib/disque.so", "Open=OpenDisque", "Collect=CollectDisque",
          "Close=CloseDisque")
INSTALLED = "\r\nInfo: Successfully installed performance counters in %s\r\n"


def numbered(number):
    return "0x%08X (%d)" % (number, number)


def disque_lines(first, state="Enabled"):
    return ("[DisqueSvc] Performance Counters (%s)\r\n"
            "    DLL Name: /usr/lib/disque.so\r\n"
            "    Open Procedure: OpenDisque\r\n"
            "    Collect Procedure: CollectDisque\r\n"
            "    Close Procedure: CloseDisque\r\n"
            "    First Counter ID: %s\r\n"
            "    Last Counter ID: %s\r\n"
            "    First Help ID: %s\r\n"
            "    Last Help ID: %s\r\n"
            % (state, *map(numbered, (first, first + 4, first + 1, first + 5))))


class LodctrTest(StandAloneTest):
    where = "/tmp" if IS_ROOT else None  # where root becomes another user

    def setUp(self):
        super().setUp()
        self.state = self.folder / "state"
        self.store = self.state / "openperflib"
        self.ini = self.folder / "disque.ini"
        self.ini.write_text(DISQUE_INI, encoding="utf-8")
        (self.folder / "disque.h").write_text(DISQUE_H)

    def make_service(self, name, *values):
        subprocess.run([MAKE_SERVICE, self.store, SCOPE, name, *values], check=True)

    def value(self, name):
        """A text of the key Performance of DisqueSvc; None if there is no such value."""
        done = subprocess.run([MAKE_SERVICE, self.store, SCOPE, "DisqueSvc", "?" + name],
                              capture_output=True, text=True, check=False)
        return done.stdout.removesuffix("\n") if done.returncode == 0 else None

    def run_tool(self, tool, *arguments, cwd=None, before=None, **variables):
        done = subprocess.run([tool, *map(os.fspath, arguments)], capture_output=True, cwd=cwd,
                              timeout=PATIENCE, stdin=subprocess.DEVNULL, preexec_fn=before,
                              env=environment(XDG_STATE_HOME=str(self.state), **variables))
        return Result(done.returncode, done.stdout, done.stderr)

    def lodctr(self, *arguments, **options):
        return self.run_tool(LODCTR, *arguments, **options)

    def assertPrints(self, text, result):
        self.assertEqual((0, text, ""), (result.code, result.text, result.err))

    def assertFails(self, text, result):
        """After a blank line, these lines and exit code 1."""
        self.assertEqual((1, "\r\n" + text + "\r\n", ""), (result.code, result.text, result.err))

    def query(self, *service):
        result = self.lodctr("/Q" + "".join(":" + name for name in service))
        self.assertEqual((0, ""), (result.code, result.err), result)
        return result.text

    def services(self):
        """What /Q prints after the lines about the database."""
        return self.query().split("\r\n\r\n", 1)[1]

    def install(self):
        self.make_service("DisqueSvc", *VALUES)
        self.assertPrints(INSTALLED % self.ini, self.lodctr(self.ini))

    def texts(self):
        """The text of a backup, which has everything that is registered."""
        file = self.folder / "texts.ini"
        self.assertEqual(0, self.lodctr("/S:%s" % file).code)
        return file.read_bytes().decode("utf-16-le")


class Install(LodctrTest):
    def test_query_shows_the_numbers(self):
        self.install()
        text = self.query()
        self.assertTrue(text.startswith(
            "Performance Counter ID Queries [PERFLIB]:\r\n"
            "    Base Index: 0x00000737 (1847)\r\n    Last Counter Text ID: 0x000"), text)
        if not IS_ROOT:  # whose titles come after our own
            last = FIRST + 4
            self.assertIn("    Last Counter Text ID: %s\r\n    Last Help Text ID: %s\r\n\r\n"
                          % (numbered(last), numbered(last + 1)), text)
        self.assertEqual(disque_lines(FIRST), self.services())
        self.assertEqual(text, self.query("disquesvc"))

    def test_object_list_has_the_objects(self):
        self.install()
        self.assertEqual("%d" % FIRST, self.value("Object List"))
        self.assertEqual(0, self.run_tool(UNLODCTR, "DisqueSvc").code)
        self.assertIsNone(self.value("Object List"))

    def test_names_and_help_have_the_numbers(self):
        self.install()
        self.assertIn("\r\n%d=Disque Queues\r\n" % FIRST, self.texts())
        self.assertIn("\r\n%d=Jobs finished per second.\r\n" % (FIRST + 5), self.texts())

    def test_every_language_of_the_file_is_kept(self):
        self.install()
        italian = self.texts().split("[PerfStrings_010]")[1]
        self.assertIn("\r\n%d=Code di Disque\r\n" % FIRST, italian)
        self.assertIn("\r\n%d=Profondit\u00e0" % (FIRST + 2), italian)

    def test_encodings_give_the_same_titles(self):
        wanted = None
        for encoding in ("utf-8-sig", "utf-16", "utf-16-be", "cp1252"):
            shutil.rmtree(self.state, ignore_errors=True)
            data = DISQUE_INI.replace("\n", "\r\n").encode(encoding)
            if encoding == "utf-16-be":
                data = b"\xfe\xff" + data
            self.ini.write_bytes(data)
            self.install()
            wanted = wanted or self.texts()
            self.assertEqual(wanted, self.texts(), encoding)

    def test_name_of_the_header_in_another_case(self):
        (self.folder / "disque.h").rename(self.folder / "Disque.H")
        self.install()

    def test_relative_path_and_a_slash(self):
        self.make_service("DisqueSvc")
        self.assertPrints(INSTALLED % "disque.ini", self.lodctr("disque.ini", cwd=self.folder))

    def test_twice_changes_nothing(self):
        self.install()
        before = self.texts()
        self.assertFails("Error: Performance counters of DisqueSvc are already installed, "
                         "error code is 183", self.lodctr(self.ini))
        self.assertEqual(before, self.texts())

    def test_next_service_follows(self):
        self.install()
        other = self.folder / "echo.ini"
        other.write_text(DISQUE_INI.replace("DisqueSvc", "Echo"), encoding="utf-8")
        self.make_service("Echo")
        self.assertPrints(INSTALLED % other, self.lodctr(other))
        self.assertIn("\r\n\r\n[Echo] Performance Counters (Enabled)\r\n    DLL Name: \r\n", self.query())
        self.assertIn("    First Counter ID: %s\r\n" % numbered(FIRST + 6), self.query("Echo"))

    def test_all_mistakes_are_listed(self):
        self.make_service("DisqueSvc")
        self.ini.write_text(DISQUE_INI.replace("QRATE_009_NAME=", "QNONE_009_NAME=")
                            .replace("QDEPTH_009_NAME=Depth", "QDEPTH_009_NAME="), encoding="utf-8")
        result = self.lodctr(self.ini)
        lines = result.text.split("\r\n")
        self.assertEqual((1, ""), (result.code, lines[0]), result)
        self.assertEqual(lines[-2], "Error: Unable to install performance counters in %s, error code "
                         "is 13" % self.ini)
        mistakes = [line for line in lines if line.startswith("%s:" % self.ini)]
        self.assertIn("%s:13: error: the name QDEPTH_009_NAME is empty" % self.ini, mistakes)
        self.assertIn("%s:15: error: the symbol QNONE is not defined in the symbol header" % self.ini,
                      mistakes)
        self.assertNotIn("First Counter", self.query())

    def test_mistake_of_the_header_names_it(self):
        self.make_service("DisqueSvc")
        (self.folder / "disque.h").write_text(DISQUE_H.replace("QRATE 4", "QRATE 5"))
        result = self.lodctr(self.ini)
        self.assertIn("\r\n%s:3: error: the number of the symbol QRATE is odd\r\n"
                      % (self.folder / "disque.h"), result.text)

    def test_notes_are_warnings(self):
        self.make_service("DisqueSvc")
        self.ini.write_text(DISQUE_INI.replace("[objects]\nQOBJ_009_NAME=\n", ""), encoding="utf-8")
        result = self.lodctr(self.ini)
        self.assertEqual(0, result.code, result)
        self.assertRegex(result.text, r"^\r\n.*:\d+: warning: \[objects\] names no object, so that "
                         r"every query calls the module\r\nInfo: Successfully")

    def test_missing_files(self):
        self.make_service("DisqueSvc")
        self.assertFails("Error: Unable to install performance counters in %s/no.ini: no such file, "
                         "error code is 2" % self.folder, self.lodctr(self.folder / "no.ini"))
        self.assertFails("Error: Unable to install performance counters in /s.ini: no such file, error "
                         "code is 2", self.lodctr("/s.ini"))  # a path that begins as an option does
        header = self.folder / "disque.h"
        header.unlink()
        self.assertFails("Error: Unable to install performance counters in %s: %s: no such file, "
                         "error code is 2" % (self.ini, header), self.lodctr(self.ini))

    def test_japanese_code_page_ctrl_z_and_neutral_texts(self):
        self.make_service("DisqueSvc")
        (self.folder / "disque.h").write_bytes((self.folder / "disque.h").read_bytes() + b"\x1a")
        text = DISQUE_INI.replace("\u00e0", "a").replace("[languages]", "[languages]\n011=\u65e5\u672c\u8a9e\n000=Neutral")
        text += "QOBJ_011_NAME=\u5e97\u306e\u30ab\u30a6\u30f3\u30bf\u30fc\nQOBJ_000_NAME=Disque\n\x1a"
        self.ini.write_bytes(text.encode("cp932"))
        result = self.lodctr(self.ini)
        self.assertEqual(0, result.code, result.text)
        self.assertEqual(1, result.text.count("texts in 000 (neutral) are left out"), result.text)
        self.assertStored("\u5e97\u306e\u30ab\u30a6\u30f3\u30bf\u30fc".encode("utf-8"))

    def test_text_in_no_code_page_names_it(self):
        self.make_service("DisqueSvc")
        self.ini.write_bytes(DISQUE_INI.encode("utf-8") + b"QOBJ_011_NAME=\x81\xff\n")
        result = self.lodctr(self.ini)
        self.assertEqual(1, result.code)
        self.assertIn("QOBJ_011_NAME (code page 932) is not text in the code page of its language: save the file as "
                      "UTF-16, or as UTF-8 with a byte order mark", result.text)

    def test_service_without_a_key(self):
        result = self.lodctr(self.ini)
        self.assertEqual(1, result.code)
        self.assertIn("error code is 1060", result.text)
        self.assertNotIn("DisqueSvc", self.query())

    def test_trusted_writes_the_digest_of_the_library(self):
        library = self.folder / "disque.so"
        library.write_bytes(b"not really a library")
        self.make_service("DisqueSvc", "Library=%s" % library)
        self.ini.write_text(DISQUE_INI.replace("symbolfile", "trusted=\nsymbolfile"), encoding="utf-8")
        self.assertPrints(INSTALLED % self.ini, self.lodctr(self.ini))
        self.assertStored(hashlib.sha256(b"not really a library").digest())

    def test_trusted_without_a_library_is_a_warning(self):
        self.make_service("DisqueSvc", "Library=%s/none.so" % self.folder)
        self.ini.write_text(DISQUE_INI.replace("symbolfile", "trusted=\nsymbolfile"), encoding="utf-8")
        self.assertPrints("\r\nWarning: The library of DisqueSvc is not trusted: %s/none.so: no such "
                          "file\r\nInfo: Successfully installed performance counters in %s\r\n"
                          % (self.folder, self.ini), self.lodctr(self.ini))

    def assertStored(self, value):
        """Somewhere in the store, which is one file."""
        self.assertIn(value, (self.store / "titles.db").read_bytes())


class Switches(LodctrTest):
    def test_disable_and_enable(self):
        self.install()
        self.assertPrints("", self.lodctr("/D:disquesvc"))
        self.assertEqual(disque_lines(FIRST, "Disabled"), self.services())
        self.assertPrints("", self.lodctr("-e:DisqueSvc"))
        self.assertEqual(disque_lines(FIRST), self.services())
        self.assertPrints("", self.lodctr("/d", "DisqueSvc"))
        self.assertEqual(disque_lines(FIRST, "Disabled"), self.services())

    def test_unknown_service(self):
        for word in ("/E:None", "/D:None", "/T:None", "/Q:None"):
            result = self.lodctr(word)
            self.assertEqual(1, result.code, word)
            self.assertRegex(result.text, r"^\r\nError: Unable to .*None.*, error code is 1060\r\n$")

    def test_base_services_are_enabled(self):
        """Windows has a module for each, and scripts of repair enable and query them by name."""
        for service in some_of(("PerfDisk", "PerfNet", "PerfOS", "PerfProc"), 3):
            self.assertPrints("", self.lodctr("/e:" + service.lower()))
            text = self.query(service.upper())
            self.assertIn("[%s] Performance Counters (Enabled)\r\n    DLL Name: (built in)\r\n" % service, text)
            self.assertNotIn("First Counter ID", text)
            result = self.lodctr("/d:" + service)
            self.assertEqual(1, result.code)
            self.assertIn("Unable to disable performance counters of %s: " % service, result.text)
            self.assertIn("error code is 50", result.text)

    def test_registered_service_of_a_base_name_is_that_service(self):
        self.make_service("PerfOS", "Library=/nowhere.so")
        self.assertPrints("", self.lodctr("/d:PerfOS"))
        self.assertIn("[PerfOS] Performance Counters (Disabled)\r\n    DLL Name: /nowhere.so\r\n", self.query("perfos"))

    def test_trust(self):
        library = self.folder / "disque.so"
        library.write_bytes(b"ELF")
        self.make_service("DisqueSvc", "Library=%s" % library)
        self.assertPrints("\r\nInfo: Successfully marked DisqueSvc as trusted: %s\r\n" % library,
                          self.lodctr("/T:DisqueSvc"))
        self.assertIn(hashlib.sha256(b"ELF").digest(), (self.store / "titles.db").read_bytes())
        library.unlink()
        self.assertFails("Error: Unable to trust the library of DisqueSvc: %s: no such file, error "
                         "code is 2" % library, self.lodctr("/T:DisqueSvc"))

    def test_help(self):
        for word in ("/?", "-?", "--help", "-h"):
            result = self.lodctr(word)
            self.assertEqual((0, ""), (result.code, result.err))
            self.assertTrue(result.text.startswith("\r\n\r\nLODCTR\r\n"), result)
        text = self.lodctr("/?").text
        for form in ("<INI", "/S:", "/R:", "/T:", "/E:", "/D:", "/Q:", "/C:", "/H:", "/L:", "/?"):
            self.assertIn(form, text)
        self.assertIn("  LODCTR /M:<Manifest>          Register the counter sets of a manifest.\r\n"
                      "         [<Folder>]             Its programs' folder. Default: the manifest's.\r\n", text)
        other = self.run_tool(UNLODCTR, "/?").text
        self.assertTrue(other.startswith("\r\n\r\nUNLODCTR\r\n"))
        self.assertEqual([], [line for line in (text + other).split("\r\n") if len(line) > 80])

    def test_completion(self):
        self.install()
        for tool, words, wanted in ((LODCTR, ("-D:d",), "-D:DisqueSvc\n"),
                                    (LODCTR, ("/q", ""), "DisqueSvc\n"),
                                    (LODCTR, ("/S", "x"), "<files>\n"),
                                    (LODCTR, ("",), "<files>\n"),
                                    (LODCTR, ("-s",), "-S:\n"),
                                    (LODCTR, ("-L:",), ""),
                                    (UNLODCTR, ("",), "DisqueSvc\n")):
            self.assertEqual(wanted, self.run_tool(tool, "--complete", *words).text, words)

    def test_usage(self):
        for words in ((), ("/S",), ("/E:",), ("/Q", "/R"), ("a.ini", "b.ini"), ("/C:a", "/Q"),
                      ("/C:a",), ("/L:009",), ("/L:0", "/C:a"), ("/L:xyz", "/H:a")):
            result = self.lodctr(*words)
            self.assertEqual(1, result.code, words)
            self.assertRegex(result.text, r"^\r\nError: .*, error code is 87\r\n$", words)
        self.assertRegex(self.run_tool(UNLODCTR).text, r"error code is 87\r\n$")


class Names(LodctrTest):
    def names(self, name, pairs, encoding="utf-16-le"):
        path = self.folder / name
        path.write_bytes(("".join("%d\0%s\0" % pair for pair in pairs) + "\0").encode(encoding))
        return path

    def test_new_names_and_help(self):
        self.install()
        names = self.names("names.dat", ((2, "Sistema"), (FIRST, "Queues"), (FIRST + 40, "Nothing")))
        helps = self.names("helps.dat", ((FIRST + 1, "All queues."),), "utf-8")
        self.assertPrints("\r\nInfo: Successfully updated performance counter text of language 009\r\n",
                          self.lodctr("/C:%s" % names, "/H:%s" % helps, "/L:009"))
        text = self.texts()
        self.assertIn("\r\n%d=Queues\r\n%d=All queues.\r\n" % (FIRST, FIRST + 1), text)
        self.assertIn("\r\n2=System\r\n", text)
        self.assertNotIn("Nothing", text)

    def test_another_language(self):
        self.install()
        names = self.names("names.dat", ((FIRST, "Colas"),))
        self.assertEqual(0, self.lodctr("/L:a", "/C:%s" % names).code)
        self.assertIn("\r\n%d=Colas" % FIRST, self.texts().split("[PerfStrings_00A]")[1])

    def test_rebuild_restores_new_names_and_help(self):
        self.install()
        names = self.names("names.dat", ((FIRST, "Queues"), (FIRST + 2, "Jobs")))
        helps = self.names("helps.dat", ((FIRST + 1, "Colas de Disque."),), "utf-8")
        self.assertEqual(0, self.lodctr("/C:%s" % names, "/L:009").code)
        self.assertEqual(0, self.lodctr("/H:%s" % helps, "/L:00A").code)
        before = self.texts()
        (self.store / "titles.db").write_bytes(b"damaged")
        self.assertEqual(0, self.lodctr("/R").code)
        self.assertEqual(before, self.texts())
        self.assertIn("\r\n%d=Queues\r\n" % FIRST, before)

    def test_damaged_file(self):
        self.install()
        names = self.names("names.dat", ((FIRST, "Queues"),), "utf-8")
        names.write_bytes(names.read_bytes()[:-1] + b"two\0x\0\0")
        before = self.texts()
        result = self.lodctr("/C:%s" % names, "/L:009")
        self.assertRegex(result.text, r"names.dat: name file.index at byte \d+: is not a number, error "
                         r"code is 13\r\n$")
        self.assertEqual(before, self.texts())


class Backup(LodctrTest):
    def save(self, name="backup.ini"):
        file = self.folder / name
        self.assertPrints("\r\nInfo: Successfully saved performance counter setting to %s\r\n" % file,
                          self.lodctr("/S:%s" % file))
        return file

    def test_layout(self):
        self.install()
        self.assertPrints("", self.lodctr("/D:DisqueSvc"))
        text = self.save().read_bytes().decode("utf-16-le")
        self.assertTrue(text.startswith("\r\n\r\n[Perflib]\r\nBase Index=1847\r\nLast Counter="), text[:99])
        self.assertIn("\r\n\r\n[PERF_DisqueSvc]\r\nFirst Counter=%d\r\nFirst Help=%d\r\n"
                      "Last Counter=%d\r\nLast Help=%d\r\nDisable Performance Counters=1\r\n\r\n"
                      "[PerfStrings_009]\r\n1=1847\r\n2=System\r\n"
                      % (FIRST, FIRST + 1, FIRST + 4, FIRST + 5), text)

    def test_restore_after_removal(self):
        self.install()
        file = self.save()
        before = self.texts()
        self.assertEqual(0, self.run_tool(UNLODCTR, "DisqueSvc").code)
        self.assertNotIn("Disque Queues", self.texts())
        result = self.lodctr("/R:%s" % file)
        self.assertEqual((0, ""), (result.code, result.err), result)
        self.assertTrue(result.text.endswith(
            "\r\nInfo: Successfully restored performance counter setting from %s\r\n" % file), result)
        self.assertEqual(before, self.texts())
        self.assertEqual(disque_lines(FIRST), self.services())
        self.assertIn("Warning: the objects of DisqueSvc are not known, so that every query calls its "
                      "module", result.text)
        self.assertIsNone(self.value("Object List"))

    def test_restore_of_installed_titles_keeps_the_object_list(self):
        self.install()
        file = self.save()
        names = self.folder / "names.dat"
        names.write_bytes(b"%d\0Changed\0\0" % FIRST)
        self.assertEqual(0, self.lodctr("/C:%s" % names, "/L:009").code)
        self.assertPrints("\r\nInfo: Successfully restored performance counter setting from %s\r\n"
                          % file, self.lodctr("/R:%s" % file))
        self.assertIn("\r\n%d=Disque Queues\r\n" % FIRST, self.texts())
        self.assertEqual("%d" % FIRST, self.value("Object List"))
        text = self.texts()
        self.assertEqual(0, self.lodctr("/R").code)
        self.assertEqual(text, self.texts())

    def test_restore_overwrites_everything(self):
        self.install()
        file = self.save()
        other = self.folder / "echo.ini"
        other.write_text(DISQUE_INI.replace("DisqueSvc", "Echo"), encoding="utf-8")
        self.make_service("Echo")
        self.assertEqual(0, self.lodctr(other).code)
        self.assertPrints("\r\nWarning: Echo is not in the file; its titles are removed\r\n"
                          "Info: Successfully restored performance counter setting from %s\r\n" % file,
                          self.lodctr("-r", file))
        self.assertIn("[Echo] Performance Counters (Enabled)\r\n    DLL Name: \r\n"
                      "    Open Procedure: \r\n    Collect Procedure: \r\n    Close Procedure: \r\n",
                      self.query())
        self.assertNotIn("First Counter", self.query("Echo"))

    def test_restore_passes_over_services_without_a_key(self):
        self.install()
        file = self.save()
        shutil.rmtree(self.state)
        self.assertPrints("\r\nWarning: DisqueSvc is not registered; its titles are passed over\r\n"
                          "Info: Successfully restored performance counter setting from %s\r\n" % file,
                          self.lodctr("/R:%s" % file))

    def test_restore_of_a_damaged_file_changes_nothing(self):
        self.install()
        file = self.save()
        before = self.texts()
        text = file.read_bytes().decode("utf-16-le").replace("First Counter=", "First Counter=x")
        file.write_bytes(text.encode("utf-16-le"))
        result = self.lodctr("/R:%s" % file)
        self.assertEqual(1, result.code)
        self.assertRegex(result.text, r"^\r\n.*backup.ini:\d+: error: .*\r\n\r\nError: Unable to restore "
                         r"performance counter setting from .*backup.ini, error code is 13\r\n$")
        self.assertEqual(before, self.texts())

    def test_rebuild_needs_only_the_texts(self):
        self.install()
        before = self.texts()
        (self.store / "titles.db").unlink()
        self.assertPrints("\r\nInfo: Successfully rebuilt performance counter setting from system backup "
                          "store\r\n", self.lodctr("/R"))
        self.assertEqual(before, self.texts())
        self.assertEqual(disque_lines(FIRST), self.services())

    def test_rebuild_replaces_a_damaged_store(self):
        self.install()
        before = self.texts()
        store = self.store / "titles.db"
        store.write_bytes(store.read_bytes()[:100])
        self.assertEqual(1, self.lodctr("/Q").code)
        self.assertEqual(0, self.lodctr("/R").code)
        self.assertEqual(before, self.texts())

    def test_save_to_a_folder_that_does_not_exist(self):
        file = self.folder / "none" / "backup.ini"
        self.assertFails("Error: Unable to save performance counter setting to %s: no such file, "
                         "error code is 2" % file, self.lodctr("/S:%s" % file))


class Unlodctr(LodctrTest):
    def test_removes_and_says_what(self):
        before = self.query()
        self.install()
        self.assertPrints("\r\nRemoving counter names and explain text for DisqueSvc\r\n"
                          "Updating text for language 009\r\nUpdating text for language 010\r\n",
                          self.run_tool(UNLODCTR, "disquesvc"))
        self.assertNotIn("First Counter", self.query())
        self.assertEqual(before.split("\r\n\r\n")[0], self.query().split("\r\n\r\n")[0])
        self.assertFails("Error: Counters for DisqueSvc have not been installed yet, error code is 2",
                         self.run_tool(UNLODCTR, "DisqueSvc"))
        self.assertPrints(INSTALLED % self.ini, self.lodctr(self.ini))

    def test_others_keep_their_numbers(self):
        self.install()
        other = self.folder / "echo.ini"
        other.write_text(DISQUE_INI.replace("DisqueSvc", "Echo"), encoding="utf-8")
        self.make_service("Echo")
        self.assertEqual(0, self.lodctr(other).code)
        numbers = self.query("Echo").split("\r\n\r\n")[1]
        self.assertEqual(0, self.run_tool(UNLODCTR, "DisqueSvc").code)
        self.assertEqual(numbers, self.query("Echo").split("\r\n\r\n")[1])

    def test_unknown_service(self):
        result = self.run_tool(UNLODCTR, "None")
        self.assertEqual(1, result.code)
        self.assertRegex(result.text, r"^\r\nError: .*, error code is 1060\r\n$")


class Faults(LodctrTest):
    def test_full_disk_changes_nothing(self):
        self.install()
        before = self.texts()
        other = self.folder / "echo.ini"
        other.write_text(DISQUE_INI.replace("DisqueSvc", "Echo"), encoding="utf-8")
        self.make_service("Echo")
        result = self.lodctr(other, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)))
        self.assertEqual(1, result.code, result)
        self.assertRegex(result.text, r"^\r\nError: .*, error code is \d+\r\n$")
        self.assertEqual(before, self.texts())

    def test_read_only_folder(self):
        if not IS_ROOT:
            self.skipTest("only root may become another user")
        self.folder.chmod(0o755)
        lodctr, unlodctr = map(copy_for_everyone, (LODCTR, UNLODCTR))
        subprocess.run([MAKE_SERVICE, self.store, "user", "DisqueSvc"], check=True)
        for path in (self.state, *self.state.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        self.assertPrints(INSTALLED % self.ini, self.run_tool(lodctr, self.ini, before=become_nobody))
        self.assertEqual(0, self.run_tool(unlodctr, "DisqueSvc", before=become_nobody).code)
        self.store.chmod(0o555)
        self.addCleanup(self.store.chmod, 0o755)
        result = self.run_tool(lodctr, self.ini, before=become_nobody)
        self.assertEqual(1, result.code, result)
        self.assertRegex(result.text, r", error code is 5\r\n$")

    def test_any_write_that_fails_changes_nothing(self):
        """The writes of an installation, one after the other: the disk is full, then it breaks."""
        if SANITIZED:
            self.skipTest("a sanitizer must be the first library")
        self.install()
        self.assertEqual(0, self.run_tool(UNLODCTR, "DisqueSvc").code)
        before = self.texts()
        for error in (errno.ENOSPC, errno.EIO):
            for number in range(1, 1000):
                result = self.lodctr(self.ini, LD_PRELOAD=FAILING_WRITES, FAIL_IN=str(self.store),
                                     FAIL_FROM=str(number), FAIL_WITH=str(error))
                if result.code == 0:
                    break
                self.assertRegex(result.text, r"^\r\nError: .*, error code is \d+\r\n$")
                self.assertEqual(before, self.texts(), number)
            self.assertGreater(number, 2)
            self.assertEqual(0, self.run_tool(UNLODCTR, "DisqueSvc").code)


class Kills(LodctrTest):
    """lodctr and unlodctr, killed in turn: the store is the old one or the new one."""

    def setUp(self):
        super().setUp()
        self.install()
        self.new = self.services()
        self.assertEqual(0, self.run_tool(UNLODCTR, "DisqueSvc").code)
        self.old = self.services()

    def command(self):
        return [LODCTR, str(self.ini)] if self.services() == self.old else [UNLODCTR, "DisqueSvc"]

    def tearDown(self):
        """It works on."""
        services = self.services()
        self.assertIn(services, (self.old, self.new))
        self.assertEqual(0, self.run_tool(*self.command()).code)
        self.assertNotEqual(services, self.services())
        super().tearDown()

    def test_at_any_moment_with_a_reader(self):
        self.reader = shutil.copy(MAKE_SERVICE, self.folder)  # who reads may not reach the build
        for path in (self.folder, self.state):
            path.chmod(0o755)
        seen, stopped = set(), threading.Event()

        def read_all_the_time():
            while not stopped.is_set():
                seen.add(self.object_list_for_a_plain_user())
        reader = threading.Thread(target=read_all_the_time)
        reader.start()
        try:
            self.kill_at_random_moments()
        finally:
            stopped.set()
            reader.join()
        self.assertTrue(seen)
        self.assertLessEqual(seen, {(0, "%d\n" % FIRST), (1, "")})

    def object_list_for_a_plain_user(self):
        """The code and text of a reader of the store, which is nobody where root runs the test."""
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if IS_ROOT else {}
        done = subprocess.run([self.reader, self.store, SCOPE, "DisqueSvc", "?Object List"],
                              capture_output=True, text=True, check=False, cwd="/", **user)
        return done.returncode, done.stdout

    def kill_at_random_moments(self):
        dice = random.Random(23)
        print("seed 23")
        for turn in range(KILLS):
            process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL,
                                       env=environment(XDG_STATE_HOME=str(self.state)))
            time.sleep(dice.uniform(0, 0.04))  # when it dies is the experiment
            process.kill()
            process.wait()
            self.assertIn(self.services(), (self.old, self.new), turn)

    def test_before_and_after_each_system_call(self):
        for stop in range(1 + CALLS_LEFT_OUT // 2, 100000, 1 + CALLS_LEFT_OUT):
            command = self.command()
            done = subprocess.run([KILL_AT_CALL, "0", str(stop), *command], stdout=subprocess.DEVNULL,
                                  env=environment(XDG_STATE_HOME=str(self.state)), check=False)
            if done.returncode == 2:
                self.skipTest("a process cannot be traced here")
            self.assertIn(self.services(), (self.old, self.new), (stop, command))
            if done.returncode == 1:
                break
        self.assertGreater(stop, 200)


if __name__ == "__main__":
    unittest.main()
