#!/usr/bin/env python3
"""Trains the table: rows of word pieces whose sum says what a text is about.

    train.py --data DIR --teachers DIR --out table.locivec [--dimensions 256] [--pieces 30000] [--seed 1]

DIR of --data is what collect.py wrote, of --teachers what teachers.py wrote. Needs torch, transformers, tokenizers and
one GPU. The teachers' answers are kept in --data/answers.pt, so that a second table costs minutes.
"""

import argparse
import collections
import math
import pathlib
import struct
import time

import numpy
import torch
import torch.nn.functional as F
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertModel

DEVICE = "cuda"
MOST_PIECES = 128
KINDS = {"heading": 1.0, "title": 1.0, "rest": 0.6, "code": 1.0, "function": 1.6, "name": 0.6, "command": 1.0,
         "gloss": 0.7, "synonym": 0.7, "intent": 0.6}


# --- teachers ---------------------------------------------------------------------------------------------------------

def teacher(folder, name, layers):
    model = BertModel(BertConfig(vocab_size=30522, hidden_size=384, num_hidden_layers=layers, num_attention_heads=12,
                                 intermediate_size=1536), add_pooling_layer=False)
    arrays = {k: torch.from_numpy(v.astype(numpy.float32)) for k, v in numpy.load(folder / f"{name}.npz").items()}
    lost, _ = model.load_state_dict(arrays, strict=False)
    if [n for n in lost if "position_ids" not in n]:
        raise SystemExit(f"{name} lacks {lost}")
    return model.to(DEVICE, torch.bfloat16).eval()


def flat(lists):
    offsets = numpy.zeros(len(lists) + 1, numpy.int64)
    numpy.cumsum([len(l) for l in lists], out=offsets[1:])
    ids = numpy.fromiter((i for l in lists for i in l), numpy.int32, offsets[-1])
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(offsets).to(DEVICE)


