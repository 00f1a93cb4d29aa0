import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLongRun } from '../server/test/length.ts';
import { type Receiver, startReceiver } from '../server/test/notify/receiver.ts';
import { signInToClient } from '../server/test/sdk/session-client.ts';
import { findAccessibilityViolations } from './axe.ts';
import { NOT_SIGNED_IN, UNKNOWN_EMAIL_LINK } from './browser-errors.ts';
import { findUnreachable } from './focus.ts';
import { type Furnished, furnishTeam } from './furnish-team.ts';
import { DIALOG_OPENINGS, FLOATING, MENU_OPENINGS } from './openings.ts';
import { addressesOf, PAGES, routesOfApplication, settle, type TablePage } from './page-table.ts';
import { PERSON } from './served-application.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const stage = useStage({ team: 'sample' });
const empty = useStage({ team: 'empty' });
let team: Furnished;
let people: Readonly<Record<'member' | 'stranger' | 'newcomer', Visitor>>;

beforeAll(async () => {
  const receiver: Receiver = await startReceiver();
  const person = await signInToClient(stage.service.baseURL, PERSON);
  team = await furnishTeam({ api: stage.api(), person }, receiver);
  await receiver.close();
  people = {
    member: await stage.visitor(),
    stranger: await stage.signedOutVisitor(),
    newcomer: await empty.signedOutVisitor(),
  };
});

/** Opens a page in a wide window with light colours. */
async function open(page: Page, address: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(address);
  await settle(page);
}

/**
 * Goes to another page by a link, which is faster than loading the application again. Loads the application if it isn't
 * open.
 */
async function visit(page: Page, address: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  const isOpen = await page.evaluate(
    ({ path }) => '__TSR_ROUTER__' in globalThis && location.pathname !== path.split('?')[0],
    { path: address },
  );
  if (!isOpen) await page.goto(address);
  else await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
  await settle(page);
}

/**
 * Checks a page for accessibility in a wide light window, and for sideways scrolling in a phone window. The long run also checks
 * the phone window with the dark theme. Another test covers parts that only a wide dark window shows.
 *
 * @param runsAxe `long` runs axe only in the long run, for a page that axe already checks in another state
 */
