import { afterAll, beforeAll, expect, it } from 'vitest';
import nodemailer from 'nodemailer';
import { aSandbox, type Sandbox } from './sandbox.fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await aSandbox()));
afterAll(() => sandbox.stop());

const send = (to: string) =>
  nodemailer
    .createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false, socketTimeout: 2000 })
    .sendMail({
      from: 'hello@example.org',
      to,
      subject: 'Grüße',
      text: 'Hello',
      html: '<p>Hello</p>',
      messageId: '<welcome-1@example.org>',
    });
const inbox = (to: string) => sandbox.get<object[]>(`mail?to=${encodeURIComponent(to)}`);

it('stores a mail unchanged', async () => {
  await send('leader+one@example.org');
  expect(await inbox('leader+one@example.org')).toMatchObject([
    { subject: 'Grüße', html: '<p>Hello</p>\n', messageId: '<welcome-1@example.org>' },
  ]);
});

it('always rejects bounce@, and greylist@ until the third try', async () => {
  await expect(send('bounce@example.org')).rejects.toMatchObject({ responseCode: 550 });
  for (let turn = 0; turn < 2; turn += 1)
    await expect(send('greylist@example.org')).rejects.toMatchObject({ responseCode: 451 });
  await send('greylist@example.org');
  expect(await inbox('greylist@example.org')).toHaveLength(1);
});

it.each([
  ['refuse', 0],
  ['503', 0],
  ['hang', 0],
  ['execute-then-drop', 1],
])('fault %s fails the sender, with %d mails stored', async (mode, kept) => {
  const to = `${mode}@example.org`;
  await sandbox.fault({ match: 'SMTP', mode });
  await expect(send(to)).rejects.toThrow();
  expect(await inbox(to)).toHaveLength(kept);
});
