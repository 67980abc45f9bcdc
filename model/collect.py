#!/usr/bin/env python3
"""Reads the sources into texts and pairs.

    collect.py --sources sources.tsv --git DIR --packages DIR --held-out DIR --out DIR

--git has a clone of each repository as owner+name (or owner+name/repo, bare); --packages has the wheels and source
archives. --held-out is a folder of retrieval sets: what shares a run of twelve words with one of their documents is dropped, and
a source that does so often is left out whole and named. Writes texts.txt (one a line), pairs.tsv (two line
numbers and a kind) and report.tsv (what each source gave).
"""

import argparse
import ast
import csv
import fnmatch
import gzip
import hashlib
import io
import json
import pathlib
import random
import re
import subprocess
import tarfile
import textwrap
import zipfile

MOST_TEXTS = 110_000   # of one source, so that no product speaks for all
MOST_PAIRS = 45_000
RUN = 12               # words that two texts must share to count as one
# Texts that a source may share with the sets: guides quote each other, and what is shared is dropped; a package of code
# that shares one function is taken for a repository that a set is made from.
MOST_SHARED = {"git": 8, "pypi": 0, "npm": 0}

FENCE = re.compile(r"^(\s*)(```+|~~~+)")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(`])")


# --- Markdown ---------------------------------------------------------------------------------------------------------

def plain(text):
    """A line of Markdown as a person reads it."""
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.S)
    text = re.sub(r"\{\{[<%]?.*?[>%]?\}\}|\{%.*?%\}|\{#.*?#?\}|:::\S*|<xref:[^>]*>", " ", text, flags=re.S)
    text = re.sub(r"!\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"\[([^\]]+)\](\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"</?[A-Za-z][^<>]*>", " ", text)
    text = re.sub(r"https?://\S+", " ", text)
    text = re.sub(r"(\*\*|__|`+|~~)", "", text)
    text = re.sub(r"^\s*(>\s?)+(\[!\w+\])?", "", text, flags=re.M)
    text = re.sub(r"^\s*([-*+]|\d+[.)])\s+", "", text, flags=re.M)
    text = re.sub(r"&nbsp;|&#\d+;|&\w+;", " ", text)
    return re.sub(r"\s+", " ", text).strip()


def front_matter(text):
    if not text.startswith("---"):
        return {}, text
    end = text.find("\n---", 3)
    if end < 0:
        return {}, text
    fields = {}
    for line in text[3:end].splitlines():
        found = re.match(r"(title|description|summary|intro|shortTitle)\s*:\s*(.+)", line)
        if found and found[2].strip() not in (">", "|", ">-", "|-"):
            fields[found[1]] = plain(found[2].strip().strip("'\""))
    return fields, text[end + 4:]


def blocks(text):
    """('heading', level, text) | ('prose', 0, text) | ('code', 0, text), in order."""
    gathered, code, fence = [], [], None

    def close():
        joined = plain("\n".join(gathered))
        gathered.clear()
        if joined:
            yield ("prose", 0, joined)

    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence is not None:
            if mark and mark[2].startswith(fence):
                yield ("code", 0, textwrap.dedent("\n".join(code)).strip())
                code, fence = [], None
            else:
                code.append(line)
            continue
        if mark:
            yield from close()
            fence = mark[2][:3]
            continue
        heading = HEADING.match(line)
        if heading:
            yield from close()
            yield ("heading", len(heading[1]), plain(heading[2]))
        elif not line.strip():
            yield from close()
        elif line.lstrip().startswith(("|", "import ", "export ")):
            continue
        else:
            gathered.append(line)
    yield from close()


def sentences(prose):
    return [s.strip() for s in SENTENCE_END.split(prose)]


def shortened(text, most):
    split = text.split()
    return " ".join(split[:most])


def from_markdown(text):
    """Yields ('text', t) and ('pair', kind, a, b)."""
    fields, body = front_matter(text)
    title = fields.get("title", "")
    told = fields.get("description") or fields.get("intro") or fields.get("summary")
    if title and told:
        yield ("pair", "title", title, told)
    path, section, before = [title] if title else [], [], ""

    def close():
        joined = shortened(" ".join(section), 110)
        if len(joined.split()) >= 12:
            yield ("text", joined)
            asked = " ".join(path[-2:])
            if path and len(path[-1]) > 2:
                yield ("pair", "heading", asked, joined)

    for kind, level, found in blocks(body):
        if kind == "heading":
            yield from close()
            section.clear()
            path = path[: level - 1] + [found]
            before = ""
        elif kind == "prose":
            parts = sentences(found)
            for part in parts:
                yield ("text", part)
            if len(parts) > 2 and len(parts[0].split()) >= 5:
                yield ("pair", "rest", parts[0], shortened(" ".join(parts[1:]), 80))
            section.append(found)
            before = parts[-1]
        elif kind == "code" and before.endswith(":") and 2 <= len(found.split()) <= 80:
            yield ("pair", "code", before, found)
            before = ""
    yield from close()


