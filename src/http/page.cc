#include "http/page.h"

#include <algorithm>
#include <array>

namespace loci::http {
namespace {

constexpr std::string_view kHtml = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>loci</title>
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
<main>
<h1>loci</h1>
<p id="state" role="status">asking the server…</p>
<form id="enter" hidden>
<label for="token">Token</label>
<input id="token" type="password" autocomplete="off" required>
<button>Open</button>
<p class="dim">It is in <code>state/http-token</code> of the home, and in the link that <code>loci serve</code> printed.</p>
</form>
<section id="health" hidden>
<table><thead><tr><th>Scope</th><th>Notes</th><th>Index</th><th>Where</th></tr></thead><tbody id="scopes"></tbody></table>
<h2>Projects</h2>
<table><thead><tr><th>Project</th><th>Notes</th><th>Where</th></tr></thead><tbody id="projects"></tbody></table>
<h2>Problems</h2>
<ul id="problems"></ul>
</section>
</main>
</html>
)";

constexpr std::string_view kStyle =
    R"(:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
.dim { opacity: .7; }
input, button { font: inherit; padding: .3rem .6rem; }
)";

// Text goes into the page as text only.
constexpr std::string_view kScript = R"('use strict';
const $ = (id) => document.getElementById(id);
const fragment = new URLSearchParams(location.hash.slice(1));
if (fragment.get('token')) {
  sessionStorage.setItem('token', fragment.get('token'));
  history.replaceState(null, '', '/');
}
async function ask(path) {
  const token = sessionStorage.getItem('token');
  const answer = await fetch(path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  const body = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(body.error.message), { status: answer.status });
  return body;
}
function row(table, cells) {
  const line = table.insertRow();
  for (const cell of cells) line.insertCell().textContent = cell;
}
async function show() {
  try {
    const health = await ask('/api/memory/health');
    const known = await ask('/api/projects');
    $('scopes').replaceChildren();
    for (const scope of health.scopes)
      row($('scopes'), [scope.place, scope.files, `${scope.index.lines} of ${scope.index.max_lines} lines`, scope.path]);
    $('projects').replaceChildren();
    for (const project of known.projects)
      row($('projects'), [project.project, project.notes, project.paths.at(-1) ?? '']);
    $('problems').replaceChildren(...health.problems.map((problem) =>
      Object.assign(document.createElement('li'), { textContent: `${problem.problem}: ${problem.fix}` })));
    if (!health.problems.length) $('problems').textContent = 'none';
    $('state').textContent = health.enabled ? `memory is on, in ${health.home}` : `memory is off: ${health.disabled_by}`;
    $('health').hidden = false;
    $('enter').hidden = true;
  } catch (error) {
    $('state').textContent = error.message;
    $('health').hidden = true;
    $('enter').hidden = error.status !== 401;
  }
}
$('enter').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem('token', $('token').value.trim());
  show();
});
show();
)";

constexpr std::array kFiles{
    PageFile{"/", "text/html; charset=utf-8", kHtml},
    PageFile{"/page.css", "text/css; charset=utf-8", kStyle},
    PageFile{"/page.js", "text/javascript; charset=utf-8", kScript},
};

}  // namespace

std::span<const PageFile> page_files() { return kFiles; }

bool is_page_path(std::string_view path) {
  return path == "/favicon.ico" ||
         std::any_of(kFiles.begin(), kFiles.end(),
                     [&](const PageFile& file) { return file.path == path; });
}

Response page_response(const PageFile& file) {
  Response response = text_response(200, file.type, std::string(file.text));
  response.set("Content-Security-Policy",
               "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
               "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.set("Cache-Control", "no-cache");
  return response;
}

}  // namespace loci::http
