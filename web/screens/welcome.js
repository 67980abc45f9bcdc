// The first time: what loci is, and four ways to begin.

import { html } from '../vendor/preact.js';
import { Screen } from '../parts/bits.js';
import { Connections, Imports } from './tools.js';

export default function Welcome() {
  return html`<${Screen} title="Welcome to loci" name="welcome">
    <p class="three">loci remembers for your agents: preferences, facts and decisions, one note each. Notes are plain Markdown files on this machine that you and your agents read, write and search. Every change is kept and can be taken back.</p>
    <div class="grid"><section class="card"><h3>Write the first note</h3><p class="card-why">For example how you like code to be reviewed.</p>
      <a class="button primary" href="/new">New note</a></section>
      <section class="card"><h3>Look around first</h3><p class="card-why">A sample in a home that is thrown away when you stop it:</p><p><code>loci serve --sample --open</code></p></section></div>
    <h2>Bring in what your tools remember</h2><${Imports} /><h2>Connect an agent</h2><${Connections} only=${true} /><p>
      <a href="/tools">All tools</a> · <a href="/notes">To the notes</a></p><//>`;
}
