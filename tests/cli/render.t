Markdown as HTML that is safe to show: raw HTML is text, links lead to http, https and mailto.

# rule: Z17

  $ printf '# Title\n\nSome *text* with `code`.\n\n- [x] done\n- [ ] open\n' | loci render -
  <h2>Title</h2>
  <p>Some <em>text</em> with <code>code</code>.</p>
  <ul>
  <li><input type="checkbox" disabled checked>done</li>
  <li><input type="checkbox" disabled>open</li>
  </ul>
  $ loci render '<script>x</script> <img src=x onerror=y>'
  <p>&lt;script&gt;x&lt;/script&gt; &lt;img src=x onerror=y&gt;</p>
  $ loci render '[a](javascript:x) [b](https://a.b/c?d=e&f) [c](mailto:x@y.z) [[Other note]] [d](other.md)'
  <p><span data-blocked="javascript:x">a</span> <a href="https://a.b/c?d=e&amp;f" rel="noopener noreferrer">b</a> <a href="mailto:x@y.z" rel="noopener noreferrer">c</a> <a data-note="Other note">Other note</a> <a data-note="other.md">d</a></p>
  $ loci render '[a](&#106;avascript:x) [b](//evil.example) ![picture](https://a.b/c.png)'
  <p><span data-blocked="javascript:x">a</span> <span data-blocked="//evil.example">b</span> <span data-image="https://a.b/c.png">picture</span></p>
  $ loci render --json 'Short.'
  {
    "html": "<p>Short.</p>\n",
    "bytes": 6,
    "tokens": 2
  }
  $ loci write a --type user --description 'One' --content 'See [[b]].'
  created a.md in global
  $ loci read a --html
  <p>See <a data-note="b">b</a>.</p>
  $ loci read a --html --json | python3 -c 'import json, sys; note = json.load(sys.stdin); print(sorted(note)); print(note["tokens"], note["origin"])'
  ['age', 'agent_name', 'bytes', 'description', 'expires', 'faults', 'filename', 'hash', 'html', 'mod_time', 'name', 'origin', 'place', 'review_by', 'revision', 'scope', 'session', 'supersedes', 'tags', 'text', 'tokens', 'triggers', 'type']
  14 user
