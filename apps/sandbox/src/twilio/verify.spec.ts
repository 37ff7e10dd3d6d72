import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSandbox, attemptsOf, type Sandbox, verifyOf } from '../sandbox.fixture.ts';

let sandbox: Sandbox;
let verify: ReturnType<typeof verifyOf>;
beforeAll(async () => {
  sandbox = await aSandbox();
  verify = verifyOf(sandbox.url);
});
afterAll(() => sandbox.stop());

let next = 5_125_550_100;
const aNumber = () => `+1${(next += 1)}`;
const send = (to: string) => verify.verifications.create({ to, channel: 'sms' });
const templateSid = `HJ${'0'.repeat(31)}1`;
const check = (to: string, code: string) => verify.verificationChecks.create({ to, code });
const codeOn = async (to: string) => (await sandbox.get<{ code: string }[]>(`sms?to=${to}`))[0]!.code;
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
const refusal = (status: number, code: number) => expect.objectContaining({ status, code });

describe('a code', () => {
  it('arrives by text message and verifies the number once', async () => {
    const to = aNumber();
    await send(to);
    const code = await codeOn(to);
    expect(await check(to, code)).toMatchObject({ status: 'approved', valid: true });
    await expect(check(to, code)).rejects.toEqual(refusal(404, 20_404));
  });

  it('is read out in a call', async () => {
    const to = aNumber();
    await send(to);
    expect(await verify.verifications.create({ to, channel: 'call' })).toMatchObject({ channel: 'call' });
    const [call] = await sandbox.get<{ body: string; channel: string; code: string }[]>(`sms?to=${to}`);
    expect(call).toMatchObject({ channel: 'call', body: expect.stringContaining([...call!.code].join(', ')) });
    await expect(verify.verifications.create({ to, channel: 'call', templateSid })).rejects.toEqual(
      refusal(400, 60_408),
    );
  });

  it('is bound to the domain of the site by the template', async () => {
    const to = aNumber();
    await verify.verifications.create({ to, channel: 'sms', templateSid });
    const [text] = await sandbox.get<{ body: string; code: string }[]>(`sms?to=${to}`);
    expect(text!.body).toMatch(new RegExp(`\\n\\n@\\S+ #${text!.code}$`));
  });

  it('that is wrong gets a normal answer; after five checks the error is 60202', async () => {
    const to = aNumber();
    await send(to);
    const bad = wrong(await codeOn(to));
    for (let turn = 0; turn < 5; turn += 1)
      expect(await check(to, bad)).toMatchObject({ status: 'pending', valid: false });
    await expect(check(to, bad)).rejects.toEqual(refusal(429, 60_202));
  });

  it('stays the same when sent again; the sixth send is the error 60203', async () => {
    const to = aNumber();
    const first = await send(to);
    const code = await codeOn(to);
    for (let turn = 0; turn < 4; turn += 1) expect((await send(to)).sid).toBe(first.sid);
    expect(await codeOn(to)).toBe(code);
    await expect(send(to)).rejects.toEqual(refusal(429, 60_203));
  });

  it('expires after ten minutes of the sandbox clock', async () => {
    const to = aNumber();
    await send(to);
    await sandbox.advance({ advanceMinutes: 11 });
    await expect(check(to, await codeOn(to))).rejects.toEqual(refusal(404, 20_404));
  });

  it('can be canceled', async () => {
    const to = aNumber();
    const { sid } = await send(to);
    expect(await verify.verifications(sid).update({ status: 'canceled' })).toMatchObject({ status: 'canceled' });
    await expect(verify.verifications(sid).fetch()).rejects.toEqual(refusal(404, 20_404));
  });
});

it.each([
  ['a bad number', '555', 400, 60_200],
  ['a blocked prefix', '+15005550410', 403, 60_410],
  ['a country that is not enabled', '+15005550605', 403, 60_605],
])('%s is refused', async (_, to, status, code) => {
  await expect(send(to)).rejects.toEqual(refusal(status, code));
});

it('refuses bad credentials, and checks for a number without a code', async () => {
  await expect(
    verifyOf(sandbox.url, 'this-token-is-wrong').verifications.create({ to: aNumber(), channel: 'sms' }),
  ).rejects.toEqual(refusal(401, 20_003));
  await expect(check(aNumber(), '123456')).rejects.toEqual(refusal(404, 20_404));
});

describe('the attempts to deliver a code', () => {
  const attempts = (verificationSid: string) => attemptsOf(sandbox.url).list({ verificationSid, limit: 5 });

  it('say seconds later what the carrier said, the newest first, and whether the code was entered', async () => {
    const to = aNumber();
    const { sid } = await send(to);
    expect(await attempts(sid)).toMatchObject([
      {
        verificationSid: sid,
        channel: 'sms',
        conversionStatus: 'unconverted',
        channelData: { message_status: 'sent' },
      },
    ]);
    await sandbox.advance({ advanceMinutes: 1 });
    await verify.verifications.create({ to, channel: 'call' });
    expect(await attempts(sid)).toMatchObject([
      { channel: 'call', channelData: { to } },
      { channel: 'sms', channelData: { message_status: 'delivered', error_code: null } },
    ]);
    await check(to, await codeOn(to));
    expect(await attempts(sid)).toMatchObject([{ conversionStatus: 'converted' }, {}]);
  });

  it('name the error of a text that was not delivered', async () => {
    const { sid } = await send('+15005553006');
    await sandbox.advance({ advanceMinutes: 1 });
    const undelivered = { message_status: 'undelivered', error_code: '30006' };
    expect(await attempts(sid)).toMatchObject([{ channelData: undelivered }]);
  });

  it('are none of an unknown verification, and need credentials and a known filter', async () => {
    expect(await attempts(`VE${'a'.repeat(32)}`)).toEqual([]);
    await expect(
      attemptsOf(sandbox.url, 'this-token-is-wrong').list({ verificationSid: `VE${'a'.repeat(32)}` }),
    ).rejects.toEqual(refusal(401, 20_003));
    await expect(attempts('VE1')).rejects.toEqual(refusal(400, 60_200));
  });

  it('are answered 100 times a minute', async () => {
    const { sid } = await send(aNumber());
    await sandbox.advance({ advanceMinutes: 2 });
    for (let turn = 0; turn < 100; turn += 1) await attempts(sid);
    await expect(attempts(sid)).rejects.toEqual(refusal(429, 20_429));
  });
});
