/** The forms of the site as posted by a browser that runs no scripts. @slow */
import { describe, expect, it } from 'vitest';
import { load } from 'cheerio';
import {
  type Answer,
  anApplication,
  anEmail,
  aPastor,
  asTyped,
  aVisitor,
  cookieOf,
  formsOf,
  storedApplications,
  storedRequests,
} from '../builders/index.ts';
import { INDEXABLE, ofEachKind } from '../site/pages.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

const post = formsOf(stack);
const get = async (path: string) => load(await (await fetch(stack.url + path)).text());

const idOf = ({ headers }: Pick<Answer, 'headers'>) =>
  Number(new URL(headers.get('location')!, stack.url).searchParams.get('trialId'));

describe('the first step as a plain form', () => {
  it('saves the sign-up, texts a code and leads to the page of the code', async () => {
    const details = aPastor();
    const answer = await post('/trial', asTyped(details));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/trial\/code\?trialId=\d{13,16}$/);
    const visitor = Object.assign(aVisitor(stack, details), { id: idOf(answer) });
    const { birthdate, first_name: first, last_name: last } = await visitor.stored();
    expect(birthdate.toISOString()).toMatch(/^1990-05-17/);
    expect({ first, last }).toEqual({ first: 'Mary', last: 'Ann Lee' });
    expect(await stack.sandbox.sms(details.phone)).toHaveLength(1);
  });

  it.each([
    ['plan=tier_50_99', 'tier_50_99'],
    ['plan=tier_9', 'tier_1_19'],
    ['plan=tier_20_49&plan=tier_50_99', 'tier_20_49'],
    ['', 'tier_1_19'],
  ])('saves the plan of the address "%s", and the card page has it chosen: %s', async (query, plan) => {
    const refusedFirst = await post(`/trial?${query}`, {});
    expect(refusedFirst.status).toBe(400);
    expect(refusedFirst.page('form').attr('action')).toBeUndefined();
    const details = aPastor();
    const trialId = idOf(await post(`/trial?${query}`, asTyped(details)));
    const stored = await Object.assign(aVisitor(stack, details), { id: trialId }).stored();
    expect(stored['selected_plan']).toBe(plan);
    const code = await stack.sandbox.smsCode(details.phone);
    const confirmed = await post('/trial/code', { trialId: String(trialId), code });
    const page = await get(confirmed.headers.get('location')!);
    expect(page('[name=selectedPlan][checked]').attr('value')).toBe(plan);
    expect(page('[name=selectedPlan][checked]').length).toBe(1);
  });

  it('saves one sign-up when its browser sends it again, and another one for another browser', async () => {
    const fields = asTyped(aPastor());
    const one = await post('/trial', fields);
    const again = await post('/trial', fields, { cookie: cookieOf(one) });
    const elsewhere = await post('/trial', fields);
    expect([one, again, elsewhere].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(idOf(again)).toBe(idOf(one));
    expect(idOf(elsewhere)).not.toBe(idOf(one));
  });

  it('gives the ministry the name of the church', async () => {
    const details = aPastor();
    const answer = await post('/trial', { ...asTyped(details), ministryName: '', sameMinistry: 'on' });
    const stored = await Object.assign(aVisitor(stack, details), { id: idOf(answer) }).stored();
    expect(stored['ministry_name']).toBe(details.churchName);
  });

  it('shows the page again with the errors at the fields and what was typed', async () => {
    const bad = { ...asTyped(aPastor()), email: 'mary@church', gender: '', birthdateYear: '1900', churchState: 'TX' };
    const { status, headers, page } = await post('/trial', bad);
    expect(status).toBe(400);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(page('title').text()).toMatch(/^Error: /);
    expect(page('#email').attr()).toMatchObject({ value: 'mary@church', 'aria-invalid': 'true' });
    expect(page('#email').attr('aria-describedby')).toMatch(/^email-error /);
    expect(page('#email-error').text()).toBe('Please enter a valid email address');
    expect(page('#gender-error').text()).toBe('Please select your gender');
    expect(page('#birthdate-error').text()).toBe('Please check the year of your birthdate');
    expect(page('#birthdateYear').attr()).toMatchObject({ value: '1900', 'aria-invalid': 'true' });
    expect(page('#churchState option[selected]').attr('value')).toBe('TX');
    expect(page('input[name=position][checked]').attr('value')).toBe('Youth Pastor');
    expect(page('#message').text()).toBe('Looking forward to it.');
    expect(
      page('[role=group][tabindex] a')
        .get()
        .map((link) => page(link).attr('href')),
    ).toEqual(['#email', '#gender', '#birthdate']);
  });

  it('escapes what was typed', async () => {
    const attack = '"><script>alert(1)</script><textarea>';
    const { text, page } = await post('/trial', { name: attack, message: `</textarea>${attack}`, '"><b x="': attack });
    expect(text).not.toContain('<script>alert');
    expect(page('#name').attr('value')).toBe(attack);
    expect(page('#message').text()).toBe(`</textarea>${attack}`);
  });

  it('names a member at the phone, with a 409', async () => {
    const member = await aVisitor(stack).becomesMember();
    const { status, page } = await post('/trial', asTyped(aPastor({ phone: member.phone })));
    expect(status).toBe(409);
    expect(page('#phone-error').text()).toBe('Account already exists for this phone.');
  });

  it.each([
    ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['without an origin, of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('refuses a form %s', async (_of, headers) => {
    expect((await post('/trial', asTyped(aPastor()), headers)).status).toBe(403);
  });

  it('takes the form of a page without a referrer', async () => {
    expect((await post('/trial', asTyped(aPastor()), { origin: 'null' })).status).toBe(303);
  });
});

describe('the code as a plain form', () => {
  const signedUp = async () => {
    const details = aPastor();
    return { details, trialId: String(idOf(await post('/trial', asTyped(details)))) };
  };

  it('sends nothing when the page is opened', async () => {
    const { details, trialId } = await signedUp();
    const page = await get(`/trial/code?trialId=${trialId}`);
    expect(
      page('[name=trialId]')
        .get()
        .map((each) => page(each).attr('value')),
    ).toEqual([trialId, trialId]);
    expect(page('h1').text()).toBe('Confirm your phone');
    expect(await stack.sandbox.sms(details.phone)).toHaveLength(1);
  });

  it('is asked for by the resume link, too', async () => {
    const { trialId } = await signedUp();
    const page = await get(`/trial?step=verification&trialId=${trialId}`);
    expect(page('main h1').text()).toBe('Confirm your phone');
    expect(page('main [hidden]:not([data-scripts]), main template').length).toBe(0);
    const form = page('form[action="/trial/code"]');
    expect(form.find('[name=trialId]').attr('value')).toBe(trialId);
    expect(form.find('[name=code]').length).toBe(1);
  });

  it('confirms the phone, and leads to the page of the card', async () => {
    const { details, trialId } = await signedUp();
    const wrong = await post('/trial/code', { trialId, code: '12' });
    expect(wrong.status).toBe(400);
    expect(wrong.page('#code-error').text()).toBe('Please enter the 6-digit verification code');
    const code = await stack.sandbox.smsCode(details.phone);
    const confirmed = await post('/trial/code', { trialId, code });
    expect(confirmed.status).toBe(303);
    expect(confirmed.headers.get('location')).toBe(`/trial/card?trialId=${trialId}&plan=tier_1_19`);
    const page = await get(`/trial/card?trialId=${trialId}`);
    expect(page('h1').text()).toBe('Choose your plan and card');
    expect(page('[name=trialId]').attr('value')).toBe(trialId);

    const card = await post('/trial/card', { trialId, selectedPlan: 'tier_20_49' });
    expect(card.status).toBe(303);
    expect(card.headers.get('location')).toMatch(/^http.*\/(c|checkout)/);
    const stored = await Object.assign(aVisitor(stack, details), { id: Number(trialId) }).stored();
    expect(stored['selected_plan']).toBe('tier_20_49');
  });

  it('says when another code can be sent', async () => {
    const { trialId } = await signedUp();
    const { status, page } = await post('/trial/code', { trialId, another: 'yes' });
    expect([200, 429]).toContain(status);
    expect(page('[role=group][tabindex], [data-tone]').text()).not.toBe('');
  });
});

describe('the newsletter as a plain form', () => {
  it('mails a link that confirms, and says so', async () => {
    const email = anEmail('reader');
    const { status, page } = await post('/newsletter', { email });
    expect(status).toBe(200);
    expect(page('[role=status]').text()).toBe('Check your inbox to confirm.');
    expect(page('#email').attr('value')).toBeUndefined();
    expect(await stack.sandbox.mails(email, { subject: /^Please confirm/ })).toHaveLength(1);
  });

  it('shows a malformed address with its error', async () => {
    const { status, page } = await post('/newsletter', { email: 'ruth@church' });
    expect(status).toBe(400);
    expect(page('#email').attr('value')).toBe('ruth@church');
    expect(page('#email-error').text()).toBe('Please enter a valid email address');
  });
});

describe.each([
  ['/ambassador-application', (email: string) => storedApplications(stack, { email })],
  ['/trial-request', (email: string) => storedRequests(stack, email)],
])('%s as a plain form', (path, stored) => {
  it('is stored once and leads to its confirmation', async () => {
    const details = anApplication();
    for (let press = 0; press < 2; press += 1) {
      const answer = await post(path, details);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`${path}/sent`);
    }
    expect(await stored(details.email)).toHaveLength(1);
    expect((await get(`${path}/sent`))('h1').text()).toMatch(/(Submitted|Sent)!$/);
  });

  it('shows its errors and keeps what was typed', async () => {
    const { status, page } = await post(path, { ...anApplication(), email: 'ruth@church', churchState: 'OK' });
    expect(status).toBe(400);
    expect(page('#email-error').text()).toBe('Please enter a valid email address');
    expect(page('#churchState option[selected]').attr('value')).toBe('OK');
    expect(page('#whyInterested').text()).toContain('Our small groups');
  });
});

