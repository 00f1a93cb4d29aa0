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
    const { shortID } = await stage.api().monitors.create({
      name: 'website',
      kind: 'http',
      url: address(),
      schedule: { interval: 10 },
      check: { contains: ['Welcome'], confirm: { attempts: 0 } },
    });
    await page.goto(`/monitors/${shortID}?tab=settings`);
    const main = page.getByRole('main');
    await main.getByRole('img', { name: 'Up' }).first().waitFor();
    await settle(page);
    const text = await main.innerText();
    for (const shown of ['Website (HTTP)', address(), 'Time-out', 'Must contain', 'Welcome', 'Next check'])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/\blate\b|grace period|ping|snippets/i);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await page.goto('/monitors');
    const row = page.getByRole('row').filter({ hasText: 'website' });
    await row.getByText(new URL(address()).host).waitFor();

    await page.goto(`/monitors/${shortID}`);
    await settle(page);
    status = 503;
    await main.getByText('the status is 503').first().waitFor();
  },
);
