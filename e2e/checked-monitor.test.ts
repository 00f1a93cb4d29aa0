import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findAccessibilityViolations } from './axe.ts';
import { settle } from './page-table.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

let visitor: Visitor;
// This hook is registered before the stage's hook, so it runs after the screenshot of a failed test.
afterEach(() => visitor.context.close());
const stage = useStage({ team: 'new', env: { CHECK_ADDRESSES: '127.0.0.0/8' } });

let website: Server;
let status = 200;
beforeAll(async () => {
  website = createServer((_request, response) => response.writeHead(status).end('Welcome'));
  await new Promise<void>((listening) => website.listen(0, '127.0.0.1', listening));
});
beforeEach(async () => {
  status = 200;
  visitor = await stage.visitor();
});
afterAll(() => website.close());

/** URL of the website. */
function address(): string {
  const place = website.address();
  if (place === null || typeof place === 'string') throw new Error('The website does not listen.');
  return `http://127.0.0.1:${place.port}/`;
}

browserTest(
  'a website is up, and down with the cause after it breaks; its page is about checks',
  async () => {
    const { page } = visitor;
    const main = page.getByRole('main');
    await page.goto('/monitors/new');
    await main.getByRole('button', { name: 'Website (HTTP)' }).click();
    await main.getByLabel('Name', { exact: true }).fill('website');
    await main.getByLabel('Target').fill('website');
    await main.getByRole('button', { name: 'Create monitor' }).click();
    await main.getByText('This must be an http or https URL').first().waitFor();
    await main.getByLabel('Target').fill(address());
    await main.getByLabel('Every').fill('10 s');
    await main.getByLabel('Confirmation attempts').fill('0');
    await main.getByLabel('Must contain').fill('Welcome');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await main.getByRole('button', { name: 'Create monitor' }).click();
    await page.waitForURL(/\/monitors\/(?!new)\w+$/);
    const shortID = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.goto(`/monitors/${shortID}?tab=settings`);
    await main.getByRole('img', { name: 'Up' }).first().waitFor();
    await settle(page);
    const text = await main.innerText();
    for (const shown of ['Website (HTTP)', address(), 'Time-out', 'Must contain', 'Welcome', 'Next check'])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/\blate\b|grace period|ping|snippets/i);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await stage.api().monitors.update(shortID, { check: { redirects: 2 } });
    await page.goto(`/monitors/${shortID}/edit`);
    await main.getByLabel('Time-out').fill('5 s');
    await main.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(`**/monitors/${shortID}`);
    expect(await stage.api().monitors.get(shortID)).toMatchObject({
      schedule: { interval: 10 },
      check: { timeout: 5, redirects: 2, contains: ['Welcome'], confirm: { attempts: 0, delay: 3 } },
    });

    await page.goto('/monitors');
    const row = page.getByRole('row').filter({ hasText: 'website' });
    await row.getByText(new URL(address()).host).waitFor();

    await page.goto(`/monitors/${shortID}`);
    await settle(page);
    status = 503;
    await main.getByText('the status is 503').first().waitFor();
  },
);
