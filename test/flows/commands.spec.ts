/** `npm start` and `npm run admin`: what they check, change and print. @slow */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commandOn,
  adminCommand,
  adminProcess,
  anEmail,
  aStaffMember,
  callsTo,
  codeOf,
  withPasskey,
  auditEntries,
  storedStaff,
  aStaffName,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';
import { spawnSync } from 'node:child_process';

const stack = sharedStack();

/** Prints the CommonJS modules that the process has loaded from files. */
const LIST_MODULES = `import { createRequire } from 'node:module';
  process.on('exit', () => console.log(JSON.stringify(Object.keys(createRequire('/').cache))));`;

/** What the module and those it imports import before they run, as they name it. */
async function importsOf(file: string, known = new Set<string>()): Promise<string[]> {
  if (known.has(file)) return [];
  known.add(file);
  const names = [...(await readFile(file, 'utf8')).matchAll(/^(?:import(?! type)|\}).* from '([^']+)';$/gm)].map(
    ([, name]) => name!,
  );
  const own = names.filter((name) => name.startsWith('.')).map((name) => path.join(path.dirname(file), name));
  return [...names, ...(await Promise.all(own.map((each) => importsOf(each, known)))).flat()];
}

describe('npm start', () => {
  it.each(['node.mjs', 'start.ts', 'test.ts', 'build.ts', 'long-runs.ts'])(
    'and npm test begin without packages (%s)',
    async (name) => {
      const names = await importsOf(`tools/${name}`);
      expect(names.filter((each) => !each.startsWith('.') && !each.startsWith('node:'))).toEqual([]);
      expect(names).toContain('node:path');
    },
  );

  it('names each wrong setting before it builds the site or starts a server', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'lampstand-settings-'));
    const wrong = { STRIPE_SECRET_KEY: 'sk_wrong', SITE_URL: 'https://unbuilt.example', DATA_DIR: home, PORT: '1' };
    const { code, complained, lines } = await commandOn(stack, 'tools/start.ts', wrong);
    await rm(home, { recursive: true });
    expect(code).toBe(1);
    expect(complained).toMatch(
      /^Lampstand cannot start with these settings:\n- STRIPE_SECRET_KEY: has an invalid value/,
    );
    expect(complained).toContain('- TWILIO_ACCOUNT_SID: is missing');
    const steps = lines.map((line) => line.split(/ +/).slice(0, 2).join(' '));
    // A step is printed when it takes 100 ms, which looking for packages does on a busy machine.
    expect(steps.filter((step) => step !== 'ok packages')).toEqual(['FAILED settings']);
  }, 20_000);
});

