import { afterAll, beforeAll, expect } from 'vitest';
import { type Receiver, startReceiver } from '../server/test/notify/receiver.ts';
import { NOT_SIGNED_IN } from './complaints.ts';
import { LIVE_MS, measureDelays } from './delays.ts';
import { quietCron } from './quiet-cron.ts';
import { PERSON } from './served-application.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const LINE = `${quietCron('1-5')} /usr/local/bin/pg-dump.sh`;

const stage = useStage({ team: 'empty' });
let receiver: Receiver;
let visitor: Visitor;

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.react({ status: 200, body: 'taken, thank you' });
  visitor = await stage.stranger();
});
afterAll(() => receiver.close());

browserTest('from an empty database to a green monitor and a delivered alert', async () => {
  const { page } = visitor;
  const delays = measureDelays();

  await page.goto('/incidents');
  await page.waitForURL('**/setup');
  await page.getByLabel('Your name').fill(PERSON.name);
  await page.getByLabel('Team').fill(PERSON.team);
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Add your first monitor' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/monitors');

  // Adds a channel.
  await page.getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('link', { name: 'Add channel' }).last().click();
  await page.getByRole('searchbox', { name: 'Search types' }).fill('webhook');
  await page.getByRole('link', { name: 'Webhook', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).first().fill('operations');
  await page.getByLabel('URL').fill(`${receiver.origin}/hook`);
  await page.getByRole('button', { name: 'Create channel' }).click();
  await page.getByRole('heading', { name: 'operations' }).waitFor();
  await page.getByRole('button', { name: 'Send test alert' }).click();
  const answer = page.getByRole('dialog', { name: 'Test alert delivered' });
  await answer.getByText('taken, thank you').waitFor();
  await answer.getByText('Status 200').waitFor();
  expect(receiver.last().path).toBe('/hook');
  await answer.getByRole('button', { name: 'Close' }).click();

  // Adds a monitor.
  await page.getByRole('link', { name: 'Monitors' }).click();
  await page.getByLabel('Crontab line').fill(LINE);
  await page.getByRole('button', { name: 'Set up monitor' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('pg-dump');
  await page.getByText('Alerted: operations.').waitFor();
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Waiting for the first ping…').waitFor();
  const pingURL = await page.getByRole('region', { name: 'Ping URL' }).innerText();

  await fetch(pingURL);
  await delays.until(page.getByText('First ping received').waitFor());
  await page.getByRole('img', { name: 'Up' }).first().waitFor();

  // The job fails.
  await page.getByRole('link', { name: 'Monitors' }).click();
  const row = page.getByRole('row', { name: /pg-dump/ });
  await row.getByRole('img', { name: 'Up' }).waitFor();
  const before = receiver.received.length;
  await fetch(`${pingURL}/fail`, { method: 'POST', body: 'disk full' });
  await delays.until(row.getByRole('img', { name: 'Down' }).waitFor());
  await receiver.arrived(before + 1);
  expect(receiver.last().body).toContain('pg-dump');

  // Acknowledges the incident.
  await page.getByRole('link', { name: 'Incidents' }).click();
  await page.getByRole('table').getByRole('link', { name: 'pg-dump' }).click();
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText(/ is on it$/).waitFor();

  expect(delays.median()).toBeLessThan(LIVE_MS);
  expect(visitor.complaints.except(NOT_SIGNED_IN)).toEqual([]);
});

browserTest('the setup page works only once', async () => {
  const stranger = await stage.stranger();
  await stranger.page.goto('/setup');
  await stranger.page.waitForURL('**/sign-in');
  const again = await stranger.context.request.post('/v1/setup/', {
    headers: { Origin: stage.service.baseURL },
    data: { name: 'Eve', email: 'eve@example.com', password: 'a long enough password', team: 'Evil' },
  });
  expect(again.status()).toBe(409);
  expect(stranger.complaints.except(NOT_SIGNED_IN)).toEqual([]);
});
