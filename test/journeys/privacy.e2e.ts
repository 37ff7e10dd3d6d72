import { CARDS, expect, refused, SECURITY_CODE, test, Traffic } from '../drivers/index.ts';

test('Cards, security codes and verification codes reach only the endpoint that needs them, and are stored nowhere', async ({
  pastor,
  page,
  context,
  stack,
  allow,
}) => {
  allow(refused(400, 'verify-code'));
  const traffic = new Traffic(context);
  const stored: string[] = [];
  const shown = new Set<string>();
  page.on('framenavigated', (frame) => frame === page.mainFrame() && shown.add(frame.url()));
  await pastor.signsUp();
  const code = await pastor.receivesCode();
  const wrong = code === '918273' ? '918274' : '918273';
  await pastor.phone.typeCode(wrong);
  await pastor.phone.refuses('Please check the code and try again.');
  stored.push(await traffic.stored());
  await pastor.phone.typeCode(code);
  await pastor.billing.isReady();
  await page.reload();
  await pastor.savesCard('declined');
  await pastor.toasts.warns('Payment Error');
  stored.push(await traffic.stored());
  await pastor.savesCard('leavingForTheBank');
  await pastor.return.bankAnswers('Complete');
  await pastor.return.activates();
  stored.push(await traffic.stored());

  const numbers = [CARDS.declined, CARDS.leavingForTheBank];
  const cards = numbers.flatMap((number) => [number, number.replaceAll(' ', ''), number.replaceAll(' ', '+')]);
  const holds = (text: string, secrets: string[]) =>
    secrets.filter((secret) => new RegExp(`(?<![\\w.-])${secret.replaceAll('+', '\\+')}(?![\\w.-])`).test(text));

  const sent = await traffic.sentTo(stack.url);
  expect(sent.filter(({ call }) => call === '/api/verify-code')).toHaveLength(2);
  for (const { call, text } of sent) {
    const [address, headers] = text.split('\n');
    expect(holds(text, [...cards, SECURITY_CODE]), call).toEqual([]);
    expect(holds(call === '/api/verify-code' ? `${address}\n${headers}` : text, [code, wrong]), call).toEqual([]);
  }
  const { firstName, lastName, email, phone, churchName, birthdate, message } = pastor.details;
  const person = [`${firstName} ${lastName}`, lastName, email, phone, churchName, birthdate, message];
  const spelled = person.flatMap((word) => [word, encodeURIComponent(word), word.replaceAll(' ', '+')]);
  const personalDataIn = (text: string) =>
    spelled.filter((word) => word && text.toLowerCase().includes(word.toLowerCase()));
  const addresses = [...shown, ...sent.map(({ text }) => text.split('\n')[0] ?? '')];
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) expect(personalDataIn(address), address).toEqual([]);
  expect(personalDataIn(stored.at(-1) ?? '')).toEqual([]);
  for (const text of stored) expect(holds(text, [...cards, SECURITY_CODE, code, wrong])).toEqual([]);
  expect([...traffic.origins].sort()).toEqual([stack.url, new URL(stack.sandboxUrl).origin].sort());
});

test("Stripe's identifiers leave the address as soon as the page has read them", async ({ pastor, page }) => {
  await pastor.isAskedForCard();
  await pastor.savesCard('leavingForTheBank');
  await pastor.return.bankAnswers('Complete');
  await pastor.return.activates();
  expect(page.url()).not.toMatch(/setup_intent|secret|redirect_status/);
});

test(
  'The link of a finished sign-up returns the first name and the dates, nothing else',
  { tag: '@smoke' },
  async ({ pastor, page }) => {
    await pastor.viaApi.becomesMember();
    const answer = page.waitForResponse('**/api/trial-signup/*');
    await pastor.opensLink();
    await pastor.isWelcomed();
    const { email, phone, lastName } = pastor.details;
    const text = await (await answer).text();
    for (const secret of [email, phone, lastName]) expect(text).not.toContain(secret);
    expect((await answer).headers()['cache-control']).toContain('no-store');
  },
);
