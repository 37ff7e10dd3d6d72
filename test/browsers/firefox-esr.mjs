#!/usr/bin/env node
// @ts-check
/**
 * Starts Debian's `firefox-esr` for Playwright, which speaks WebDriver BiDi with it. Passes all messages on, with two
 * exceptions: settings that Firefox 140 does not know, and scripts that Playwright passes to `eval`, which the content security
 * policy of our pages forbids.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import WebSocket, { WebSocketServer } from 'ws';

/** Commands that Playwright sends at each start, and that no test needs. */
const UNKNOWN = new Set([
  'browser.setDownloadBehavior',
  'emulation.setLocaleOverride',
  'emulation.setMediaFeaturesOverride',
  'emulation.setScreenOrientationOverride',
  'emulation.setScreenSettingsOverride',
  'network.addDataCollector',
]);

/** Playwright's function for the scripts of a test: it calls `eval`. */
const EVALUATE = '(utilityScript, ...args) => utilityScript.evaluate(...args)';

/**
 * Runs in each page before its own scripts: what Playwright adds by `eval` to insert text, but with the browser's own events;
 * and a message for each change of the address, which Firefox 140 does not report.
 */
const IN_EACH_PAGE = `(report) => {
  window.__pw_bidiInsertText = (text) => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLIFrameElement) return activeElement;
    document.execCommand('insertText', false, text);
  };
  for (const name of ['pushState', 'replaceState']) {
    const change = history[name];
    history[name] = (state, unused, url) => {
      change.call(history, state, unused, url);
      report(location.href);
    };
  }
  addEventListener('popstate', () => report(location.href));
}`;
const CHANNEL = 'address';
const ADD_TO_EACH_PAGE = {
  id: Number.MAX_SAFE_INTEGER,
  method: 'script.addPreloadScript',
  params: { functionDeclaration: IN_EACH_PAGE, arguments: [{ type: 'channel', value: { channel: CHANNEL } }] },
};

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => firefox.kill(signal));

createInterface(firefox.stderr).on('line', (line) => {
  const address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
  if (!address) return console.error(line);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
  server.on('connection', (playwright, { url }) => relay(playwright, new WebSocket(`${address}${url}`)));
});

/** @param {WebSocket} playwright @param {WebSocket} browser */
function relay(playwright, browser) {
  const opened = once(browser, 'open');
  playwright.on('message', (data) => {
    const message = parsed(data);
    if (UNKNOWN.has(message.method)) playwright.send(JSON.stringify({ type: 'success', id: message.id, result: {} }));
    else void opened.then(() => pass(message));
  });
  browser.on('message', (data) => {
    const message = parsed(data);
    if (message.id !== ADD_TO_EACH_PAGE.id) playwright.send(JSON.stringify(asAddress(message) ?? message));
  });
  browser.on('close', () => playwright.close());
  playwright.on('close', () => browser.close());

  /** @param {any} message */
  function pass(message) {
    if (message.method === 'session.subscribe') browser.send(JSON.stringify(ADD_TO_EACH_PAGE));
    browser.send(JSON.stringify(withoutEval(message)));
  }
}

/** @param {import('ws').RawData} data */
const parsed = (data) => JSON.parse(/** @type {Buffer} */ (data).toString());

/** Puts the texts that would be evaluated into the function itself. @param {{ method: string, params: any }} message */
function withoutEval(message) {
  const { method, params } = message;
  if (method !== 'script.callFunction' || params.functionDeclaration !== EVALUATE) return message;
  const [, , , script] = params.arguments;
  const texts = [script.value, ...functionsIn(params.arguments).map((text) => `(${text})`)];
  const known = texts.map((text) => `[${JSON.stringify(text)}, () => (${isExtension(text) ? '() => {}' : text})]`);
  const functionDeclaration = `(utilityScript, ...args) => {
    const known = new Map([${known.join()}]);
    const own = window.eval;
    window.eval = (text) => known.has(text) ? known.get(text)() : own(text);
    try { return utilityScript.evaluate(...args); } finally { window.eval = own; }
  }`;
  return { ...message, params: { ...params, functionDeclaration } };
}

/** The function is in IN_EACH_PAGE. @param {string} text */
const isExtension = (text) => text.includes('injectedScript.extend(');

/** The functions among serialized arguments. @param {unknown} value @returns {string[]} */
function functionsIn(value) {
  if (typeof value !== 'object' || !value) return [];
  const [key, text] = Array.isArray(value) ? value : [];
  if (['functionText', 'callbackText'].includes(key?.[1]?.value)) return [text[1].value];
  return Object.values(value).flatMap(functionsIn);
}

/** The event of a new address, from a page's report of it. @param {{ method?: string, params: any }} message */
function asAddress({ method, params }) {
  if (method !== 'script.message' || params.channel !== CHANNEL) return undefined;
  const changed = { context: params.source.context, timestamp: Date.now(), url: params.data.value };
  return { type: 'event', method: 'browsingContext.historyUpdated', params: changed };
}
