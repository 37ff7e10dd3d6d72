/** The control panel: polls the control API every two seconds and redraws what changed. */
const REFRESH_MS = 2000;
const $ = (selector) => document.querySelector(selector);
const notice = $('#notice');
const rendered = new Map();

const call = async (path, method = 'GET', body) => {
  const init = { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) };
  const response = await fetch(`/_sandbox/${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
};

function make(tag, attributes = {}, ...children) {
  const { className, ...rest } = attributes;
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const [name, value] of Object.entries(rest)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const time = (at) => new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
const quiet = (...words) => make('span', { className: 'quiet' }, words.join(' · '));
const item = (...children) => make('article', { className: 'item' }, ...children);
const row = (...children) => make('div', { className: 'row' }, ...children);
const button = (label, act, value) => make('button', { type: 'button', 'data-act': act, 'data-value': value }, label);
const empty = (words) => [make('p', { className: 'empty' }, words)];

const views = {
  phone: {
    load: () => call('sms'),
    draw: (messages) =>
      messages
        .slice(0, 50)
        .map(({ to, body, code, channel, at }) =>
          item(
            row(make('strong', {}, to), quiet(`${channel === 'call' ? 'Call' : 'Text'}, ${time(at)}`)),
            make('p', { className: 'code' }, code),
            make('p', {}, body),
          ),
        ),
    nothing: 'No text message and no call yet.',
  },
  inbox: { load: () => call('mail'), draw: (mails) => mails.slice(0, 50).map(mailItem), nothing: 'No mail yet.' },
  objects: { load: () => call('records?limit=20'), draw: kinds, nothing: '' },
  webhooks: { load: () => call('webhooks'), draw: deliveries, nothing: 'Nothing was announced yet.' },
  clock: {
    load: () => call('clock').then(({ now, offsetMs }) => ({ now: now.slice(0, 16), offsetMs })),
    draw: ({ now, offsetMs }) => [
      item(
        make('p', { className: 'big' }, time(`${now}Z`)),
        quiet(offsetMs ? `${(offsetMs / 86_400_000).toFixed(1)} days ahead of the real time` : 'the real time'),
      ),
    ],
  },
  faults: {
    load: () => call('faults'),
    draw: (faults) =>
      faults.map(({ id, match, mode, nth, times, fired }) =>
        item(
          row(make('strong', {}, match), button('Heal', 'heal', id)),
          quiet(mode, `from call ${nth}`, times ? `${fired} of ${times} times` : `until healed, ${fired} so far`),
        ),
      ),
    nothing: 'No fault: all provider calls work.',
  },
};

function mailItem({ id, to, from, subject, text, html, at }) {
  const frame = make('iframe', { title: `Mail: ${subject}`, sandbox: '', loading: 'lazy', src: `/mails/${id}` });
  const plain = make('details', {}, make('summary', {}, 'Plain text'), make('pre', {}, text));
  return item(
    make(
      'details',
      {},
      make('summary', {}, subject),
      quiet(`to ${to}`, `from ${from}`, time(at)),
      ...(html ? [frame] : []),
      plain,
    ),
  );
}

function kinds(records) {
  return Object.entries(records)
    .filter(([, all]) => all.length > 0)
    .map(([kind, all]) => {
      const each = all.map((object) =>
        make(
          'details',
          {},
          make('summary', {}, [object.id, object.status, object.type].filter(Boolean).join(' · ')),
          make('pre', {}, JSON.stringify(object, null, 2)),
        ),
      );
      return item(
        make(
          'details',
          { 'data-key': kind },
          make('summary', {}, `${kind} (${all.length}${all.length === 20 ? ', the latest' : ''})`),
          ...each,
        ),
      );
    });
}

function deliveries({ mode, deliveries: all }) {
  if (document.activeElement !== $('#mode')) $('#mode').value = mode;
  return all.slice(0, 60).map(({ event, type, status, attempts, created }) => {
    const tried = attempts.map((attempt) => attempt.status ?? attempt.error).join(', ');
    const colour = { delivered: 'good', failed: 'bad', dropped: 'bad' }[status] ?? '';
    return item(
      row(make('strong', {}, type), button('Resend', 'resend', event)),
      make('span', { className: colour }, status),
      ' ',
      quiet(time(created), event, ...(tried ? [`answers: ${tried}`] : [])),
    );
  });
}

let current = location.hash.slice(1) in views ? location.hash.slice(1) : 'phone';

async function refresh() {
  const { load, draw, nothing } = views[current];
  const shown = current;
  try {
    const [{ now, offsetMs }, data] = await Promise.all([call('clock'), load()]);
    $('#now').textContent = time(now);
    $('#offset').textContent = offsetMs ? `(+ ${(offsetMs / 86_400_000).toFixed(1)} days)` : '';
    const state = JSON.stringify(data);
    if (rendered.get(shown) === state) return;
    rendered.set(shown, state);
    const nodes = draw(data);
    const content = $(`[data-content="${shown}"]`);
    const open = [...content.querySelectorAll('details[open] > summary')].map(({ textContent }) => textContent);
    content.replaceChildren(...(nodes.length > 0 ? nodes : empty(nothing)));
    for (const summary of content.querySelectorAll('summary'))
      if (open.includes(summary.textContent)) summary.parentElement.open = true;
  } catch {
    notice.textContent = 'The sandbox does not answer.';
  }
}

function show(tab) {
  current = tab;
  history.replaceState(null, '', `#${tab}`);
  for (const node of document.querySelectorAll('[role=tab]')) {
    const chosen = node.dataset.tab === tab;
    node.setAttribute('aria-selected', String(chosen));
    node.tabIndex = chosen ? 0 : -1;
    $(`#panel-${node.dataset.tab}`).hidden = !chosen;
  }
  $('#fault-form').hidden = tab !== 'faults';
  void refresh();
}

const acts = {
  advance: (minutes) => call('clock', 'POST', { advanceMinutes: Number(minutes) }),
  resend: (event) => call(`webhooks/${event}/resend`, 'POST'),
  duplicate: () => call('webhooks/duplicate', 'POST'),
  shuffle: () => call('webhooks/shuffle', 'POST'),
  reverse: () => call('webhooks/reverse', 'POST'),
  deliver: () => call('webhooks/deliver', 'POST'),
  heal: (id) => call(id ? `faults/${id}` : 'faults', 'DELETE'),
};

async function attempt(work) {
  notice.textContent = 'Working …';
  try {
    await work();
    notice.textContent = 'Done.';
  } catch (error) {
    notice.textContent = error.message;
  }
  setTimeout(() => (notice.textContent = ''), 2500);
  void refresh();
}

document.addEventListener('click', ({ target }) => {
  const { tab, act, value } = target.dataset ?? {};
  if (tab) show(tab);
  if (act) void attempt(() => acts[act](value));
});
$('[role=tablist]').addEventListener('keydown', ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step) return;
  const names = Object.keys(views);
  show(names[(names.indexOf(current) + step + names.length) % names.length]);
  $(`#tab-${current}`).focus();
});
$('#mode').addEventListener(
  'change',
  ({ target }) => void attempt(() => call('webhooks', 'PUT', { mode: target.value })),
);
$('#fault-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { match, mode, nth, times } = Object.fromEntries(new FormData(event.target));
  void attempt(() => call('faults', 'PUT', { match, mode, nth: Number(nth), times: Number(times) }));
});
show(current);
setInterval(() => {
  if (!document.hidden) void refresh();
}, REFRESH_MS);
