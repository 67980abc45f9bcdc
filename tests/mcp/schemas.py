"""Messages of a server held against the official schemas of MCP, where they are.

The schemas are not part of this repository: LOCI_MCP_SCHEMAS names their directory,
or they lie in ../shared/data/mcp beside it. Without them nothing is validated, and
that is said.
"""
import json
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RESULTS = {
    "initialize": "InitializeResult", "ping": "EmptyResult", "logging/setLevel": "EmptyResult",
    "resources/subscribe": "EmptyResult", "resources/unsubscribe": "EmptyResult",
    "server/discover": "DiscoverResult", "subscriptions/listen": "SubscriptionsListenResult",
    "tools/list": "ListToolsResult", "tools/call": "CallToolResult",
    "prompts/list": "ListPromptsResult", "prompts/get": "GetPromptResult",
    "resources/list": "ListResourcesResult", "resources/read": "ReadResourceResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "completion/complete": "CompleteResult",
}
MODERN = "2026-07-28"


def directory():
    named = os.environ.get("LOCI_MCP_SCHEMAS")
    for path in [pathlib.Path(named)] if named else [ROOT.parent / "shared/data/mcp"]:
        if (path / f"schema-{MODERN}.json").is_file():
            return path
    return None


class Validator:
    """Remembers what was asked, so that an answer is held against the right type."""

    def __init__(self):
        self.path = directory()
        self.asked = {}
        self.version = "2025-11-25"
        self.count = 0
        self.validators = {}

    def sent(self, message):
        if not isinstance(message, dict) or "method" not in message or "id" not in message:
            return
        params = message.get("params")
        meta = params.get("_meta", {}) if isinstance(params, dict) else {}
        modern = message["method"] in ("server/discover", "subscriptions/listen") or (
            isinstance(meta, dict) and any(key.startswith("io.modelcontextprotocol/") for key in meta))
        key = json.dumps(message["id"])
        self.asked.setdefault(key, (message["method"], MODERN if modern else None))

    def definition(self, message):
        if "method" in message:
            version = MODERN if "subscriptionId" in json.dumps(message) else self.version
            return version, "ServerRequest" if "id" in message else "ServerNotification"
        method, version = self.asked.get(json.dumps(message.get("id")), (None, MODERN))
        version = version or self.version
        if "error" in message:
            # 2025-06-18 has no error without an id, though a broken message has none to give.
            if "id" not in message and version == "2025-06-18":
                version = "2025-11-25"
            return version, "JSONRPCError" if version == "2025-06-18" else "JSONRPCErrorResponse"
        return version, RESULTS[method]

    def faults(self, message):
        """What is wrong with a message of the server, as text lines."""
        if self.path is None:
            return []
        import jsonschema

        version, name = self.definition(message)
        if "result" in message and "protocolVersion" in message["result"]:
            version = self.version = message["result"]["protocolVersion"]
        body = message["result"] if "result" in message else message
        if body is not message and body.get("resultType") == "input_required":
            name = "InputRequiredResult"
        key = (version, name)
        if key not in self.validators:
            schema = json.loads((self.path / f"schema-{version}.json").read_text())
            where = "$defs" if "$defs" in schema else "definitions"
            kind = jsonschema.Draft202012Validator if where == "$defs" else jsonschema.Draft7Validator
            self.validators[key] = kind({"$ref": f"#/{where}/{name}", where: schema[where]})
        self.count += 1
        return [f"{version} {name}: {error.json_path}: {error.message[:300]}"
                for error in self.validators[key].iter_errors(body)]
