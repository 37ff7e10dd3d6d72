/**
 * The main tasks in WebKitGTK, the engine of Safari, while it translates the page: sign-up, plan page and back office. The workflow runs
 * journeys in three engines.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, Builder, By, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { installWebKit } from '../../tools/local/debian.ts';
import { claimPorts } from '../../tools/local/environment.ts';
import { aKey, aMember, aStaffMember, aTrial, aVisitor, callsTo, lifeOf } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { staleTexts, startTranslator } from '../support/translator.ts';

const PATIENCE_MS = 30_000;
/** The driver clicks only what is in the window. */
const SCREEN = { width: 1280, height: 2000 };

const stack = ownStack({ apis: 1 });
let browser: WebDriver;
let stop: () => Promise<void>;
beforeAll(async () => void ({ browser, stop } = await startWebKit()), 300_000);
afterAll(() => stop?.());

it('A pastor signs up in WebKit, verifies the phone, saves a card and is welcomed', async () => {
  const { firstName, lastName, email, phone, ...church } = aVisitor(stack).details;
  await open('/trial');
  await isHeaded('Start your free trial');
  await type({ name: `${firstName} ${lastName}`, email, phone });
  await press('Continue');
  await type({ churchName: church.churchName, churchCity: church.churchCity });
  await choose({ churchState: church.churchState, churchSize: church.churchSize });
  await press('Continue');
  await type({ ministryName: church.ministryName });
  const [year, month, day] = church.birthdate.split('-');
  for (const [part, digits] of Object.entries({ Month: month, Day: day, Year: year }))
    await (await shown(`#birthdate${part}`)).sendKeys(digits!);
  for (const name of ['position', 'gender'] as const)
    await (await shown(`#${name} label:has([value="${church[name]}"])`)).click();
  await press('Continue to phone check');

  await isHeaded('Confirm your phone');
  await (await shown('[autocomplete=one-time-code]')).sendKeys(await stack.sandbox.smsCode(phone));

  await isHeaded('Choose your plan and card');
  const start = await found(By.xpath('//button[normalize-space(.)="Start my free trial"]'));
  await browser.wait(until.elementIsEnabled(start), PATIENCE_MS, 'The card form is not ready');
  await browser.switchTo().frame(await shown('iframe[title="Secure card form"]'));
  const card = { number: '4242424242424242', expiry: `12${nextYear()}`, cvc: '739' };
  for (const [id, text] of Object.entries(card)) {
    // Typing into an element is refused in a frame of another origin.
    await (await shown(`#${id}`)).click();
    await browser.actions().sendKeys(text).perform();
  }
  await browser.switchTo().defaultContent();
  await press('Start my free trial');
  await isHeaded(`Welcome, ${firstName}!`);
  const accounts = await stack.query('SELECT status FROM users WHERE email = $1', [email]);
  expect(accounts).toEqual([{ status: 'active' }]);
});

it('A member changes the plan in WebKit, cancels it and keeps it after all', async () => {
  const member = await aMember(stack);
  await callsTo(stack).post('plan/link', { email: member.email });
  const [mail] = await stack.sandbox.mails(member.email, { subject: 'Your link to your plan', count: 1 });
  const [, link] = /href="([^"]*\/plan\?token=[^"]*)"/.exec(mail!.html)!;
  await open(link!.replaceAll('&amp;', '&'));
  await isHeaded('Your plan');
  await press('Change plan');
  await (await found(By.xpath('//label[normalize-space(.)="50-99" or .//*[normalize-space(.)="50-99"]]'))).click();
  await press('Change to 50-99 active users');
  await says('$79.99 on ');
  await press('Cancel my plan');
  await press('Yes, cancel my plan');
  await press('Keep my plan');
  await found(By.xpath('//button[normalize-space(.)="Cancel my plan"]'));
  const { plan, cancel_at: cancelAt } = await lifeOf(stack, member.id);
  expect([plan, cancelAt]).toEqual(['tier_50_99', null]);
});

