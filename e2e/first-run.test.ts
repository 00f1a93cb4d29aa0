import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Receiver, startReceiver } from '../server/test/notify/receiver.ts';
import { NOT_SIGNED_IN } from './browser-errors.ts';
import { LIVE_DELAY_MS_MAX, measureDelays } from './delays.ts';
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
  visitor = await stage.signedOutVisitor();
});
afterAll(() => receiver.close());

browserTest('from an empty database to a green monitor and a delivered alert', async () => {
  const { page } = visitor;
  const delays = measureDelays();
  const steps = countSteps();
  const startedAt = performance.now();

  await page.goto('/incidents');
  await page.waitForURL('**/setup');
  await steps.fill(page.getByLabel('Your name'), PERSON.name);
  await steps.fill(page.getByLabel('Team'), PERSON.team);
  await page.getByLabel('Email').fill('ann');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Enter an email address, such as ann@example.com.').waitFor();
  await steps.fill(page.getByLabel('Email'), PERSON.email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText(/^Choose a password of at least \d+ characters\.$/).waitFor();
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  await steps.fill(password, PERSON.password);
  await steps.click(page.getByRole('button', { name: 'Create account' }));
  await page.getByRole('heading', { name: 'Add your first monitor' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/monitors');

  // Adds a monitor.
  await steps.fill(page.getByLabel('Crontab line'), LINE);
  await steps.click(page.getByRole('button', { name: 'Set up monitor' }));
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('pg-dump');
  // A schedule from `quietCron` runs at most once a day, so the suggested grace period is 1 h.
  await expect.poll(() => page.getByLabel('Grace period').inputValue()).toBe('1 h');
  await steps.click(page.getByRole('button', { name: 'Create monitor' }));
  await page.getByText('Waiting for the first ping…').waitFor();
  await page.getByRole('heading', { name: 'Send the first ping' }).waitFor();
  const pingURL = await page.getByRole('region', { name: 'Ping URL' }).innerText();
  const edited = await page.getByRole('region', { name: 'Your line, with reporting' }).innerText();
  expect(edited.startsWith(LINE.slice(0, LINE.indexOf('/usr')))).toBe(true);
  expect(edited).toContain('( /usr/local/bin/pg-dump.sh )');
  expect(edited).toContain(`${pingURL.trim()}/start?rid=$rid`);
  expect(edited).not.toContain('/path/to/job');
  const exec = page.getByRole('region', { name: /^Your line with overdue exec/ });
  expect(await exec.innerText()).toContain(`overdue exec --ping ${pingURL.trim()} -- `);
  const simple = page.getByRole('region', { name: /^Your line, reporting success only/ });
  expect(await simple.innerText()).toContain(`( /usr/local/bin/pg-dump.sh ) && curl`);
  expect(await page.getByText('/path/to/job').count()).toBe(0);
  await page.getByRole('tab', { name: 'systemd' }).click();
  await page.getByText('ExecStart=/bin/sh -c "/usr/local/bin/pg-dump.sh"').waitFor();

  await fetch(pingURL);
  await delays.recordDelay(page.getByText('First ping received').waitFor());
  expect(await page.getByRole('heading', { name: 'Send the first ping' }).count()).toBe(0);

  // Chooses who is alerted, and receives a test alert.
  const question = page.getByRole('region', { name: 'Who should be alerted?' });
  await steps.click(question.getByRole('button', { name: 'Email' }));
  await question.getByText('SMTP_URL=smtps://').waitFor();
  expect(await question.getByLabel('Address').inputValue()).toBe(PERSON.email);
  await question.getByRole('button', { name: 'ntfy' }).click();
  const topic = await question.getByLabel('Topic').inputValue();
  expect(topic).toMatch(/^overdue-[a-z2-9]{16}$/);
  await question.getByRole('link', { name: `https://ntfy.sh/${topic}` }).waitFor();

  // The first channel fails, so no alert arrives yet. The page then shows the explanation exactly once.
  await steps.click(question.getByRole('button', { name: 'Email' }));
  await question.getByText('SMTP_URL=smtps://').waitFor();
  await question.getByRole('button', { name: 'Create and send test alert' }).click();
  await question.getByText('Test alert not delivered').waitFor();
  expect(await page.getByText('SMTP_URL=smtps://').count()).toBe(1);
  await page.getByText('2 of 5 done').waitFor();
  await page.reload();
  await question.getByText(/isn’t working yet, so nobody is alerted\.$/).waitFor();
  await question.getByRole('button', { name: 'Another channel' }).click();
  receiver.react({ status: 200, body: 'taken, thank you' });
  await question.getByRole('button', { name: 'Webhook' }).click();
  await steps.fill(question.getByLabel('URL'), `${receiver.origin}/hook`);
  await steps.click(question.getByRole('button', { name: 'Create and send test alert' }));
  await question.getByText('Test alert delivered').waitFor();
  await question.getByText('taken, thank you').waitFor();
  expect(receiver.last().path).toBe('/hook');
  await page.getByText('4 of 5 done').waitFor();

  // The job fails.
  await steps.click(page.getByRole('link', { name: 'Monitors' }));
  const row = page.getByRole('row', { name: /pg-dump/ });
  await row.getByRole('img', { name: 'Up' }).waitFor();
  const before = receiver.received.length;
  await fetch(`${pingURL}/fail`, { method: 'POST', body: 'disk full' });
  await delays.recordDelay(row.getByRole('img', { name: 'Down' }).waitFor());
  await receiver.arrived(before + 1);
  expect(receiver.last().body).toContain('pg-dump');
  // Limits the number of steps from an empty service to a received alert.
  expect(steps.count()).toBeLessThan(25);
  expect(performance.now() - startedAt).toBeLessThan(5 * 60_000);

  // If the first report of a monitor is a failure, the page shows the alert and the incident.
  await page.goto('/monitors/new');
  await page.getByLabel('Name', { exact: true }).fill('first-fails');
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByText('Waiting for the first ping…').waitFor();
  await fetch(`${(await page.getByRole('region', { name: 'Ping URL' }).innerText()).trim()}/fail`);
  await page.getByText('First ping received: the job reported a failure').waitFor();
  await page
    .getByText(/^Alert to .*Sent/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Open incident' }).waitFor();

  // The checklist disappears when the user dismisses it.
  await page.getByRole('link', { name: 'Invite a colleague' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('link', { name: 'Invite a colleague' }).waitFor({ state: 'detached' });

  // Acknowledges the incident.
  await page.getByRole('link', { name: 'Incidents' }).click();
  await page.getByRole('table').getByRole('link', { name: 'pg-dump' }).click();
  await page.getByRole('heading', { level: 1, name: 'pg-dump' }).waitFor();
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText(/ is on it$/).waitFor();

  expect(delays.median()).toBeLessThan(LIVE_DELAY_MS_MAX);
  expect(visitor.browserErrors.except(NOT_SIGNED_IN)).toEqual([]);
});

/** Counts the clicks, and the fields that a user has to fill in. */
function countSteps() {
  let steps = 0;
  return {
    count: () => steps,
    click(target: Locator): Promise<void> {
      steps += 1;
      return target.click();
    },
    fill(field: Locator, text: string): Promise<void> {
      steps += 1;
      return field.fill(text);
    },
  };
}

browserTest('the setup page works only once', async () => {
  const stranger = await stage.signedOutVisitor();
  await stranger.page.goto('/setup');
  await stranger.page.waitForURL('**/sign-in');
  const again = await stranger.context.request.post('/v1/setup/', {
    headers: { Origin: stage.service.baseURL },
    data: { name: 'Eve', email: 'eve@example.com', password: 'a long enough password', team: 'Evil' },
  });
  expect(again.status()).toBe(409);
  expect(stranger.browserErrors.except(NOT_SIGNED_IN)).toEqual([]);
});