async function expectNoViolation(
  page: Page,
  where: string,
  runsAxe: 'always' | 'long' = 'always',
): Promise<void> {
  if (isLongRun || runsAxe === 'always')
    expect(await findAccessibilityViolations(page), `${where}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(PHONE);
  if (isLongRun) expect(await findAccessibilityViolations(page), `${where}, phone`).toEqual([]);
  // Polls, because charts are redrawn for the new width.
  await expect
    .poll(() => findOverhang(page), { message: `${where}: scrolls sideways` })
    .toBeLessThanOrEqual(0);
}

/** Clicks every tab of a page in a wide light window. */
async function clickTabs(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  for (let place = 0; place < (await tabs.count()); place += 1) {
    await tabs.nth(place).click();
    await settle(page);
  }
}

/** Returns by how many pixels the page is wider than the window. */
function findOverhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Returns links to other pages that claim to be the current page. In the navigation, a link may stand for a group of pages. */
function findWrongCurrent(page: Page): Promise<readonly string[]> {
  return page
    .locator('header a[aria-current=page], a[aria-current=page]:not(nav *)')
    .evaluateAll((links) =>
      links.flatMap((link) =>
        link instanceof HTMLAnchorElement && link.pathname !== location.pathname ? [link.pathname] : [],
      ),
    );
}

/** Returns animations that ignore the setting for reduced motion. */
function findMotion(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().duration !== 0,
      )
      .map(({ effect }) =>
        effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 200) ?? '') : '',
      ),
  );
}

test('every page of the application is in the table', () => {
  expect(PAGES.map(({ route }) => route).toSorted()).toEqual(routesOfApplication().toSorted());
});

/**
 * One test for each tab, because axe takes half a minute for a long page on a busy machine. Only the long run checks all tabs
 * with axe. Other runs only click the remaining tabs.
 */
const ADDRESSES = PAGES.flatMap((page) =>
  addressesOf(page)
    .map((address, place) => [address, page, place] as const)
    .slice(0, isLongRun ? undefined : 1),
);

browserTest.each(ADDRESSES)('%s has no problem of accessibility', async (_, each: TablePage, place) => {
  const { page } = people[each.as ?? 'member'];
  const address = addressesOf(each, team)[place] ?? '';
  await (each.as === undefined ? visit : open)(page, address);
  expect(await findMotion(page), `${address}: moves`).toEqual([]);
  expect(await findUnreachable(page), address).toEqual([]);
  expect(await findWrongCurrent(page), address).toEqual([]);
  await expectNoViolation(page, address);
  if (place === 0) await clickTabs(page);
});

browserTest('the public status page', async () => {
  const { page } = people.stranger;
  await open(page, team.statusPage);
  expect(await findUnreachable(page)).toEqual([]);
  await expectNoViolation(page, team.statusPage);
});

browserTest('no page above logs an error, violates the policy or contacts another host', async () => {
  const { member, stranger, newcomer } = people;
  for (const address of ['/', '/no-such-page']) await open(member.page, address);
  await open(stranger.page, '/setup');
  expect(member.browserErrors.except(UNKNOWN_EMAIL_LINK)).toEqual([]);
  // Signed-out pages request the account too, so their browsers log refused requests.
  for (const { browserErrors } of [stranger, newcomer])
    expect(browserErrors.except(NOT_SIGNED_IN)).toEqual([]);
});

/** Returns the background colours of the elements that a selector finds. */
function backgroundsOf(page: Page, selector: string): Promise<readonly string[]> {
  return page
    .locator(selector)
    .evaluateAll((elements) => [
      ...new Set(elements.map((element) => getComputedStyle(element).backgroundColor)),
    ]);
}

browserTest('with forced colours, the selected item has its own background', async () => {
  const { page } = people.member;
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [address, selected, other] of [
    ['/monitors/new', 'button[aria-pressed=true]', 'button[aria-pressed=false]'],
    ['/monitors/new', 'nav a[aria-current=page]', 'nav a:not([aria-current])'],
    ['/team', '[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
  ] as const) {
    await visit(page, address);
    const own = await backgroundsOf(page, selected);
    expect(own.length, `${address}: ${selected}`).toBe(1);
    expect(await backgroundsOf(page, other), `${address}: ${other}`).not.toContain(own[0]);
  }
  await page.emulateMedia({ forcedColors: 'none' });
});

browserTest('wide windows with the dark theme', async () => {
  const { page } = people.member;
  for (const address of ['/monitors', '/timeline', '/team?tab=audit', '/channels']) {
    await visit(page, address);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAccessibilityViolations(page, 'colours'), `${address}, dark`).toEqual([]);
  }
});

/** Dialogs and lists, checked only in the long run. Other tests open most of them too. */
browserTest.each(isLongRun ? DIALOG_OPENINGS : [])('%s, open', async (what, path, act) => {
  const { page } = people.member;
  await visit(page, path);
  await act(page);
  await expectNoViolation(page, what);
});

browserTest.each(isLongRun ? MENU_OPENINGS : [])('%s, open', async (what, path, act) => {
  const { page } = people.member;
  await open(page, path);
  await act(page);
  expect(await findAccessibilityViolations(page, 'all', FLOATING), `${what}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAccessibilityViolations(page, 'colours', FLOATING), `${what}, dark`).toEqual([]);
});

/** Changes the account in the service's response. */
async function changeAccount(page: Page, change: object): Promise<void> {
  await page.route('**/v1/account/', async (route) => {
    const response = await route.fetch();
    const { success, data } = (await response.json()) as { success: boolean; data: { account: object } };
    await route.fulfill({ response, json: { success, data: { account: { ...data.account, ...change } } } });
  });
}

browserTest('a team that requires two-factor authentication', async () => {
  const { page } = people.member;
  await changeAccount(page, { needsTwoFactor: true });
  await open(page, '/monitors');
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).waitFor();
  await expectNoViolation(page, 'the way to the set-up');
  await open(page, '/account');
  await page.getByText('Acme requires two-factor authentication').waitFor();
  expect(await findUnreachable(page)).toEqual([]);
  await expectNoViolation(page, 'the set-up');
  await page.unroute('**/v1/account/');
});

