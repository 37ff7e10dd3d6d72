/** Reports of the content security policy: a public endpoint, so limited; counted without personal data. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { aKey, callsTo, forgetCounts, limitCounters } from '../builders/index.ts';
import { metricOf } from '../invariants/leaks.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack({ env: { LIMITS: 'on' } });
beforeAll(() => stack.allowLogs(/content security policy violation/));

const REPORTS = { 'content-type': 'application/reports+json' };
const PAGE = `https://lampstand.example/trial/${aKey()}?token=${aKey()}`;
const report = (effectiveDirective: string, blockedURL: string) => ({
  type: 'csp-violation',
  age: 10,
  url: PAGE,
  user_agent: 'A browser',
  body: { documentURL: PAGE, blockedURL, effectiveDirective, disposition: 'enforce', statusCode: 200 },
});
const send = (body: unknown, headers: Record<string, string> = REPORTS) =>
  callsTo(stack).raw('csp-reports', JSON.stringify(body), headers);
const counted = (directive: string, blocked: string) =>
  metricOf(stack, 'lampstand_csp_violations_total', { directive, blocked });

describe('a report of the content security policy', () => {
  it('is requested by every page with both reporting mechanisms', async () => {
    const { headers } = await callsTo(stack).get('/trial');
    expect(headers.get('content-security-policy')).toMatch(/report-to csp; report-uri \/api\/csp-reports$/);
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
  });

  it('is counted in both formats under fixed labels', async () => {
    const old = { 'document-uri': PAGE, 'blocked-uri': 'inline', 'violated-directive': "style-src 'self'" };
    expect(
      (await send([report('script-src-elem', 'https://evil.example/x.js'), report('img-src', 'data')])).status,
    ).toBe(204);
    expect((await send({ 'csp-report': old }, { 'content-type': 'application/csp-report' })).status).toBe(204);
    expect((await send([report(`made-up ${aKey()}`, `chrome-extension://${aKey()}`)])).status).toBe(204);
    expect(
      await Promise.all([
        counted('script-src-elem', 'origin'),
        counted('img-src', 'data'),
        counted('style-src', 'inline'),
        counted('other', 'other'),
      ]),
    ).toEqual([1, 1, 1, 1]);
  });

  it('is refused when it is malformed', async () => {
    for (const body of [
      [],
      {},
      [{ type: 'csp-violation' }],
      [report('img-src', 'x'.repeat(9000))],
      'text',
      Array(21).fill(report('img-src', 'data')),
    ])
      expect((await send(body)).status).toBe(400);
    const foreign = { ...REPORTS, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await send([report('img-src', 'data')], foreign)).status).toBe(403);
  });

  it('counts toward a limit of 120 a minute for all clients, and stores neither page nor client', async () => {
    const batch = Array(20).fill(report('media-src', 'data'));
    const batches = [];
    for (let sent = 0; sent < 7; sent += 1) batches.push((await send(batch)).status);
    expect(batches.slice(0, 5)).toEqual([204, 204, 204, 204, 204]);
    expect(batches.at(-1)).toBe(429);
    expect(await counted('media-src', 'data')).toBeLessThanOrEqual(120);
    await forgetCounts(stack, 'csp');

    const from = (n: number) => ({ ...REPORTS, 'x-forwarded-for': `203.0.113.${n}` });
    const answers = await Promise.all(
      Array.from({ length: 140 }, (_, n) => send([report('font-src', 'https://fonts.example/a?of=somebody')], from(n))),
    );
    const taken = answers.filter(({ status }) => status === 204).length;
    expect(taken).toBeGreaterThan(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140 - taken);
    expect(await counted('font-src', 'origin')).toBe(taken);
    const keys = (await limitCounters(stack)).map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith('csp'))).toEqual(['cspReportsOverall:all']);
    const lines = (await stack.logs()).split('\n').filter((line) => line.includes('content security policy violation'));
    expect(lines.some((line) => line.includes('"blocked":"https://fonts.example","page":"/trial"'))).toBe(true);
    expect(lines.join('\n')).not.toMatch(/token|203\.0\.113|somebody/);
  });
});
