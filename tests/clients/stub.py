"""A model that is not one: the Messages API of Anthropic, the Responses API of OpenAI and
the API of Gemini on a port of the loopback, as far as their clients need them for a turn.

It keeps every request, answers with the replies it was given and then with a plain
sentence, and turns away whatever a client wants from any other host.
"""
import http.server
import json
import re
import threading
import time


class Text:
    """A reply that ends the turn."""

    def __init__(self, text="Noted."):
        self.text = text


class Silence:
    """A reply that does not come for so long."""

    def __init__(self, seconds):
        self.seconds = seconds


class Call:
    """A reply that asks the client to run one of its tools."""

    def __init__(self, name, arguments, namespace=None):
        self.name, self.arguments, self.namespace = name, arguments, namespace


# Claude Code's order to compact asks for these two tags.
SUMMARY = """<analysis>
What was said, in order.
</analysis>

<summary>
The user greeted; nothing is left to do.
</summary>"""


class Stub:
    """with Stub() as stub: … stub.url, stub.requests, stub.outside

    A script is a list of replies for turns that offer tools; a client's small side
    questions (a title, a count) never use it up.
    """

    def __init__(self):
        self.script, self.requests, self.outside = [], [], []
        self.answers = None  # a request in, a reply or None out: goes before the script
        self.tokens = 1
        self.summary = SUMMARY
        self.lock = threading.Lock()
        stub = self

        class Handler(_Handler):
            pass

        Handler.stub = stub
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def reset(self, *script):
        with self.lock:
            self.script, self.requests, self.outside = list(script), [], []
            self.answers = None

    def next_reply(self, path, body):
        with self.lock:
            self.requests.append({"path": path, "body": body})
            known = self.answers and self.answers(body)
        if isinstance(known, Silence):
            time.sleep(known.seconds)
        if known:
            return known if isinstance(known, (Text, Call)) else Text()
        with self.lock:
            if _summarises(body):
                return Text(self.summary)
            if body.get("tools") and self.script:
                return self.script.pop(0)
        return Text()

    def bodies(self, with_tools=True):
        """The requests of turns, oldest first; the others are side questions."""
        return [r["body"] for r in self.requests if bool(r["body"].get("tools")) == with_tools]


def _summarises(body):
    """Whether the last message is Claude Code's or Codex's order to compact."""
    messages = body.get("messages") or body.get("input") or []
    last = json.dumps(messages[-1]) if messages and not isinstance(messages, str) else ""
    return "detailed summary of the conversation" in last or "CONTEXT CHECKPOINT COMPACTION" in last


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stub = None

    def log_message(self, *_):
        pass

    def do_CONNECT(self):
        self.stub.outside.append(self.path)
        self.send_error(403)

    def do_GET(self):
        self.outside_or(404)

    def do_HEAD(self):
        self.outside_or(404)

    def outside_or(self, status):
        if self.path.startswith("http"):
            self.stub.outside.append(self.path)
        self.answer({}, status)

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.split("?")[0]
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            return self.outside_or(400)
        if path.startswith("http"):
            return self.outside_or(404)
        if path.endswith("/count_tokens"):
            return self.answer({"input_tokens": len(raw) // 4})
        if path.endswith("/v1/messages"):
            return self.anthropic(path, body)
        if path.endswith("/responses"):
            return self.openai(path, body)
        if path.endswith("/responses/compact"):
            self.stub.next_reply(path, body)
            return self.answer({"output": []}, 404)
        found = re.search(r"/models/[^/:]+:(\w+)$", path)
        if found:
            return self.gemini(path, found[1], body)
        return self.answer({}, 404)

    def answer(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events, named=True):
        out = []
        for event in events:
            name = f"event: {event['type']}\n" if named else ""
            out.append(f"{name}data: {json.dumps(event)}\n\n")
        data = "".join(out).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def anthropic(self, path, body):
        reply = self.stub.next_reply(path, body)
        number = len(self.stub.requests)
        usage = {"input_tokens": self.stub.tokens, "output_tokens": 1,
                 "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
        if isinstance(reply, Call):
            stop = "tool_use"
            block = {"type": "tool_use", "id": f"toolu_{number:04}", "name": reply.name,
                     "input": reply.arguments}
            empty = dict(block, input={})
            delta = {"type": "input_json_delta", "partial_json": json.dumps(reply.arguments)}
        else:
            stop, block = "end_turn", {"type": "text", "text": reply.text}
            empty = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": reply.text}
        message = {"id": f"msg_{number:04}", "type": "message", "role": "assistant",
                   "model": body.get("model"), "stop_reason": None, "stop_sequence": None}
        if not body.get("stream"):
            return self.answer(dict(message, content=[block], stop_reason=stop, usage=usage))
        return self.stream([
            {"type": "message_start", "message": dict(message, content=[], usage=usage)},
            {"type": "content_block_start", "index": 0, "content_block": empty},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None},
             "usage": {"output_tokens": 1}},
            {"type": "message_stop"},
        ])

    def openai(self, path, body):
        reply = self.stub.next_reply(path, body)
        number = len(self.stub.requests)
        if isinstance(reply, Call):
            item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}",
                    "name": reply.name, "arguments": json.dumps(reply.arguments),
                    "status": "completed"}
            if reply.namespace:
                item["namespace"] = reply.namespace
        else:
            item = {"type": "message", "id": f"msg_{number}", "role": "assistant",
                    "status": "completed",
                    "content": [{"type": "output_text", "text": reply.text, "annotations": []}]}
        response = {"id": f"resp_{number}", "object": "response", "created_at": int(time.time()),
                    "model": body.get("model"), "output": [], "status": "in_progress"}
        usage = {"input_tokens": self.stub.tokens, "input_tokens_details": {"cached_tokens": 0},
                 "output_tokens": 1, "output_tokens_details": {"reasoning_tokens": 0},
                 "total_tokens": 1 + self.stub.tokens}
        return self.stream([
            {"type": "response.created", "response": response},
            {"type": "response.output_item.added", "output_index": 0,
             "item": dict(item, status="in_progress")},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed",
             "response": dict(response, status="completed", output=[item], usage=usage)},
        ])

    def gemini(self, path, verb, body):
        if verb == "countTokens":
            return self.answer({"totalTokens": len(json.dumps(body)) // 4})
        reply = self.stub.next_reply(path, body)
        if isinstance(reply, Call):
            part = {"functionCall": {"name": reply.name, "args": reply.arguments}}
        else:
            part = {"text": reply.text}
        value = {
            "candidates": [{"content": {"role": "model", "parts": [part]},
                            "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": self.stub.tokens, "candidatesTokenCount": 1,
                              "totalTokenCount": 2},
            "modelVersion": "stub",
        }
        if verb == "streamGenerateContent":
            return self.stream([value], named=False)
        return self.answer(value)
