"""Whether a rule's tests fail without the code: `check-rules --mutate`.

tests/mutations has the mutations, each a line of code and what to put there instead:

  I7 src/note/index_file.cc
  - the text, which stands once in the file
  + what replaces it

They are done one at a time in a copy of the working tree, build/mutate, with an unoptimised build.
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

TABLE = "tests/mutations"
TEST = re.compile(r"^TEST(?:_[FP])?\((\w+), *(\w+)\)", re.MULTILINE)
SECONDS = 300


class Mutation:
    def __init__(self, number, rule, path):
        self.number, self.rule, self.path = number, rule, path
        self.old, self.new = "", ""

    def stands_once(self, root):
        source = root / self.path
        return source.is_file() and source.read_text(encoding="utf-8").count(self.old) == 1


def table(root):
    rows = []
    for number, line in enumerate((root / TABLE).read_text(encoding="utf-8").splitlines(), 1):
        if re.match(r"[A-Z]+\d+ \S+$", line):
            rows.append(Mutation(number, *line.split()))
        elif line.startswith("- ") and rows:
            rows[-1].old = line[2:]
        elif re.match(r"\+( |$)", line) and rows:
            rows[-1].new = line[2:]
        elif line and not line.startswith("#"):
            sys.exit(f"{TABLE}:{number}: neither a rule with a file, \"- \" nor \"+ \"")
    return rows


def faults(root, rules):
    """What is wrong with the table: a mutation must fit the sources."""
    for row in table(root):
        if row.rule not in rules:
            yield f"{TABLE}:{row.number}: unknown rule {row.rule}"
        if not row.stands_once(root):
            yield f"{TABLE}:{row.number}: {row.path} does not have this text once: {row.old}"


class Copy:
    """A copy of the working tree that is built and changed instead of it."""

    def __init__(self, root):
        self.root = root / "build/mutate"
        self.build = self.root / "build/quick"
        self.log = ""
        self._copy(root)
        if not (self.build / "build.ninja").exists():
            flags = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DLOCI_TESTS=ON"]
            if shutil.which("mold"):
                flags.append("-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold")
            subprocess.run(["cmake", "-S", self.root, "-B", self.build, "-G", "Ninja", *flags],
                           check=True, stdout=subprocess.DEVNULL)

    def _copy(self, root):
        listing = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=root,
                                 check=True, capture_output=True, text=True).stdout
        files = {name for name in listing.split("\0") if name and os.path.lexists(root / name)}
        for top in ["src", "tests"]:
            for path in (self.root / top).rglob("*"):
                if not path.is_dir() and str(path.relative_to(self.root)) not in files:
                    path.unlink()
        for name in files:
            old, new = root / name, self.root / name
            if old.is_symlink() or not new.exists() or old.read_bytes() != new.read_bytes():
                new.parent.mkdir(parents=True, exist_ok=True)
                new.unlink(missing_ok=True)
                shutil.copy(old, new, follow_symlinks=False)

    def builds(self, targets):
        done = subprocess.run(["cmake", "--build", self.build, "--target", *targets],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.log = done.stdout
        return done.returncode == 0

    def failure(self, test):
        """The name of a case that fails, or None."""
        with subprocess.Popen(test.command(self), cwd=self.root, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace",
                              start_new_session=True) as process:
            try:
                output, _ = process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, _ = process.communicate()
                return f"{test.name} (no end within {SECONDS} s)"
        self.log = output
        if process.returncode == 0:
            return None
        case = re.search(r"\[  FAILED  \] ([\w/]+\.[\w/]+)", output)
        return f"{test.target} {case.group(1)}" if case else test.name


class Test:
    """What is run for a rule: the cases of a program, or a transcript."""

    def __init__(self, path):
        self.path, self.name, self.cases = path, str(path.relative_to("tests")), []
        if path.parts[1] == "unit":
            self.target = f"{path.parts[2]}_test"
        elif path.suffix == ".cc":
            self.target = "crash_test" if path.parts[1] == "crash" else path.stem
        else:
            self.target = "loci"

    def command(self, copy):
        if self.cases:
            names = [f"{case}:*/{case}/*" for case in self.cases]
            return [copy.build / self.target, "--gtest_brief=1", "--gtest_filter=" + ":".join(names)]
        file = copy.root / self.path
        if file.suffix in (".t", ".jsonl"):
            return [sys.executable, file.parent / "run-transcripts", "--binary",
                    copy.build / "loci", file]
        return [file, copy.build / "loci"]

    def order(self, source):
        """The program of the module that is changed first, then the small ones."""
        kind = ["unit", "cli", "mcp", "http", "git", "limits", "crash"].index(self.path.parts[1])
        return self.target != f"{source.parts[1]}_test", kind


def tests_of(root, row, named):
    tests = {}
    for name, path, number in named:
        if name != row.rule or path.parts[1] == "fuzz":
            continue
        if path.suffix not in (".cc", ".t", ".jsonl") and not path.name.endswith("_test"):
            continue
        key = path.parts[:3] if path.parts[1] == "unit" else path
        test = tests.setdefault(key, Test(path))
        if path.suffix == ".cc":
            lines = (root / path).read_text(encoding="utf-8").splitlines()
            case = TEST.search("\n".join(lines[number - 1:]))
            if case:
                test.cases.append(".".join(case.groups()))
    return sorted(tests.values(), key=lambda test: test.order(pathlib.Path(row.path)))


def caught(copy, row, tests):
    """What the tests say of the mutation: (whether one fails, words)."""
    source = copy.root / row.path
    text = source.read_text(encoding="utf-8")
    for test in tests:
        # A test that fails anyway would prove nothing.
        if not copy.builds([test.target]) or copy.failure(test):
            return False, f"{test.name} FAILS WITHOUT IT\n{copy.log}"
        source.write_text(text.replace(row.old, row.new), encoding="utf-8")
        try:
            if not copy.builds([test.target]):
                return False, f"DOES NOT BUILD\n{copy.log}"
            failure = copy.failure(test)
        finally:
            source.write_text(text, encoding="utf-8")
        if failure:
            return True, f"caught by {failure}"
    return False, "NOT CAUGHT by " + (", ".join(test.name for test in tests) or "any test")


def run(root, rules, named):
    rows = [row for row in table(root) if not rules or row.rule in rules]
    missing = [rule for rule in rules if rule not in {row.rule for row in rows}]
    if missing:
        sys.exit(f"{TABLE} has no mutation of " + " ".join(missing))
    wrong = [row for row in rows if not row.stands_once(root)]
    for row in wrong:
        print(f"{TABLE}:{row.number}: {row.path} does not have this text once: {row.old}")
    rows = [row for row in rows if row not in wrong]
    copy, escaped = Copy(root), 0
    for row in rows:
        found, words = caught(copy, row, tests_of(copy.root, row, named))
        escaped += not found
        print(f"{row.rule:<4} {row.path:<32} {words}", flush=True)
    print(f"{len(rows)} mutations, {len(rows) - escaped} caught")
    return 1 if wrong or escaped else 0
