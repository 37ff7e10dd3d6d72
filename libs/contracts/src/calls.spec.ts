import { describe, expect, it } from 'vitest';
import {
  checkoutCompleteBody,
  code,
  createAccountBody,
  trialId,
  trialIdBody,
  updateEmailBody,
  updatePaymentVerifiedBody,
} from './calls.ts';
import { FIELD_MESSAGES } from './messages.ts';

const messages = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message);

describe('a trial id', () => {
  it.each([
    [1099511627776, 1099511627776],
    ['1099511627776', 1099511627776],
    [9007199254740991, 9007199254740991],
    ['9007199254740991', 9007199254740991],
    ['7,', 7],
    ['7).', 7],
  ])('%j is parsed to %d', (sent, id) => {
    expect(trialId.parse(sent)).toBe(id);
  });

  // oxfmt-ignore
  it.each([
    0, -5, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '', ' 7', '7 ', '1e9', '0x10', '-7', '9007199254740992', '99999999999999999', true, null, [7], {},
  ])('%j is refused', (sent) => {
    expect(messages(trialId.safeParse(sent))).toEqual(['Invalid input']);
  });

  it('is required by every call', () => {
    expect(messages(trialIdBody.safeParse({}))).toEqual([FIELD_MESSAGES.invalid]);
  });
});

describe('a code', () => {
  it.each(['123456', '123 456', '123-456', ' 123456 ', '1 2 3 4 5 6', '123\u00A0456', '123456\n'])(
    'pasted as %j is 123456',
    (pasted) => {
      expect(code.parse(pasted)).toBe('123456');
    },
  );

  it.each(['', '12345', '1234567', '12345a', '١٢٣٤٥٦', 123456, null, undefined, ['123456']])(
    '%j is refused with the message about six digits',
    (typed) => {
      expect(messages(code.safeParse(typed))).toEqual(['Please enter the 6-digit verification code']);
    },
  );
});

describe('the bodies of the later steps', () => {
  it('drop unknown fields', () => {
    expect(trialIdBody.parse({ trialId: 7, state: 'success', __proto__: { admin: true } })).toEqual({ trialId: 7 });
  });

  it('accept the six plans and no other', () => {
    expect(createAccountBody.safeParse({ trialId: 7, selectedPlan: 'tier_500_plus' }).success).toBe(true);
    expect(messages(createAccountBody.safeParse({ trialId: 7, selectedPlan: 'tier_free' }))).toEqual([
      FIELD_MESSAGES.plan,
    ]);
  });

  it.each(['seti_1abc', 'seti_A_b_9'])('accept %s as a setup intent', (setupIntentId) => {
    expect(updatePaymentVerifiedBody.safeParse({ trialId: 7, setupIntentId }).success).toBe(true);
  });

  it.each(['pi_1abc', 'seti_', 'seti_../customers/cus_1', 'seti_1?expand=x', `seti_${'x'.repeat(251)}`, 7])(
    'refuse %j as a setup intent',
    (setupIntentId) => {
      expect(updatePaymentVerifiedBody.safeParse({ trialId: 7, setupIntentId }).success).toBe(false);
    },
  );

  it('accept a checkout session by its format only', () => {
    expect(checkoutCompleteBody.safeParse({ sessionId: 'cs_test_abc' }).success).toBe(true);
    expect(checkoutCompleteBody.safeParse({ sessionId: 'cs_../v1' }).success).toBe(false);
    expect(checkoutCompleteBody.safeParse({ sessionId: '{CHECKOUT_SESSION_ID}' }).success).toBe(false);
  });

  it.each(['mary@church.example', ' mary@church.example ', 'mary+trial@sub.church.example', "o'brien@church.example"])(
    'accept %j as an email address',
    (email) => {
      expect(updateEmailBody.parse({ trialId: 7, email }).email).toBe(email.trim());
    },
  );

  // oxfmt-ignore
  it.each([
    'mary', 'mary@', '@church.example', 'mary@church', 'ma ry@church.example', 'mary@church.example\u0000', 'mary@@church.example',
    'mary@church.example, john@church.example', 'mary@church.example\nBcc: john@church.example', `${'x'.repeat(250)}@church.example`, null, 7,
  ])('refuse %j as an email address', (email) => {
    expect(messages(updateEmailBody.safeParse({ trialId: 7, email }))![0]).toBe('Please enter a valid email address');
  });
});
