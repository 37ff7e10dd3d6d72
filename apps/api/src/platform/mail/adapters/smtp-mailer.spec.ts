import { describe, expect, it } from 'vitest';
import { Settings } from '../../config/index.ts';
import { checkMailWebhook, smtpOptions } from './smtp-mailer.ts';

const optionsOf = (SMTP_URL: string, STRIPE_API_BASE?: string) =>
  smtpOptions(Object.assign(new Settings(), { SMTP_URL, STRIPE_API_BASE, TWILIO_API_BASE: STRIPE_API_BASE }));

describe('a mail server', () => {
  it.each([
    ['smtps://u:p@smtp.church.example', { secure: true, requireTLS: false, port: 465 }],
    ['smtp://u:p@smtp.church.example', { secure: false, requireTLS: true, port: 587 }],
    ['smtp://127.0.0.1:25', { secure: false, requireTLS: false, port: 25 }],
    ['smtp://sandbox:1025', { secure: false, requireTLS: false, port: 1025 }],
  ])('at %s gets these TLS options in production', (url, options) => expect(optionsOf(url)).toMatchObject(options));

  it('needs no TLS with the sandbox', () => {
    expect(optionsOf('smtp://mail.test.example', 'http://127.0.0.1:4242').requireTLS).toBe(false);
  });
});

it.each([
  ['passes the doctor when its secret is set', 'x'.repeat(32), 'ok', /^reported at/],
  [
    'is skipped by the doctor, which says what to set, while its secret is missing',
    undefined,
    'skipped',
    /no one is told.* MAIL_WEBHOOK_SECRET/,
  ],
])('The webhook for emails that come back %s', (_title, MAIL_WEBHOOK_SECRET, verdict, message) => {
  const settings = Object.assign(new Settings(), { SITE_URL: 'https://lampstand.church', MAIL_WEBHOOK_SECRET });
  expect(checkMailWebhook(settings)).toEqual({
    part: 'returned mail',
    verdict,
    message: expect.stringMatching(message),
  });
});