browserTest('trusted browsers', async () => {
  const { page } = people.member;
  const at = new Date().toISOString();
  const seen = { usedAt: at, trustedUntil: at, remoteAddress: '192.0.2.1', userAgent: '' };
  const trustedBrowsers = [
    { browserID: 'here', isCurrent: true, ...seen },
    { browserID: 'there', isCurrent: false, ...seen },
  ];
  await changeAccount(page, { twoFactor: true });
  const list = '**/v1/account/trusted-browsers/**';
  await page.route(list, (route) => route.fulfill({ json: { success: true, data: { trustedBrowsers } } }));
  await open(page, '/account');
  await page.getByRole('button', { name: 'Stop trusting all' }).waitFor();
  await expectNoViolation(page, 'trusted browsers');
  await page.unroute(list);
  await page.unroute('**/v1/account/');
});

browserTest('the confirmation dialog', async () => {
  const { page } = people.member;
  const error = { code: 'fresh_sign_in_required', message: 'Confirm that it’s you, then try again.' };
  await open(page, '/account/api');
  await page.route('**/v1/tokens/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { success: false, data: { error } } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('terraform');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Your password').first().waitFor();
  await expectNoViolation(page, 'the confirmation');
  await page.unroute('**/v1/tokens/');
});

browserTest('the page of a monitor for a viewer, without its ping URL', async () => {
  const { url } = await stage.api().invitations.create({ role: 'viewer' });
  const { page, context } = await stage.signedOutVisitor();
  const viewer = { name: 'Vic', email: 'vic@example.com', password: 'some long words for vic' };
  const response = await context.request.post('/v1/invitations/accept/', {
    headers: { Origin: stage.service.baseURL },
    data: { token: url.split('/').at(-1), ...viewer },
  });
  expect(response.ok()).toBe(true);
  await open(page, `/monitors/${team.monitor}?tab=snippets`);
  await page.getByText('You need the member role to see the ping URL.').first().waitFor();
  await expectNoViolation(page, 'the monitor of a viewer');
  await context.close();
});

browserTest('ping notices, and the merge dialog', async () => {
  const { page } = people.member;
  const api = stage.api();
  const { shortID, pingURL } = await api.monitors.create({
    name: 'edited twice',
    schedule: { cron: '0 2 * * *' },
  });
  expect((await fetch(`${pingURL}/restart`)).ok).toBe(false);
  await open(page, `/monitors/${shortID}`);
  await page.getByRole('region', { name: 'Notices about requests' }).waitFor();
  await expectNoViolation(page, 'notices');
  await open(page, `/monitors/${shortID}/edit`);
  await page.getByLabel('Description').fill('Mine.');
  await api.monitors.update(shortID, { description: 'Theirs.' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('dialog', { name: 'This was changed elsewhere too' }).waitFor();
  await expectNoViolation(page, 'two edits of one field');
  await api.monitors.delete(shortID);
});

browserTest('a missing page, and a page that failed to load', async () => {
  const { page } = people.member;
  await page.goto('/nowhere');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectNoViolation(page, 'missing');
  await page.route('**/v1/maintenance/**', (route) => route.abort());
  await page.goto('/maintenance');
  await page.getByRole('alert').waitFor();
  await expectNoViolation(page, 'failed');
  await page.unroute('**/v1/maintenance/**');
});

browserTest('pages without a connection', async () => {
  const { page } = people.member;
  await page.route('**/v1/live/**', (route) => route.abort());
  for (const address of ['/monitors', '/wallboard']) {
    await open(page, address);
    await page.getByText(/^(NO SIGNAL|No connection since)/).waitFor();
    await expectNoViolation(page, address, 'long');
  }
  await page.unroute('**/v1/live/**');
});

describe('an empty team', () => {
  beforeAll(async () => {
    const { request } = people.newcomer.context;
    const response = await request.post('/v1/setup/', {
      headers: { Origin: empty.service.baseURL },
      data: { name: 'Ann', email: 'ann@example.com', password: 'some long words for ann', team: 'Acme' },
    });
    expect(response.status()).toBe(201);
  });

  browserTest.each([
    '/monitors',
    '/incidents',
    '/timeline',
    '/channels',
    '/maintenance',
    '/projects?tab=sharing',
    '/on-call',
    '/wallboard',
  ])('%s shows its first step once', async (address) => {
    const { page } = people.newcomer;
    await visit(page, address);
    await expectNoViolation(page, address, 'long');
    const names = await page.locator('main').locator('button:visible, a:visible').allInnerTexts();
    const named = names.map((name) => name.trim()).filter((name) => name !== '');
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });
});
