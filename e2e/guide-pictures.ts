import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Client, createClient } from '../sdk/src/index.ts';
import { until } from '../server/test/nodes/until.ts';
import { signIn } from './api-sign-in.ts';
import { buildApplication } from './built-application.ts';
import { launchChromium } from './chromium.ts';
import { settle } from './page-table.ts';
import { PERSON, serveApplication } from './served-application.ts';

/** Takes the screenshots of docs/guide. Run the script after changing a page, and check the pictures. */
const FOLDER = join(import.meta.dirname, '../docs/guide/pictures');
const PEOPLE = [
  { name: 'Ben Kalns', email: 'ben@example.com', role: 'admin' },
  { name: 'Chloe Martin', email: 'chloe@example.com', role: 'member' },
  { name: 'Dana Liepa', email: 'dana@example.com', role: 'viewer' },
] as const;
const CRONTAB = '0 2 * * 1-5 root /usr/local/bin/pg-dump.sh --all';

mkdirSync(FOLDER, { recursive: true });
buildApplication();
const browser = await launchChromium();
const receiver = createServer(
  (request, response) => void request.resume().on('end', () => response.end('ok')),
);
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
try {
  await takeFirstVisit(browser);
  await takeTeam(browser);
} finally {
  receiver.close();
  await browser.close();
}

async function takeFirstVisit(chromium: Browser): Promise<void> {
  const service = await serveApplication({ team: 'empty' });
  try {
    const page = await openPage(await openContext(chromium, service.baseURL), '/');
    await page.getByLabel('Email').waitFor();
    await take(page, 'setup');
  } finally {
    await service.stop();
  }
}

async function takeTeam(chromium: Browser): Promise<void> {
  const service = await serveApplication({ team: 'sample' });
  try {
    const api = createClient({ baseURL: service.baseURL, token: service.token });
    const address = receiver.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const channel = await api.channels.create({
      type: 'webhook',
      name: '#ops',
      settings: { url: `http://127.0.0.1:${port}/ops` },
    });
    await api.shares.create({
      kind: 'status_page',
      title: 'Acme jobs',
      scope: { kind: 'team' },
      slug: 'acme',
    });
    await api.maintenance.create({
      name: 'database upgrade',
      startsAt: new Date(Date.now() + 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 7_200_000).toISOString(),
      tags: ['prod'],
    });
    for (const person of PEOPLE) {
      const { url } = await api.invitations.create({ role: person.role });
      await accept(service.baseURL, url, person);
    }
    await untilSent(api);
    const context = await openContext(chromium, service.baseURL);
    await signIn(context, service.baseURL, PERSON);
    const { monitors } = await api.monitors.list();
    const down = monitors.find(({ name }) => name === 'pg-dump prod');
    if (down === undefined) throw new Error('The sample team has no pg-dump prod.');
    const { incidents } = await api.incidents.list({ monitor: down.shortID });
    await takePages(context, {
      monitors: '/monitors',
      'channel-types': '/channels/new',
      monitor: `/monitors/${down.shortID}`,
      incident: `/incidents/${incidents[0]?.incidentID}`,
      team: '/team',
      wallboard: '/wallboard',
      'status-page': '/status/acme',
    });
    await takeActions(context, channel.shortID, down.shortID);
    await takePhone(chromium, service.baseURL);
  } finally {
    await service.stop();
  }
}

/** Accepts an invitation. Sends the service's origin, like a browser. */
async function accept(
  baseURL: string,
  invitation: string,
  { name, email }: (typeof PEOPLE)[number],
): Promise<void> {
  const response = await fetch(`${baseURL}/v1/invitations/accept/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: baseURL },
    body: JSON.stringify({ token: invitation.split('/').at(-1), name, email, password: PERSON.password }),
  });
  if (!response.ok) throw new Error(`${email} could not join: ${await response.text()}`);
}

/** Waits some seconds until the alerts for the sample history are sent. */
async function untilSent(api: Client): Promise<void> {
  await until(async () => {
    const { deliveries } = await api.deliveries.list();
    if (deliveries.length === 0 || deliveries.some(({ state }) => state === 'waiting'))
      throw new Error('Not everything that the sample team has to tell was sent.');
  });
}

async function takePages(context: BrowserContext, paths: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    const page = await openPage(context, path);
    if (path === '/monitors') await untilRunsAreDrawn(page);
    await take(page, name);
    await page.close();
  }
}

async function takeActions(context: BrowserContext, channel: string, monitor: string): Promise<void> {
  const page = await openPage(context, '/monitors/new');
  await page.getByLabel('Paste a crontab line').fill(CRONTAB);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByRole('region', { name: 'Next runs' }).getByText('Monday through Friday').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(page, 'editor');
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page
    .getByText(/waiting for the first ping/i)
    .first()
    .waitFor();
  await take(page, 'first-ping');

  await page.goto(`/channels/${channel}`);
  await page.getByRole('button', { name: 'Send test alert' }).click();
  await page.getByText('Test alert delivered').waitFor();
  await take(page, 'channel');

  await page.goto(`/monitors/${monitor}?tab=events`);
  await page.getByRole('row').filter({ hasText: 'fail' }).first().getByRole('button').first().click();
  await page.getByText('could not connect to server').first().waitFor();
  await take(page, 'log');

  await page.goto('/maintenance');
  await page.getByRole('button', { name: 'Plan maintenance' }).click();
  await page.getByLabel('Name').fill('storage migration');
  await take(page, 'maintenance');

  await page.goto('/account/api');
  await page.getByRole('button', { name: 'New token' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('terraform');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('code').first().waitFor();
  await take(page, 'api');

  await page.goto('/monitors');
  await settle(page);
  await untilRunsAreDrawn(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await palette.waitFor();
  await page.keyboard.type('pg');
  await palette
    .getByRole('option', { name: /pg-dump prod/ })
    .first()
    .waitFor();
  await take(page, 'palette');
}

async function takePhone(chromium: Browser, baseURL: string): Promise<void> {
  const context = await chromium.newContext({
    baseURL,
    viewport: { width: 390, height: 780 },
    timezoneId: 'Europe/Riga',
  });
  await signIn(context, baseURL, PERSON);
  const page = await openPage(context, '/monitors');
  await untilRunsAreDrawn(page);
  await take(page, 'phone');
}

function openContext(chromium: Browser, baseURL: string): Promise<BrowserContext> {
  return chromium.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Riga',
    reducedMotion: 'reduce',
  });
}

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await settle(page);
  return page;
}

/** Waits for the runs of the monitor list, which arrive after the list. */
async function untilRunsAreDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('svg[role=img] rect') !== null);
}

async function take(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path });
  console.log(path);
}
