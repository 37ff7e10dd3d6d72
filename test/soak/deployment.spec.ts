/**
 * The installation of docker-compose.yml, built and run without a container engine: the Dockerfile's steps in a root of Debian,
 * the services in namespaces with their users, mounts, networks and health checks, Debian's Caddy before two servers.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aVisitor, callsTo } from '../builders/index.ts';
import { expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { clients, crowd, SignUpLoad } from './clients.ts';
import type { Container } from './containers/container.ts';
import { install, type Installation } from './containers/installation.ts';

jest.setTimeout(600_000);

const PEOPLE = 8;
const installation = {} as Installation;
const stack = {} as Installation['stack'];
beforeAll(async () => {
  Object.assign(installation, await install((line) => process.stdout.write(`${line}\n`)));
  Object.assign(stack, installation.stack);
}, 1_200_000);
afterAll(() => installation.end?.(), 120_000);

const all = (service: string): Container[] => installation.project.of(service);
const one = (service: string): Container => all(service)[0]!;
const fails = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'it works',
    ({ message }: Error) => message,
  );

/** The files of the product in an image, without the packages. */
const filesOf = async (service: string): Promise<string[]> => {
  const list = await one(service).exec(['find', '/app', '-not', '-path', '*/node_modules/*', '-type', 'f']);
  return list
    .trim()
    .split('\n')
    .map((file) => file.replace('/app/', ''));
};

describe('the images', () => {
  it('of the server has the packages for production, the bundle and the pages, and no sources, tests or secrets', async () => {
    const files = await filesOf('api');
    const allowed =
      /^(apps\/(api\/build|web\/build\/client)\/|((apps|libs)\/\w+\/)?package\.json$|package-lock\.json$|\.npmrc$)/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['apps/api/build/main.js', 'apps/web/build/client/trial/index.html']));
    for (const tool of ['jest', 'vite', 'oxlint', '@playwright/test'])
      expect(await fails(one('api').exec(['test', '-e', `/app/node_modules/${tool}`]))).toMatch('ended with 1');
  });

  it('of the sandbox has its bundle, pages and schemas, and no packages', async () => {
    const allowed = /^(apps\/sandbox\/(build|browser|schemas)\/|(apps\/sandbox\/)?package\.json$)/;
    expect((await filesOf('sandbox')).filter((file) => !allowed.test(file))).toEqual([]);
    expect(await fails(one('sandbox').exec(['test', '-e', '/app/node_modules']))).toMatch('ended with 1');
  });

  it('of the server runs the doctor and the command for staff', async () => {
    const report = await one('api').exec(['node', 'apps/api/build/doctor.js']);
    expect(report).toMatch(/^ok +database/m);
    expect(report).not.toMatch(/^WRONG/m);
    const admin = 'node apps/api/build/admin.js create grace@lampstand.church --role administrator';
    expect(await one('api').exec(['sh', '-c', `echo 'a lamp on its stand, lit' | ${admin}`])).toContain('grace@');
  });
});