describe('a control of a page, before its scripts have run', () => {
  const pages = async () => {
    const code = aVisitor(stack);
    await code.signsUp();
    const card = await aVisitor(stack).provesPhone();
    const steps = [code, card].map(({ id }) => `/trial?step=billing-information&trialId=${id}`);
    return [
      ...ofEachKind(INDEXABLE.map(({ path }) => path)),
      ...steps,
      '/plan',
      '/plan/confirm-phone?token=x',
      '/search?q=prayer',
      '/admin',
    ];
  };

  it('is of a form, opens a popover or a dialog, or is disabled', async () => {
    // Founder cards open by CSS, the demo saves nothing, and the buttons of a sheet are hidden until their script has run.
    const ready =
      '[type=submit], [disabled], [command], [popovertarget], .hover-card button, [data-island] button, [data-sheet-buttons] button';
    // What is typed into it stands on the paper.
    const printed = '#church';
    const lost: string[] = [];
    for (const path of await pages()) {
      const page = await get(path);
      for (const button of page('button').not(ready)) lost.push(`${path}: ${page(button).text()}`);
      const fields = page('input, select, textarea').not(`form *, :disabled, :disabled *, [data-island] *, ${printed}`);
      for (const field of fields) lost.push(`${path}: ${page(field).attr('name')}`);
    }
    expect(lost).toEqual([]);
  }, 120_000);
});
