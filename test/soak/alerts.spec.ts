/** The alert rules: their tests by promtool, and a Prometheus that scrapes two servers while what they need goes away. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEmail, aVisitor, callsTo, stripe, whileReadOnly } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { claimPorts } from '../../tools/local/environment.ts';
import { root } from '../../tools/local/setup.ts';
import { installPrometheus } from '../../tools/local/debian.ts';
import { eventually } from '../support/index.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';
import { crowd } from './clients.ts';

beforeAll(installPrometheus);

const MONITORING = path.join(root, 'deploy/monitoring');

it('the rules and the example of a configuration are valid, and each rule fires with the series of its test', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: MONITORING, encoding: 'utf8' });
  expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
  expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  for (const file of ['alerts.test.yml', 'alerts-of-days.test.yml'])
    expect(promtool('test', 'rules', file)).toContain('SUCCESS');
});

/** Every duration of the rules is divided by this, so that the test takes minutes. */
const FASTER = 10;
const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

const fasterRules = (rules: string): string =>
  rules.replaceAll(
    /(for: |\[)(\d+)([smhd])/g,
    (_, before, count, unit: keyof typeof SECONDS) => `${before}${(Number(count) * SECONDS[unit]) / FASTER}s`,
  );

interface Alert {
  labels: Record<string, string>;
  state: 'pending' | 'firing';
}

interface Outage {
  people: (() => Promise<unknown>)[];
  away: () => Promise<unknown>;
  back: () => Promise<unknown>;
}

const nameOf = ({ labels: { alertname, step, queue, name } }: Alert): string =>
  [alertname!.replace('Lampstand', ''), step ?? queue ?? name].filter(Boolean).join(' ');

/** Without the queue: all jobs that need the part fail. */
const alertOf = (name: string): string => name.replace(/^(JobsFailing) .*/, '$1');

describe('While a part is away, its alerts fire, and no others; they end after it is back', () => {
  const { stack, postgres } = ownStackOnOwnPostgres({
    env: { CHECK_INTERVAL_SECONDS: '1', DATABASE_WAIT_SECONDS: '2' },
  });
  const table: { away: string; alert: string; firesAfter: string; endsAfter: string }[] = [];
  let home: string;
  let claim: Awaited<ReturnType<typeof claimPorts>>;
  let address: string;
  let prometheus: ReturnType<typeof spawn>;
  let traffic: ReturnType<typeof crowd>;

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'lampstand-prometheus-'));
    const targets = stack.apis.map(({ metricsUrl }) => new URL(metricsUrl).host);
    await writeFile(
      path.join(home, 'alerts.yml'),
      fasterRules(await readFile(path.join(MONITORING, 'alerts.yml'), 'utf8')),
    );
    await writeFile(path.join(home, 'prometheus.yml'), JSON.stringify({
      // A server without its database tells its metrics after five seconds.
      global: { scrape_interval: '10s', scrape_timeout: '10s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [{ job_name: 'lampstand', static_configs: [{ targets }] }],
    })); // oxfmt-ignore
    claim = await claimPorts(1);
    const [port] = claim.ports;
    address = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      'prometheus',
      ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`],
      { cwd: home, stdio: 'ignore' },
    );
    traffic = crowd(4, async (person, turn) => {
      await sleep(100);
      await fetch(`${stack.apiUrls[person % 2]}${['/', '/trial', '/api/config'][turn % 3]}`).catch(() => undefined);
    });
    await eventually(async () => (await query('count(lampstand_ready == 1)')) === 2, { within: 60_000 });
  }, 180_000);

  afterAll(async () => {
    await traffic?.stop();
    prometheus?.kill();
    claim?.release();
    if (home) await rm(home, { recursive: true, force: true });
    console.table(table);
  });

  const read = async (call: string) => (await (await fetch(`${address}/api/v1/${call}`)).json()).data;
  const query = async (expression: string): Promise<number> => {
    const answer = await read(`query?query=${encodeURIComponent(expression)}`).catch(() => undefined);
    return Number(answer?.result[0]?.value[1]);
  };
  /** All alerts except WebhooksLate, which goes on firing for an hour after Stripe is back. */
  const alerts = async (): Promise<Alert[]> =>
    (await read('alerts')).alerts.filter((each: Alert) => nameOf(each) !== 'WebhooksLate');
  const firing = async (): Promise<string[]> => [
    ...new Set((await alerts()).filter(({ state }) => state === 'firing').map(nameOf)),
  ];

  /**
   * While `people` repeat their calls: watches from `away` until all `expected` alerts fire, then from `back` until none does.
   */
  async function watch(what: string, expected: string[], { away, back, people }: Outage): Promise<void> {
    const fired = new Map<string, number>();
    const ended = new Map<string, number>();
    const note = (names: Iterable<string>, into: Map<string, number>, since: number) => {
      for (const name of names) if (!into.has(name)) into.set(name, Math.round((performance.now() - since) / 1000));
    };
    // Of the outage before, one may be about to fire.
    await eventually(async () => !(await alerts()).length, { within: 60_000 });
    const calls = crowd(people.length, async (person) => {
      await sleep(500);
      await people[person]!().catch(() => undefined);
    });
    const gone = performance.now();
    try {
      await away();
      const allFire = async () => {
        note(await firing(), fired, gone);
        return expected.every((alert) => [...fired.keys()].map(alertOf).includes(alert));
      };
      await eventually(allFire, { within: 150_000 }).catch(() => {
        throw new Error(`While ${what} is away, only these fire: ${[...fired.keys()].join(', ')}`);
      });
    } finally {
      await back();
    }
    const healed = performance.now();
    const allEnded = async () => {
      const now = await firing();
      note(now, fired, gone);
      const gonePast = [...fired.keys()].filter((name) => !now.includes(name));
      note(gonePast, ended, healed);
      return !now.length;
    };
    try {
      await eventually(allEnded, { within: 180_000 });
    } finally {
      await calls.stop();
    }
    for (const [alert, after] of fired)
      table.push({ away: what, alert, firesAfter: `${after} s`, endsAfter: `${ended.get(alert)} s` });
    expect([...new Set([...fired.keys()].map(alertOf))].sort()).toEqual(expected.toSorted());
  }

  const heal = () => stack.sandbox.heal();
  const signUps = [1, 2, 3].map(() => () => aVisitor(stack).signsUp());

  it('PostgreSQL', async () => {
    await watch('PostgreSQL', ['NotReady', 'ServerErrors', 'CheckFailed database'], {
      people: signUps,
      away: () => postgres.kill(),
      back: () => postgres.start(),
    });
  });

  it('PostgreSQL that hangs', async () => {
    await watch('PostgreSQL, which hangs,', ['NotReady', 'ServerErrors', 'CheckFailed database'], {
      // Each waits for ten seconds, and yet they are to be one in a hundred of all calls.
      people: Array.from({ length: 5 }, () => signUps).flat(),
      away: async () => postgres.freeze(),
      back: async () => postgres.thaw(),
    });
  });

  it('the right to write into the database', async () => {
    let restored: () => void = () => {};
    let readOnly: Promise<unknown> = Promise.resolve();
    await watch('the right to write', ['NotReady', 'ServerErrors', 'CheckFailed database'], {
      people: signUps,
      away: async () => void (readOnly = whileReadOnly(stack, () => new Promise<void>((done) => (restored = done)))),
      back: async () => {
        restored();
        await readOnly;
      },
    });
  });

  it('a Stripe key, which was revoked', async () => {
    const visitors = await Promise.all([1, 2, 3].map(() => aVisitor(stack).provesPhone()));
    await watch('the key of Stripe', ['ProviderAway cardForm', 'ServerErrors', 'CheckFailed stripe'], {
      people: visitors.map((visitor) => () => visitor.call('trial-setup-intent')),
      away: () => stack.sandbox.fault({ match: '* /v1/*', mode: '401', times: 0 }),
      back: heal,
    });
  });

  it('the account of Twilio, which is suspended', async () => {
    const visitors = [1, 2, 3].map(() => aVisitor(stack));
    for (const visitor of visitors) await visitor.signsUp();
    await watch('the account of Twilio', ['ProviderAway sendCode', 'ServerErrors', 'CheckFailed twilio'], {
      people: visitors.map((visitor) => () => visitor.asksForCode()),
      away: () => stack.sandbox.fault({ match: '* /v2/*', mode: '401', times: 0 }),
      back: heal,
    });
  });

  it('the webhook endpoint, which Stripe has disabled', async () => {
    const disable = (disabled: boolean) =>
      stripe(stack, 'webhook_endpoints/we_sandbox', { disabled: String(disabled) });
    await watch('the webhook endpoint', ['CheckFailed webhook'], {
      people: [],
      away: () => disable(true),
      back: () => disable(false),
    });
  });

  it('Twilio', async () => {
    const visitors = [1, 2, 3].map(() => aVisitor(stack));
    for (const visitor of visitors) await visitor.signsUp();
    await watch('Twilio', ['ProviderAway sendCode', 'ServerErrors', 'CheckFailed twilio'], {
      people: visitors.map((visitor) => () => visitor.asksForCode()),
      away: () => stack.sandbox.fault({ match: '* /v2/*', mode: '500', times: 0 }),
      back: heal,
    });
  });

  it('Stripe', async () => {
    const [opening, visitors] = await Promise.all(
      [1, 2].map(() => Promise.all([1, 2, 3].map(() => aVisitor(stack).provesPhone()))),
    );
    const expected = [
      'ProviderAway cardForm',
      'ServerErrors',
      'AccountsNotOpening',
      'JobsFailing',
      'CheckFailed stripe',
    ];
    await watch('Stripe', expected, {
      people: visitors!.map((visitor) => () => visitor.call('trial-setup-intent')),
      away: async () => {
        await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
        await Promise.all(opening!.map((visitor) => visitor.savesCard()));
        await stack.sandbox.fault({ match: '* /v1/*', mode: '500', times: 0 });
        await stack.sandbox.advance({ minutes: 6 });
      },
      back: heal,
    });
    await settled(stack, { within: 120_000 });
  });

  it('the mail server', async () => {
    await watch('SMTP', ['JobsFailing', 'CheckFailed mail'], {
      people: [],
      away: async () => {
        await stack.sandbox.fault({ match: 'SMTP', mode: 'refuse', times: 0 });
        for (const _ of [1, 2, 3, 4]) await callsTo(stack).post('newsletter-subscriptions', { email: anEmail() });
      },
      back: heal,
    });
    await settled(stack, { within: 120_000 });
  });
});