# --- Python -----------------------------------------------------------------------------------------------------------

def first_sentence(doc):
    paragraph = re.split(r"\n\s*\n", doc.strip())[0]
    said = re.sub(r"\s+", " ", re.sub(r":\w+:`~?([^`]*)`|``?([^`]*)``?", lambda m: m[1] or m[2], paragraph)).strip()
    return re.split(r"(?<=[.!?])\s", said)[0]


def from_python(text):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    lines = text.splitlines()
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        doc = ast.get_docstring(node)
        if not doc or not doc.isascii():
            continue
        said = first_sentence(doc)
        if not 4 <= len(said.split()) <= 40:
            continue
        yield ("text", said)
        name = re.sub(r"_+|(?<=[a-z0-9])(?=[A-Z])", " ", node.name).strip()
        if isinstance(node, ast.ClassDef):
            yield ("pair", "name", name, said)
            continue
        after = node.body[1:] if len(node.body) > 1 else []
        if not after:
            continue
        signature = " ".join(line.strip() for line in lines[node.lineno - 1: node.body[0].lineno - 1])
        code = "\n".join(lines[after[0].lineno - 1: node.end_lineno])
        whole = shortened(signature + "\n" + code, 90)
        yield ("pair", "function", said, whole)
        rest = re.sub(r"\s+", " ", doc[len(said):]).strip()
        if len(rest.split()) >= 12:
            yield ("pair", "name", name + " " + node.name, shortened(said + " " + rest, 80))


# --- other shapes -----------------------------------------------------------------------------------------------------

def from_tldr(text):
    told, said = "", ""
    for line in text.splitlines():
        if line.startswith("> ") and not told:
            told = plain(line[2:])
        elif line.startswith("- "):
            said = plain(line[2:].rstrip(":"))
        elif line.startswith("`") and said:
            command = re.sub(r"\{\{(.*?)\}\}", r"\1", line.strip("`\n "))
            yield ("pair", "command", said, command)
            yield ("text", said)
            if told:
                yield ("pair", "command", command.split()[0] + " " + said, told)
            said = ""


def same_intent(groups, rng):
    for texts in groups:
        rng.shuffle(texts)
        for a, b in zip(texts[::2], texts[1::2]):
            yield ("pair", "intent", a, b)
        for t in texts:
            yield ("text", t)


def from_clinc(text, rng):
    groups = {}
    for part in json.loads(text).values():
        for said, intent in part:
            if intent != "oos":
                groups.setdefault(intent, []).append(said)
    yield from same_intent(groups.values(), rng)


def from_banking(text, rng):
    groups = {}
    for row in csv.reader(io.StringIO(text)):
        if len(row) == 2 and row[1] != "category":
            groups.setdefault(row[1], []).append(row[0].strip())
    yield from same_intent(groups.values(), rng)


def from_botocore(text):
    service = json.loads(text)
    full = service.get("metadata", {}).get("serviceFullName", "")

    def told(html):
        return shortened(plain(re.sub(r"</(p|li)>", ". ", html or "")), 90)

    about = told(service.get("documentation"))
    if full and len(about.split()) >= 6:
        yield ("pair", "title", full, about)
    for name, operation in service.get("operations", {}).items():
        said = told(operation.get("documentation"))
        if len(said.split()) < 5:
            continue
        for part in sentences(said):
            yield ("text", part)
        yield ("pair", "name", full + " " + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name), said)


def from_wordnet(text):
    for line in text.splitlines():
        if line.startswith(" ") or "|" not in line:
            continue
        data, gloss = line.split("|", 1)
        parts = data.split()
        count = int(parts[3], 16)
        names = [parts[4 + 2 * i].replace("_", " ") for i in range(count)]
        meaning = gloss.split(";")[0].strip()
        if len(meaning.split()) >= 3:
            yield ("pair", "gloss", names[0], meaning)
            if len(names) > 1:
                yield ("pair", "synonym", names[0], names[1])
            yield ("text", meaning)


# --- where the files are ----------------------------------------------------------------------------------------------

def matches(path, globs):
    taken = [g for g in globs if not g.startswith("!")]
    left = [g[1:] for g in globs if g.startswith("!")]
    return any(fnmatch.fnmatch(path, g) for g in taken) and not any(fnmatch.fnmatch(path, g) for g in left)


