/** The check that every flow and journey ends with: no server logged a warning or an error that the test did not announce. */
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsTo } from '../builders/index.ts';
import { allowLogs, logCheck } from '../support/logs.mjs';
import { connectStack } from '../support/stack.mjs';
import { startInProcessStack } from '../support/in-process-stack.mjs';

let home: string;
beforeEach(async () => void (home = await mkdtemp(path.join(tmpdir(), 'lampstand-test-'))));
afterEach(() => rm(home, { recursive: true }));

const write = (line: string) => appendFile(path.join(home, 'api-1.log'), `${line}\n`);
const logged = (level: string, msg: string, at = new Date()) =>
  write(JSON.stringify({ level, time: at.toISOString(), msg }));

describe('The check of the server logs', () => {
  it.each(['warn', 'error', 'fatal'])('fails on a line of the level %s that no test announced', async (level) => {
    const check = logCheck(home);
    await logged('info', 'job done');
    await check();
    await logged(level, 'job failed');
    await expect(check()).rejects.toThrow('job failed');
  });

  it.each([
    ['a warning of Node', '(node:7) DeprecationWarning: it goes'],
    ['an uncaught error', 'TypeError: it is undefined'],
  ])('fails on %s', async (_what, line) => {
    await write(line);
    await expect(logCheck(home)()).rejects.toThrow(line);
  });

  it('reports each line once, and half a line when it is whole', async () => {
    const check = logCheck(home);
    await logged('warn', 'first');
    await appendFile(path.join(home, 'api-1.log'), '{"level":"warn",');
    await expect(check()).rejects.toThrow(/^(?!.*"warn",$)/s);
    await check();
    await write('"msg":"second"}');
    await expect(check()).rejects.toThrow(/^(?!.*first).*second/s);
  });

  it('accepts a line that matches what was announced before it, and no other', async () => {
    const check = logCheck(home);
    await logged('warn', 'mail failed', new Date(Date.now() - 1000));
    allowLogs(home, [/mail failed/]);
    await expect(check()).rejects.toThrow('mail failed');
    await logged('warn', 'mail failed');
    await check();
    await logged('warn', 'text failed');
    await expect(check()).rejects.toThrow('text failed');
  });

  it('accepts an announced line that does not come', async () => {
    allowLogs(home, [/mail failed/]);
    await logCheck(home)();
  });

  it('runs when a stack stops', async () => {
    const { address, stop } = await startInProcessStack({ env: { LIMITS: 'on' } });
    const view = connectStack(address);
    const violation = { documentURL: view.url, blockedURL: 'inline', effectiveDirective: 'img-src' };
    const body = { type: 'csp-violation', body: violation };
    const type = { 'content-type': 'application/reports+json' };
    const { status } = await callsTo(view).raw('csp-reports', JSON.stringify([body]), type);
    await view.close();
    await expect(stop()).rejects.toThrow('content security policy violation');
    expect(status).toBe(204);
  }, 120_000);
});