it('An administrator signs in with WebKit, finds a sign-up and opens it', async () => {
  const churchName = `Church ${aKey()}`;
  await aTrial(stack, { pastor: { firstName: 'Boaz', lastName: 'Hill', churchName } });
  const { email, password } = await aStaffMember(stack);
  await open('/admin');
  await isHeaded('Admin Login');
  await type({ email, password });
  await press('Log In');
  await isHeaded('Trial Signup Dashboard');
  await (await shown('input[type=search]')).sendKeys(churchName);
  const link = By.xpath('//table[count(.//tbody/tr) = 1]//a[normalize-space(.)="Boaz Hill"]');
  await (await found(link)).click();
  await isHeaded('Boaz Hill');
});

const nextYear = () => String(new Date().getFullYear() + 1).slice(2);

/** Opens an empty page first: WebKitGTK crashes under WebDriver at a view transition between pages. */
async function open(address: string): Promise<void> {
  await browser.get('about:blank');
  await browser.get(new URL(address, stack.url).href);
  await browser.executeScript(startTranslator, { moment: 'at each change, by Safari', mark: '' });
}

/** Whether texts were translated, and the page shows each as React has it. */
async function isTranslated(): Promise<boolean> {
  const stale = await browser.executeScript<string[]>(staleTexts, '');
  const translated = await browser.executeScript<number>('return window.translator?.texts ?? 0');
  expect(stale).toEqual([]);
  return translated > 0;
}

/** Waits for an element that is visible. Looks it up anew each time, because a page may replace what the server rendered. */
function found(by: By): Promise<WebElement> {
  const visible = async () => {
    const element = await browser.findElement(by);
    return (await element.isDisplayed()) ? element : undefined;
  };
  return eventually(visible, { within: PATIENCE_MS });
}
const shown = (css: string) => found(By.css(css));
const isHeaded = (text: string) => reads(By.xpath(`//h1[contains(normalize-space(.), "${text}")]`));
const says = (text: string) => reads(By.xpath(`//main//*[contains(normalize-space(.), "${text}")]`));

/** Waits for an element, and asserts that each text of the page is the one that React has. */
async function reads(by: By): Promise<void> {
  await found(by);
  await eventually(isTranslated, { within: PATIENCE_MS });
}

/** Clicks the button with this text that is visible and enabled; each screen of a form has its own. */
async function press(text: string): Promise<void> {
  const clicked = async () => {
    for (const button of await browser.findElements(By.xpath(`//button[normalize-space(.)="${text}"]`)))
      if ((await button.isDisplayed()) && (await button.isEnabled())) return button.click().then(() => true);
    return false;
  };
  await eventually(clicked, { within: PATIENCE_MS });
}

/** Types into fields by their names. */
async function type(texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await (await shown(`[name="${name}"]`)).sendKeys(text);
}

/** Chooses options by the names of their fields. */
async function choose(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = await shown(`[name="${name}"]`);
    await field.findElement(By.css(`option[value="${value}"]`)).click();
  }
}

/** WebKitGTK (a Debian package) on a virtual screen, without animations. */
async function startWebKit() {
  const binary = installWebKit();
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-gtk-'));
  await mkdir(path.join(home, 'gtk-3.0'));
  await writeFile(path.join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const { ports, release } = await claimPorts(1);
  const server = `http://127.0.0.1:${ports[0]}`;
  const screen = ['-a', '-s', `-screen 0 ${SCREEN.width}x${SCREEN.height}x24`];
  const child = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${ports[0]}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, XDG_CONFIG_HOME: home },
  });
  await eventually(() => fetch(`${server}/status`).then(({ ok }) => ok), { within: PATIENCE_MS });
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(server)
    .forBrowser(Browser.SAFARI)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } })
    .build();
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...SCREEN });
  return {
    browser: driver,
    stop: async () => {
      await driver.quit().catch(() => {});
      process.kill(-child.pid!, 'SIGTERM');
      release();
      await rm(home, { recursive: true, force: true });
    },
  };
}