def git_files(folder, commit, globs):
    names = subprocess.run(["git", "-C", folder, "ls-tree", "-r", "-z", "--name-only", commit],
                           check=True, capture_output=True).stdout.decode("utf-8", "replace").split("\0")
    names = [n for n in names if n and matches(n, globs)]
    batch = subprocess.Popen(["git", "-C", folder, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for name in names:
        if "\n" in name:
            continue
        batch.stdin.write(f"{commit}:{name}\n".encode())
        batch.stdin.flush()
        head = batch.stdout.readline().split()
        if len(head) < 3 or head[-1] == b"missing":
            continue
        data = batch.stdout.read(int(head[2]) + 1)
        if head[1] == b"blob":
            yield name, data.decode("utf-8", "replace")
    batch.stdin.close()
    batch.wait()


def package_files(path, globs):
    if path.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if matches(name, globs):
                    data = archive.read(name)
                    yield name, (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8", "replace")
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile() and matches(member.name, globs):
                    yield member.name, archive.extractfile(member).read().decode("utf-8", "replace")


def source_files(source, git, packages):
    globs = source["taken"].split()
    if source["kind"] == "git":
        folder = git / source["name"].replace("/", "+")
        folder = folder / "repo" if (folder / "repo").exists() else folder
        yield from git_files(str(folder), source["version"], globs)
        return
    found = sorted(packages.glob(f"{source['name']}-{source['version']}*"))
    if not found:
        raise SystemExit(f"{source['name']} {source['version']} is not in {packages}")
    yield from package_files(found[0], globs)


def read_file(source, name, text, rng):
    form = source["form"]
    if form == "tldr":
        return from_tldr(text)
    if form == "clinc":
        return from_clinc(text, rng)
    if form == "banking":
        return from_banking(text, rng)
    if form == "wordnet":
        return from_wordnet(text)
    if form == "botocore":
        return from_botocore(text)
    return from_python(text) if name.endswith(".py") else from_markdown(text)


# --- what is measured stays unseen ------------------------------------------------------------------------------------

def runs(text):
    split = re.findall(r"\w+", text.lower())
    for i in range(len(split) - RUN + 1):
        run = split[i: i + RUN]
        if len(set(run)) >= 9:   # a licence's rule or a row of zeros is no sign of anything
            yield hashlib.blake2b(" ".join(run).encode(), digest_size=8).digest()


def held_out_runs(folder):
    seen = set()
    for corpus in sorted(folder.glob("*/corpus.jsonl.gz")):
        with gzip.open(corpus, "rt") as lines:
            for line in lines:
                document = json.loads(line)
                seen.update(runs((document.get("title") or "") + " " + document["text"]))
    return seen


def unseen(items, seen):
    return [item for item in items if not any(run in seen for text in item[1:] for run in runs(text))]


# --- all of it --------------------------------------------------------------------------------------------------------

def wanted(text):
    count = len(text.split())
    letters = sum(c.isalpha() for c in text)
    return 1 <= count <= 130 and len(text) <= 1200 and letters >= 0.5 * len(text.replace(" ", ""))


def take(source, git, packages, seen, rng):
    found = set()
    for name, text in source_files(source, git, packages):
        found.update(item for item in read_file(source, name, text, rng) if all(wanted(t) for t in item[2 if item[0] == "pair" else 1:]))
    texts = sorted(i for i in found if i[0] == "text" and len(i[1].split()) >= 4)
    pairs = sorted(i for i in found if i[0] == "pair" and i[2] != i[3])
    new_texts, new_pairs = unseen(texts, seen), unseen(pairs, seen)
    shared = len(texts) + len(pairs) - len(new_texts) - len(new_pairs)
    rng.shuffle(new_texts)
    rng.shuffle(new_pairs)
    return new_texts[:MOST_TEXTS], new_pairs[:MOST_PAIRS], shared


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ("sources", "git", "packages", "held-out", "out"):
        parser.add_argument("--" + flag, required=True, type=pathlib.Path)
    wish = parser.parse_args()
    seen = held_out_runs(wish.held_out)
    lines, pairs, report = {}, [], []
    with open(wish.sources) as table:
        sources = list(csv.DictReader((l for l in table if not l.startswith("#")), delimiter="\t"))
    for source in sources:
        rng = random.Random(source["name"])
        texts, made, shared = take(source, wish.git, wish.packages, seen, rng)
        left_out = shared > MOST_SHARED[source["kind"]]
        report.append((source["name"], len(texts), len(made), shared, "left out" if left_out else "taken"))
        print(*report[-1], sep="\t", flush=True)
        if left_out:
            continue
        for _, text in texts:
            lines.setdefault(text.replace("\n", " "), len(lines))
        for _, kind, a, b in made:
            ids = [lines.setdefault(re.sub(r"\s+", " ", t), len(lines)) for t in (a, b)]
            pairs.append((*ids, kind))
    wish.out.mkdir(parents=True, exist_ok=True)
    (wish.out / "texts.txt").write_text("\n".join(lines) + "\n")
    with open(wish.out / "pairs.tsv", "w") as out:
        for a, b, kind in sorted(set(pairs)):
            out.write(f"{a}\t{b}\t{kind}\n")
    with open(wish.out / "report.tsv", "w") as out:
        for row in report:
            out.write("\t".join(map(str, row)) + "\n")
    print(f"{len(lines)} texts, {len(set(pairs))} pairs")


if __name__ == "__main__":
    main()
