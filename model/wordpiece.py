"""WordPiece as the table uses it: lower case, no accents, longest piece first.

The program has the same in C++ (src/search/embedder); golden.json holds texts on which both must agree.
"""

import unicodedata

LONGEST_WORD = 100


def is_punctuation(c):
    code = ord(c)
    if 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126:
        return True
    return unicodedata.category(c).startswith("P")


def is_cjk(code):
    return (0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF or 0x20000 <= code <= 0x2A6DF
            or 0x2A700 <= code <= 0x2B81F or 0x2B820 <= code <= 0x2CEAF or 0xF900 <= code <= 0xFAFF
            or 0x2F800 <= code <= 0x2FA1F)


def words(text):
    """Words and single marks, in order."""
    out, word = [], []

    def close():
        if word:
            out.append("".join(word))
            word.clear()

    for c in unicodedata.normalize("NFD", text.lower()):
        if c.isspace():
            close()
            continue
        category = unicodedata.category(c)
        if category == "Mn" or category.startswith("C"):
            continue
        if is_punctuation(c) or is_cjk(ord(c)):
            close()
            out.append(c)
        else:
            word.append(c)
    close()
    return out


class WordPiece:
    def __init__(self, pieces):
        self.pieces = pieces
        self.ids = {piece: i for i, piece in enumerate(pieces)}
        self.unknown = self.ids["[UNK]"]
        self.known = {}

    def split(self, word):
        ids = self.known.get(word)
        if ids is None:
            ids = self.known[word] = self._split(word)
        return ids

    def _split(self, word):
        if len(word) > LONGEST_WORD:
            return [self.unknown]
        ids, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start:
                piece = word[start:end] if start == 0 else "##" + word[start:end]
                if piece in self.ids:
                    break
                end -= 1
            if end == start:
                return [self.unknown]
            ids.append(self.ids[piece])
            start = end
        return ids

    def encode(self, text, limit):
        ids = []
        for word in words(text):
            ids.extend(self.split(word))
            if len(ids) >= limit:
                return ids[:limit]
        return ids