@torch.no_grad()
def answers(model, ids, offsets, mean):
    """One normalised vector for each text; pieces 101 and 102 stand around it."""
    lengths = (offsets[1:] - offsets[:-1])
    order = torch.argsort(lengths)
    out = torch.empty(len(lengths), 384, dtype=torch.float16, device=DEVICE)
    at = 0
    while at < len(order):
        longest = int(lengths[order[min(at + 255, len(order) - 1)]]) + 2
        rows = order[at: at + max(256, min(16384, 400_000 // longest))]
        longest = int(lengths[rows].max()) + 2
        held = lengths[rows]
        column = torch.arange(longest - 2, device=DEVICE)
        inside = column[None] < held[:, None]
        batch = torch.zeros(len(rows), longest, dtype=torch.long, device=DEVICE)
        batch[:, 0] = 101
        batch[:, 1:-1] = torch.where(inside, ids[(offsets[rows][:, None] + column[None]).clamp(max=len(ids) - 1)].long(), 0)
        batch[torch.arange(len(rows), device=DEVICE), held + 1] = 102
        mask = torch.arange(longest, device=DEVICE)[None] < (held + 2)[:, None]
        hidden = model(input_ids=batch, attention_mask=mask.long()).last_hidden_state.float()
        pooled = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True) if mean else hidden[:, 0]
        out[rows] = F.normalize(pooled, dim=1).half()
        at += len(rows)
    return out


def tokenizer(pieces, folder, name):
    path = folder / name
    path.write_text("\n".join(pieces) + "\n")
    return BertWordPieceTokenizer(str(path), lowercase=True, strip_accents=True, handle_chinese_chars=True)


def encode(tool, texts, most=MOST_PIECES):
    lists = []
    for at in range(0, len(texts), 20000):
        lists.extend(e.ids[:most] for e in tool.encode_batch(texts[at: at + 20000], add_special_tokens=False))
    return lists


# --- vocabulary -------------------------------------------------------------------------------------------------------

def plain_word(word):
    return word.isascii() and word.isalnum() and not word.isdigit() and 3 <= len(word) <= 24


def vocabulary(base, tool, texts, size):
    """BERT's pieces less those of other scripts, and the words that these texts use most and BERT takes apart."""
    kept = [p for p in base if not p.startswith("[unused") and all(ord(c) < 0x250 for c in p)]
    known, counts = set(base), collections.Counter()
    for text in texts:
        found = tool._tokenizer.pre_tokenizer.pre_tokenize_str(tool._tokenizer.normalizer.normalize_str(text))
        counts.update({w for w, _ in found if w not in known and plain_word(w)})
    new = [w for w, n in counts.most_common() if n >= 25][: max(0, size - len(kept))]
    print(f"vocabulary: {len(kept)} of BERT's {len(base)} pieces, {len(new)} words, rarest in {counts[new[-1]] if new else 0} texts")
    return kept + new


# --- student ----------------------------------------------------------------------------------------------------------

class Texts:
    def __init__(self, lists):
        self.ids, self.offsets = flat(lists)

    def bag(self, rows, dropped):
        begin, end = self.offsets[rows], self.offsets[rows + 1]
        lengths = end - begin
        starts = torch.cumsum(lengths, 0) - lengths
        where = torch.arange(int(lengths.sum()), device=DEVICE) + torch.repeat_interleave(begin - starts, lengths)
        weights = (torch.rand(len(where), device=DEVICE) >= dropped).float()
        return self.ids[where].long(), starts, weights


def vectors(table, bag):
    ids, starts, weights = bag
    return F.embedding_bag(ids, table, starts, mode="sum", per_sample_weights=weights)


def principal(x, dimensions):
    x = x.float()
    centre = x.mean(0)
    sample = x[torch.randperm(len(x), device=x.device)[:400_000]] - centre
    _, directions = torch.linalg.eigh(sample.T @ sample)
    return centre, directions.flip(1)[:, :dimensions]


def first_rows(pieces, teachers, folder, lists, dimensions):
    """Each piece as both teachers see it alone, turned to its main directions, the frequent ones made small."""
    base = (folder / "vocab.txt").read_text().split("\n")
    tool = tokenizer([p for p in base if p], folder, "base-vocab.txt")
    alone = encode(tool, [p.removeprefix("##") for p in pieces], 16)
    ids, offsets = flat([l or [100] for l in alone])
    both = torch.cat([answers(m, ids, offsets, mean) for m, mean in teachers], 1).float()
    centre, turn = principal(both, dimensions)
    counts = numpy.bincount(numpy.concatenate([numpy.array(l, numpy.int64) for l in lists if l]), minlength=len(pieces))
    p = torch.from_numpy(counts / counts.sum()).float().to(DEVICE)
    rows = (both - centre) @ turn * (1e-3 / (1e-3 + p))[:, None]
    rows[[i for i, piece in enumerate(pieces) if piece.startswith("[")]] = 0
    return rows


def prefixes(dimensions):
    return sorted({d for d in (64, 128, 256) if d < dimensions} | {dimensions})


def similarity_loss(own, taught, temperature):
    soft = F.log_softmax(taught @ taught.T / temperature, 1)
    return F.kl_div(F.log_softmax(own @ own.T / temperature, 1), soft, log_target=True, reduction="batchmean")


def regression_loss(sums, targets, turned, dimensions):
    loss = 0.0
    for d in prefixes(dimensions):
        own = F.normalize(sums[:, :d], dim=1)
        loss = loss + (1 - (own * F.normalize(turned[:, :d], dim=1)).sum(1)).mean()
        loss = loss + sum(similarity_loss(own, t, heat) for t, heat in zip(targets, (0.05, 0.025))) * 0.5
    return loss / len(prefixes(dimensions))


def contrast(a, b, taught_a, taught_b, heat=0.05):
    alike = taught_a @ taught_b.T
    right = alike.diagonal()[:, None]
    false = (alike >= right) & (alike > 0.8)
    false.fill_diagonal_(False)
    wanted = 0.65 * torch.eye(len(a), device=DEVICE) + 0.35 * F.softmax(alike / 0.03, 1)
    scores = (a @ b.T / heat).masked_fill(false, -30)
    return -(wanted * F.log_softmax(scores, 1)).sum(1).mean()


def pair_loss(left, right, taught, dimensions):
    loss = 0.0
    for d in prefixes(dimensions):
        a, b = F.normalize(left[:, :d], dim=1), F.normalize(right[:, :d], dim=1)
        loss = loss + 0.5 * (contrast(a, b, *taught) + contrast(b, a, *taught[::-1]))
    return loss / len(prefixes(dimensions))


def train(rows, texts, pairs, taught, turned, wish):
    table = torch.nn.Parameter(rows.clone())
    steps = wish.first + wish.second
    tool = torch.optim.Adam([table], lr=wish.rate)
    count, began = len(turned), time.time()
    chance = torch.tensor([KINDS[k] for _, _, k in pairs], device=DEVICE)
    ends = torch.tensor([[a, b] for a, b, _ in pairs], device=DEVICE)
    for step in range(steps):
        for group in tool.param_groups:
            group["lr"] = wish.rate * 0.5 * (1 + math.cos(math.pi * step / steps))
        rows_of = torch.randint(0, count, (wish.batch,), device=DEVICE)
        sums = vectors(table, texts.bag(rows_of, 0.05))
        loss = regression_loss(sums, [t[rows_of].float() for t in taught], turned[rows_of].float(), wish.dimensions)
        if step >= wish.first:
            chosen = ends[torch.multinomial(chance, wish.batch, replacement=True)]
            left, right = (vectors(table, texts.bag(chosen[:, i], 0.05)) for i in (0, 1))
            both = [torch.cat([t[chosen[:, i]].float() for t in taught], 1) / math.sqrt(2) for i in (0, 1)]
            loss = 0.5 * loss + wish.pairs * pair_loss(left, right, both, wish.dimensions)
        tool.zero_grad()
        loss.backward()
        tool.step()
        if step % 500 == 0 or step == steps - 1:
            print(f"step {step} loss {loss.item():.4f} {time.time() - began:.0f} s", flush=True)
    return table.detach()


def write_table(path, pieces, table):
    rows = table.cpu().numpy()
    scales = numpy.maximum(numpy.abs(rows).max(1), 1e-12) / 127
    small = numpy.round(rows / scales[:, None]).astype(numpy.int8)
    text = ("\n".join(pieces) + "\n").encode()
    with open(path, "wb") as out:
        out.write(b"LOCIVEC1" + struct.pack("<4I", len(pieces), rows.shape[1], len(text), 0))
        out.write(text + scales.astype("<f4").tobytes() + small.tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--teachers", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--pieces", type=int, default=0, help="size of the vocabulary; 0: BERT's own")
    parser.add_argument("--first", type=int, default=2500, help="steps of the teachers alone")
    parser.add_argument("--second", type=int, default=5000, help="steps with pairs")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--pairs", type=float, default=0.5, help="weight of the pairs' loss")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    torch.manual_seed(wish.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    texts = (wish.data / "texts.txt").read_text().split("\n")[:-1]
    pairs = [(int(a), int(b), k) for a, b, k in (l.split("\t") for l in (wish.data / "pairs.tsv").read_text().splitlines())]
    base = [p for p in (wish.teachers / "vocab.txt").read_text().split("\n") if p]
    tool = tokenizer(base, wish.teachers, "base-vocab.txt")
    teachers = [(teacher(wish.teachers, "minilm", 6), True), (teacher(wish.teachers, "bge", 12), False)]
    kept = wish.data / "answers.pt"
    if kept.exists():
        taught = [t.to(DEVICE) for t in torch.load(kept)]
    else:
        began = time.time()
        ids, offsets = flat([l or [100] for l in encode(tool, texts)])
        taught = [answers(m, ids, offsets, mean) for m, mean in teachers]
        torch.save([t.cpu() for t in taught], kept)
        print(f"{len(texts)} texts answered in {time.time() - began:.0f} s", flush=True)
    pieces = vocabulary(base, tool, texts, wish.pieces) if wish.pieces else base
    lists = [l or [pieces.index("[UNK]")] for l in encode(tokenizer(pieces, wish.data, "vocab.txt"), texts)]
    rows = first_rows(pieces, teachers, wish.teachers, lists, wish.dimensions)
    both = torch.cat(taught, 1)
    centre, turn = principal(both, wish.dimensions)
    turned = torch.cat([((part.float() - centre) @ turn).half() for part in both.split(200_000)])
    del both
    table = train(rows, Texts(lists), pairs, taught, turned, wish)
    write_table(wish.out, pieces, table)


if __name__ == "__main__":
    main()
