#!/usr/bin/env python3
"""Measures tables on the development sets: whole-note BM25 alone, and with each table's cosine added.

    score.py --sets DIR table.locivec...

A stand-in for `make bench-quality`, good enough to choose between tables: nDCG@10 and recall@10 on the first and the second
half of each set's queries.
"""

import argparse
import gzip
import json
import math
import pathlib
import re
import struct
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from wordpiece import WordPiece  # noqa: E402


class Table:
    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        count, self.dimensions, size, _ = struct.unpack("<4I", data[8:24])
        pieces = data[24: 24 + size].decode().split("\n")[:count]
        at = 24 + size
        scales = numpy.frombuffer(data[at: at + 4 * count], "<f4")
        rows = numpy.frombuffer(data[at + 4 * count:], numpy.int8)[: count * self.dimensions]
        self.rows = rows.reshape(count, self.dimensions).astype(numpy.float32) * scales[:, None]
        self.tool = WordPiece(pieces)
        self.rows[self.tool.unknown] = 0

    def vector(self, text):
        ids = self.tool.encode(text, 100_000)
        return self.rows[ids].sum(0) if ids else numpy.zeros(self.dimensions, numpy.float32)


def unit(rows):
    rows = numpy.asarray(rows)
    return rows / numpy.maximum(numpy.linalg.norm(rows, axis=-1, keepdims=True), 1e-9)


def stem(word):
    for end in ("ations", "ation", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word


STOP = set("a an and are as at be by do does for from how i in is it of on or that the this to was what when where which who why will with you your".split())


def terms(text):
    return [stem(w) for w in re.findall(r"[a-z0-9]+|[^\W\da-z_]", text.lower()) if w not in STOP]


def lines(path):
    with gzip.open(path, "rt") as f:
        return [json.loads(l) for l in f]


class Set:
    def __init__(self, folder):
        self.name = folder.name
        documents = lines(folder / "corpus.jsonl.gz")
        self.ids = [d["id"] for d in documents]
        self.texts = [((d.get("title") or "") + "\n" + d["text"]) for d in documents]
        self.groups = numpy.array([d.get("group") or "" for d in documents])
        self.queries = lines(folder / "queries.jsonl.gz")
        self.grades = {}
        opener = gzip.open if (folder / "qrels.tsv.gz").exists() else open
        with opener(folder / ("qrels.tsv.gz" if opener is gzip.open else "qrels.tsv"), "rt") as f:
            for l in f:
                q, d, g = l.split("\t")[:3]
                if g.strip().lstrip("-").isdigit() and int(g) > 0:
                    self.grades.setdefault(q, {})[d] = int(g)
        self.queries = [q for q in self.queries if q["id"] in self.grades]
        self.index()

    def index(self):
        self.postings, lengths = {}, []
        for i, text in enumerate(self.texts):
            found = terms(text)
            lengths.append(len(found))
            for t in found:
                at = self.postings.setdefault(t, {})
                at[i] = at.get(i, 0) + 1
        lengths = numpy.array(lengths, numpy.float32)
        self.norm = 1.2 * (0.25 + 0.75 * lengths / lengths.mean())

    def lexical(self, query):
        score = numpy.zeros(len(self.ids), numpy.float32)
        for t in set(terms(query)):
            at = self.postings.get(t)
            if not at:
                continue
            rows = numpy.fromiter(at.keys(), numpy.int64)
            tf = numpy.fromiter(at.values(), numpy.float32)
            idf = math.log(1 + (len(self.ids) - len(at) + 0.5) / (len(at) + 0.5))
            score[rows] += idf * tf / (tf + self.norm[rows])
        return score

    def vectors(self, table):
        """A note's best section and the note as a whole, half each, as the program has it."""
        whole, parts, owner = [], [], []
        for i, text in enumerate(self.texts):
            split = text.split()
            total = numpy.zeros(table.dimensions, numpy.float32)
            for at in range(0, max(1, len(split)), 120):
                part = table.vector(" ".join(split[at: at + 120]))
                parts.append(part)
                owner.append(i)
                total += part
            whole.append(total)
        return unit(whole), unit(parts), numpy.array(owner)


def quality(ranked, grades):
    gains = [grades.get(d, 0) for d in ranked[:10]]
    best = sorted(grades.values(), reverse=True)[:10]
    dcg = sum((2 ** g - 1) / math.log2(i + 2) for i, g in enumerate(gains))
    ideal = sum((2 ** g - 1) / math.log2(i + 2) for i, g in enumerate(best))
    return dcg / ideal, sum(g > 0 for g in gains) / len(grades)


def run(data, table, weights):
    made = data.vectors(table) if table else None
    rows = {w: [] for w in weights}
    for query in data.queries:
        lexical = data.lexical(query["text"])
        allowed = data.groups == (query.get("group") or "") if query.get("group") else None
        mix = {0.0: lexical}
        if table:
            whole, parts, owner = made
            v = unit(table.vector(query["text"]))
            best = numpy.full(len(data.ids), -1.0)
            numpy.maximum.at(best, owner, parts @ v)
            cosine = 0.5 * best + 0.5 * (whole @ v)
            z = (cosine - cosine.mean()) / max(cosine.std(), 1e-6)
            scaled = lexical / max(lexical.max(), 1e-6)
            mix = {w: scaled + w * z if w < 9 else cosine for w in weights}
        for w in weights:
            score = mix[w if table else 0.0].copy()
            if allowed is not None:
                score[~allowed] = -9
            top = numpy.argsort(-score, kind="stable")[:10]
            rows[w].append(quality([data.ids[i] for i in top], data.grades[query["id"]]))
    return {w: numpy.array(r) for w, r in rows.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", required=True, type=pathlib.Path)
    parser.add_argument("--weights", default="0.17")
    parser.add_argument("--skip", default="xquad-de,xquad-zh,mix-xquad,xquad-en")
    parser.add_argument("tables", nargs="*")
    wish = parser.parse_args()
    weights = [float(w) for w in wish.weights.split(",")]
    tables = [(pathlib.Path(t).stem, Table(t)) for t in wish.tables]
    sums = {}
    for folder in sorted(wish.sets.iterdir()):
        if folder.name in wish.skip.split(",") or not (folder / "corpus.jsonl.gz").exists():
            continue
        data = Set(folder)
        for name, table in [("bm25", None)] + tables:
            for w, rows in run(data, table, weights if table else [0.0]).items():
                half = len(rows) // 2
                means = [rows[:half].mean(0), rows[half:].mean(0)]
                sums.setdefault((name, w), []).append(numpy.concatenate(means))
                print(f"{data.name:26} {name:24} w={w:<5} first {means[0][0]:.3f}/{means[0][1]:.3f}  second {means[1][0]:.3f}/{means[1][1]:.3f}", flush=True)
    for (name, w), rows in sums.items():
        m = numpy.mean(rows, 0)
        print(f"MEAN {name:30} w={w:<5} first {m[0]:.4f}/{m[1]:.4f}  second {m[2]:.4f}/{m[3]:.4f}")


if __name__ == "__main__":
    main()
