// The page: who may see it, the frame around every screen, and which screen an address is.

import { html, render, useEffect, useState } from './vendor/preact.js';
import { online, post, signedIn } from './lib/api.js';
import { listen, onChange } from './lib/events.js';
import { key } from './lib/keys.js';
import { arrive, go, href, route } from './lib/router.js';
import { changed, countWaiting, loaded, projects, refreshShared, version } from './lib/state.js';
import { Empty, Icon } from './parts/bits.js';
import { Later } from './parts/later.js';
import { drawer, Sidebar } from './parts/sidebar.js';
import { failed, said, toast, Toasts } from './parts/toast.js';
import Notes, { list } from './screens/notes.js';

/** Screens by the first part of the address; src/http/page.cc knows the same. @type {Record<string, () => Promise<any>>} */
const SCREENS = {
  new: () => import('./screens/edit.js'),
  timeline: () => import('./screens/timeline.js'),
  agent: () => import('./screens/agent.js'),
  decide: () => import('./screens/decide.js'),
  upkeep: () => import('./screens/upkeep.js'),
  tools: () => import('./screens/tools.js'),
  graph: () => import('./screens/graph.js'),
  calendar: () => import('./screens/calendar.js'),
  scratch: () => import('./screens/scratch.js'),
  welcome: () => import('./screens/welcome.js'),
  help: () => import('./screens/help.js'),
};

let linkFault = '';
/** Trades the link's secret for a cookie, and clears it from the address. */
async function enter() {
  const link = new URLSearchParams(location.hash.slice(1)).get('link');
  if (!link) return;
  history.replaceState(null, '', location.pathname + location.search);
  // A link that was used before does no harm to who is signed in already.
  await post('/api/session', { link }).catch((fault) => {
    linkFault = fault.message;
  });
}

function SignIn() {
  const [fault, setFault] = useState(/** @type {any} */ (null));
  const send = async (/** @type {any} */ event) => {
    event.preventDefault();
    try {
      await post('/api/session', { token: new FormData(event.target).get('token') });
      signedIn.value = true;
      start();
    } catch (problem) {
      setFault(problem);
    }
  };
  return html`<main id="main" class="sign-in"><h1>loci</h1>${linkFault && html`<p class="fault" role="alert">${linkFault}</p>`}
    <p>Open the link that <code>loci serve</code> printed. It is good for one browser and a quarter of an hour.</p>
    <form onSubmit=${send}><label class="field"><span>Or enter the token</span>
      <input name="token" type="password" autocomplete="off" required autofocus /></label>
    <button class="primary">Open</button>${fault && html`<p class="fault" role="alert">${fault.message}</p>`}
    <p class="dim">It is in <code>state/http-token</code> of the home. What is written with the token counts as a program’s, not as yours.</p></form>
      </main>`;
}

async function undoLast() {
  const done = await post(
    '/api/memory/undo',
    { any: true, everywhere: true },
    {
      workspace:
        route.value.query.project || (route.value.parts[0] === 'note' && route.value.parts[1] !== '-' ? route.value.parts[1] : undefined),
    },
  );
  if (!done.undone) return toast('Nothing to undo');
  changed();
  return said(`Took back: ${done.undone.summary || done.undone.kind}`, done, done.undone.workspace);
}

/** An address may name a project that is gone, or of another home. @param {{name: string}} props */
const NoProject = ({ name }) => html`<main id="main" class="screen" tabindex="-1"><${Empty} title=${`There is no project “${name}” here`}>
  <p>It was removed, or this address belongs to another home.</p><p><a class="button" href="/notes">Show everything</a></p><//></main>`;

function Shell() {
  const { parts, query } = route.value;
  const name = parts[0] || 'notes';
  const asked = query.project || (name === 'note' && parts[1] !== '-' ? parts[1] : '');
  const lost = loaded.value && asked && !projects.value.some((one) => one.project === asked);
  const wide = lost || (name !== 'notes' && name !== 'note');
  useEffect(() => {
    drawer.value = false;
    if (!wide) arrive(true);
  }, [name]);
  useEffect(() => {
    const ends = [
      key('n', 'New note', () => go(href('/new', { project: route.value.query.project })), 'Anywhere'),
      key(
        'u',
        'Undo the last change',
        () => {
          undoLast().catch(failed);
        },
        'Anywhere',
      ),
      key('?', 'Keys and help', () => go('/help'), 'Anywhere'),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  if (!signedIn.value) return html`<${SignIn} /><${Toasts} />`;
  return html`<a class="skip" href="#main">Skip to the content</a>
    ${!online.value && html`<p class="offline" role="alert">The server does not answer. What you type is kept in this browser.</p>`}
    <div class=${`shell ${wide ? 'wide' : ''}`}><${Sidebar} />${
      drawer.value &&
      html`<div class="shade" onClick=${() => {
        drawer.value = false;
      }}>
      </div>`
    }
    ${
      wide
        ? html`<button class="icon-button menu float" type="button" aria-label="Menu" aria-controls="side" onClick=${() => {
            drawer.value = true;
          }}>
      <${Icon} name="menu" /></button>
      ${lost ? html`<${NoProject} name=${asked} />` : html`<${Later} key=${name} from=${SCREENS[name] ?? SCREENS.help} />`}`
        : html`<${Notes} />`
    }</div><${Toasts} />`;
}

function listenAndCount() {
  refreshShared().then(
    () => countWaiting(1500),
    () => {},
  );
  listen();
}

/** The list comes first: the rest is asked for once it is there. */
function start() {
  if (!['', 'notes', 'note'].includes(route.value.parts[0] ?? '')) {
    listenAndCount();
    return;
  }
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    listenAndCount();
  };
  const end = list.subscribe((now) => {
    if (now.key && !now.busy) setTimeout(begin);
  });
  setTimeout(() => {
    end();
    begin();
  }, 1500);
}

await enter();
if (location.pathname === '/') go('/notes', { replace: true });
const frame = /** @type {HTMLElement} */ (document.querySelector('#app'));
frame.replaceChildren();
render(html`<${Shell} />`, frame);
start();
/** @type {any} */
let timer;
const later = () => {
  clearTimeout(timer);
  timer = setTimeout(
    () =>
      refreshShared().then(
        () => countWaiting(200),
        () => {},
      ),
    300,
  );
};
onChange(later);
version.subscribe(later);
