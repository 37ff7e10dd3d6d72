import { expect, it } from 'vitest';
import { checkSenderDomain } from './sender-domain.ts';

const DMARC = ['v=DMARC1; p=none'];
/** As providers publish it, in two parts. */
const SPF = ['v=spf1 include:_spf.', 'sender.example ~all'];

const none = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const dns = (records: Record<string, string[][]>) => async (name: string) => records[name] ?? none('ENOTFOUND');

it.each<[string, Record<string, string[][]>, string, string, RegExp]>([
  [
    'a policy and a record of SPF',
    { '_dmarc.church.example': [DMARC], 'church.example': [['unrelated'], SPF] },
    'hello@church.example',
    'ok',
    /^church.example has a policy of DMARC and a record of SPF$/,
  ],
  [
    'a policy of the domain above, and a return path of the sender',
    { '_dmarc.church.example': [DMARC] },
    'hello@mail.church.example',
    'ok',
    /no record of SPF$/,
  ],
  ['no policy', { 'church.example': [SPF] }, 'hello@church.example', 'WRONG', /publish .* at _dmarc\.church\.example$/],
  [
    'two records of SPF',
    { '_dmarc.church.example': [DMARC], 'church.example': [SPF, SPF] },
    'hello@church.example',
    'WRONG',
    /2 records of SPF, .*; join them/,
  ],
])('The domain of a sender is checked: %s', async (_what, records, sender, verdict, message) => {
  const check = await checkSenderDomain(sender, dns(records));
  expect(check).toEqual({ part: 'sender', verdict, message: expect.stringMatching(message) });
});

it('A domain is not blamed when DNS does not answer', async () => {
  const check = await checkSenderDomain('hello@church.example', () => none('ETIMEOUT'));
  expect(check).toMatchObject({ verdict: 'skipped', message: 'DNS does not answer for church.example: ETIMEOUT' });
});