describe('a server process', () => {
  it('loads no package beside its bundle but the native one', async () => {
    const list = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LIST_MODULES)}` };
    const { complained, lines } = await commandOn(stack, 'apps/api/build/main.js', list);
    expect(complained).toContain('STRIPE_SECRET_KEY: is missing');
    const names = (JSON.parse(lines[0]!) as string[]).map((file) => /.*node_modules\/(@?[^/]+\/[^/]+)/.exec(file)?.[1]);
    expect([...new Set(names)].filter((name) => !name?.startsWith('@node-rs/argon2'))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });
});

const PASSWORD = 'a password of some length';
const login = (body: object) => callsTo(stack).post('admin/login', body);

describe('npm run admin', () => {
  it('creates an account of either role', async () => {
    for (const role of ['administrator', 'support']) {
      const email = anEmail('staff');
      const { said, code } = await adminProcess(
        stack,
        ['create', email.toUpperCase(), '--role', role],
        `${PASSWORD}\n`,
      );
      expect({ said, code }).toEqual({ said: `${email} can sign in as ${role}.`, code: 0 });
      expect((await login({ email, password: PASSWORD })).status).toBe(200);
      expect(await storedStaff(stack, email)).toMatchObject({
        role,
        name: email.replace(/@.*/, '').replace(/^s/, 'S'),
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      });
    }
  });

  it('names an account as it is told, or by the address where a colleague has the name', async () => {
    const [named, name] = [anEmail('staff'), aStaffName()];
    await adminCommand(stack, ['create', named, '--role', 'support', '--name', name], PASSWORD);
    expect(await storedStaff(stack, named)).toMatchObject({ name });
    const one = anEmail('staff');
    const namesake = one.replace('@church', '@chapel');
    for (const email of [one, namesake]) await adminCommand(stack, ['create', email, '--role', 'support'], PASSWORD);
    expect(await storedStaff(stack, namesake)).toMatchObject({ name: namesake });
  });

  it('requires an authenticator app, shows its secret once, and turns it off', async () => {
    const { email, password } = await aStaffMember(stack);
    const { said } = await adminCommand(stack, ['authenticator', email]);
    const [, address] = /^Address {2}(otpauth:\/\/totp\/.+)$/m.exec(said)!;
    const [, secret] = /^Secret {3}([A-Z2-7]{32})$/m.exec(said)!;
    expect(Object.fromEntries(new URL(address!).searchParams)).toMatchObject({ issuer: 'Lampstand', secret });
    expect((await login({ email, password })).body.totpRequired).toBe(true);
    expect((await login({ email, password, totp: codeOf(secret!) })).status).toBe(200);
    expect(String((await storedStaff(stack, email))!.totp_secret)).not.toContain(secret);
    await adminCommand(stack, ['authenticator', email, '--off']);
    expect((await login({ email, password })).status).toBe(200);
  });

  it('removes the passkeys of an account and ends its sessions', async () => {
    const { email, password, get } = await withPasskey(stack);
    expect((await login({ email, password })).body.passkeyRequired).toBeDefined();
    const { said, code } = await adminCommand(stack, ['drop-passkeys', email]);
    expect({ said, code }).toEqual({ said: `${email} has no passkeys any more; all sessions have ended.`, code: 0 });
    expect((await get('/api/admin/account/passkeys')).status).toBe(401);
    expect((await login({ email, password })).status).toBe(200);
  });

  it('adds an audit row for each change, without secrets', async () => {
    const email = anEmail('staff');
    await adminCommand(stack, ['create', email, '--role', 'support'], PASSWORD);
    for (const change of ['disable', 'enable', 'drop-passkeys', 'authenticator'])
      await adminCommand(stack, [change, email]);
    await adminCommand(stack, ['authenticator', email, '--off']);
    await adminCommand(stack, ['password', email], `${PASSWORD}, and longer`);
    const { id } = (await storedStaff(stack, email))!;
    const entries = await auditEntries(stack, { about: `staff:${id}` });
    const changes = entries.map(({ action, account_id, address, detail }) => ({ action, account_id, address, detail }));
    const noAccount = { account_id: null, address: null };
    expect(changes).toEqual([
      { ...noAccount, action: 'account created', detail: { role: 'support' } },
      { ...noAccount, action: 'account disabled', detail: {} },
      { ...noAccount, action: 'account enabled', detail: {} },
      { ...noAccount, action: 'passkeys dropped', detail: {} },
      { ...noAccount, action: 'authenticator required', detail: {} },
      { ...noAccount, action: 'authenticator dropped', detail: {} },
      { ...noAccount, action: 'password changed', detail: {} },
    ]);
  });

  it.each([
    ['fourteen chars', 'A password has 15 to 200 characters.'],
    ['x'.repeat(201), 'A password has 15 to 200 characters.'],
    ['abababababababab', 'A password has more than a few different characters.'],
  ])('refuses the password %j', async (password, sentence) => {
    const email = anEmail('staff');
    const { complained, code } = await adminCommand(stack, ['create', email, '--role', 'support'], password);
    expect({ complained, code }).toEqual({ complained: sentence, code: 1 });
    expect(await storedStaff(stack, email)).toBeUndefined();
  });

  it('prints one line for an impossible change', async () => {
    const { email } = await aStaffMember(stack);
    const complaints = async (...args: string[]) => (await adminCommand(stack, args, PASSWORD)).complained;
    expect(await adminProcess(stack, ['disable', 'nobody@church.example'])).toEqual({
      said: '',
      complained: 'There is no account for nobody@church.example.',
      code: 1,
    });
    expect(await complaints('create', email, '--role', 'support')).toBe(`There is an account for ${email} already.`);
    for (const change of ['disable', 'password'])
      expect(await complaints(change, 'nobody@church.example')).toBe('There is no account for nobody@church.example.');
    expect(await complaints('create', 'nobody', '--role', 'support')).toBe('nobody is no email address.');
  });

  it.each([[], ['create', 'a@b.example'], ['create', 'a@b.example', '--role', 'king'], ['sing', 'a@b.example']])(
    'prints its usage for %s %s %s %s',
    async (...args) => {
      const { complained, code } = await adminCommand(stack, args);
      expect({ complained, code }).toEqual({ complained: expect.stringMatching(/^Usage: npm run admin/), code: 1 });
    },
  );

  it('prints what to do when no database runs or answers', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'lampstand-empty-'));
    const complaint = (env: Record<string, string>) =>
      spawnSync(process.execPath, ['tools/operations.ts', 'admin', 'disable', 'a@b.example'], {
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
      }).stderr.trim();
    expect(complaint({ DATA_DIR: home })).toBe(
      `No database runs in ${home}: npm start brings it up, or set DATABASE_URL.`,
    );
    expect(complaint({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toBe(
      'PostgreSQL does not answer at DATABASE_URL, whose port is closed: start it, or correct host and port.',
    );
    await rm(home, { recursive: true });
  });
});