describe('docker compose up', () => {
  it('starts each service once what it depends on is healthy', () => {
    const { order } = installation.project;
    for (const [before, after] of [
      ['database starts', 'database is healthy'],
      ['database is healthy', 'api starts'],
      ['api starts', 'api is healthy'],
      ['api is healthy', 'proxy starts'],
    ] as const)
      expect({ before, after, inOrder: order.indexOf(before) < order.indexOf(after) }).toMatchObject({ inOrder: true });
    expect(installation.project.containers.map(({ starts }) => starts)).toEqual([1, 1, 1, 1, 1]);
  });

  it('checks the health of the database and of each server by commands that work in their images', async () => {
    const checked = installation.project.containers.filter(({ options }) => options.health);
    expect(checked.map(({ name }) => name)).toEqual(['lampstand-database-1', 'lampstand-api-1', 'lampstand-api-2']);
    for (const container of checked) await container.untilHealthy();
  });

  it('runs no process with more rights than the file gives it', async () => {
    const rights = async (service: string) => {
      const status = await one(service).exec(['sh', '-c', 'cat /proc/1/status; ! touch /app /etc/passwd 2>&1']);
      const field = (name: string) => new RegExp(`^${name}:\\t(\\S+)`, 'm').exec(status)?.[1];
      const isReadOnly = /Read-only file system/.test(status);
      return {
        user: field('Uid'),
        can: BigInt(`0x${field('CapEff')}`),
        mayGain: field('NoNewPrivs') === '0',
        isReadOnly,
      };
    };
    const none = { can: 0n, mayGain: false, isReadOnly: true };
    expect(await rights('api')).toEqual({ user: '1000', ...none });
    expect(await rights('sandbox')).toEqual({ user: '1000', ...none });
    expect(await rights('database')).toEqual({ user: '999', ...none });
    const NET_BIND_SERVICE = 1n << 10n;
    expect(await rights('proxy')).toEqual({ user: '0', ...none, can: NET_BIND_SERVICE });
  });

  it('lets the servers reach the database, and neither the proxy nor the sandbox', async () => {
    const address = one('database').options.network.addresses['data']!;
    const opens = (service: string, host: string) =>
      fails(one(service).exec(['timeout', '2', 'bash', '-c', `echo > /dev/tcp/${host}/5432`]));
    expect(await opens('api', 'database')).toBe('it works');
    for (const service of ['proxy', 'sandbox'])
      for (const host of ['database', address])
        expect({ service, host, outcome: await opens(service, host) }).toEqual({
          service,
          host,
          outcome: expect.stringMatching(/Name or service not known|unreachable|failure in name resolution/),
        });
  });

  it('serves with the role that cannot change the schema', async () => {
    const connected = await stack.query(
      `SELECT DISTINCT usename AS role FROM pg_stat_activity WHERE application_name LIKE 'lampstand%'`,
    );
    expect(connected).toEqual([{ role: 'lampstand_server' }]);
  });

  it('answers internal calls on the network of the servers, and refuses them at the proxy', async () => {
    const call = `fetch('http://api:3000/api/internal/activity', { method: 'POST' }).then(({ status }) => console.log(status))`;
    expect(await one('sandbox').exec(['node', '-e', call])).toBe('401\n');
    expect((await callsTo(stack).post('internal/activity', [])).status).toBe(404);
  });

  it('opens an account, whose webhooks come through the proxy and whose mails the sandbox receives', async () => {
    const visitor = await aVisitor(stack).becomesMember();
    await settled(stack);
    expect(await stack.sandbox.mails(visitor.details.email, { subject: /Welcome/ })).toHaveLength(1);
    expect((await stack.query('SELECT count(*)::int AS n FROM stripe_events'))[0].n).toBeGreaterThan(0);
  });
});

describe('While servers stop and are killed', () => {
  const browsers = clients(PEOPLE);
  const load = new SignUpLoad(browsers);
  const posts = () => crowd(PEOPLE, () => load.signUp(() => stack.url, { until: true }));
  afterAll(() => browsers.close());

  it('a stopped server ends in time, and no post fails', async () => {
    const people = posts();
    const visitor = await aVisitor(stack).provesPhone();
    const stopping = one('api').stop();
    await visitor.savesCard();
    const { exit, ms } = await stopping;
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await people.stop();
    expect({ exit, inTime: ms < one('api').options.graceMs }).toEqual({ exit: 'code 0', inTime: true });
    expect(browsers.unexpected).toEqual([]);
    expect(await load.missing(stack)).toEqual([]);
    await one('api').start();
    await one('api').untilHealthy();
  });

  it('a killed server is started again; only posts fail that it was answering, and sent again each is stored once', async () => {
    const people = posts();
    const visitor = await aVisitor(stack).provesPhone();
    const before = browsers.unexpected.length;
    const failed = () => browsers.unexpected.slice(before).map(({ reply }) => reply.status);
    const answers = async (count: number) => {
      const from = browsers.count();
      await eventually(() => browsers.count() >= from + count);
    };
    const [, killed] = all('api');
    await answers(PEOPLE);
    killed!.kill();
    await answers(2 * PEOPLE);
    const inFlight = failed();
    await visitor.savesCard();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await eventually(() => killed!.starts === 2);
    await killed!.untilHealthy();
    await people.stop();
    expect(inFlight.length).toBeLessThanOrEqual(PEOPLE);
    expect(failed()).toEqual(inFlight.map(() => 502));
    expect(await load.missing(stack)).toEqual([]);
    expect(await stack.query('SELECT email FROM trial_signups GROUP BY 1 HAVING count(*) > 1')).toEqual([]);
  });

  it('a killed database comes back, the pages are there all the time, and no acknowledged post is lost', async () => {
    const people = posts();
    const pages: number[] = [];
    const readers = crowd(1, async () => pages.push((await callsTo(stack).get('/trial')).status));
    one('database').kill();
    await eventually(() => one('database').starts === 2);
    await one('database').untilHealthy();
    const acknowledged = load.acknowledged.size;
    await eventually(() => load.acknowledged.size > acknowledged + PEOPLE, { within: 30_000 });
    await people.stop();
    await readers.stop();
    expect(new Set(pages)).toEqual(new Set([200]));
    expect(await load.missing(stack)).toEqual([]);
    // Jobs of killed servers wait for the end of their lease.
    await settled(stack, { within: 180_000 });
    await expectNoViolations(stack, { copiesOfMails: true });
  });
});
