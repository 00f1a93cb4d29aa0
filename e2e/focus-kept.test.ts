import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { drawTwoFrames } from './frames.ts';
import { monitorNamed } from './monitor-named.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const stage = useStage({ team: 'sample' });
let visitor: Visitor;

beforeAll(async () => {
  visitor = await stage.visitor();
});

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element === document.body
      ? 'nothing'
      : (element?.getAttribute('aria-label') ?? element?.textContent ?? '');
  });

browserTest(
  'the heading of a new page gets the focus, and on the way back the row that was opened',
  async () => {
    const { page } = visitor;
    await page.goto('/monitors?sort=name');
    await page.getByRole('row').nth(4).waitFor();
    for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
    const name = await focused(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => focused(page)).toBe(name);
    await expect
      .poll(() => page.locator('p[role="status"]').allTextContents())
      .toContain(`${name} · Overdue`);
    await page.goBack();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-row]') !== null))
      .toBe(true);
    expect(await focused(page)).toBe(name);
  },
);

browserTest(
  'the heading of a page gets the focus if a shortcut opens the page before anything had the focus',
  async () => {
    const { page } = visitor;
    await page.goto('/monitors');
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Incidents');
  },
);

browserTest('a link to a whole log moves the focus to the event with the log', async () => {
  const { page } = visitor;
  const { shortID } = await monitorNamed(stage.api(), 'pg-dump prod');
  await page.goto(`/monitors/${shortID}`);
  await page.getByRole('link', { name: 'Whole log' }).press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^Hide event \d+$/);
});

browserTest('an activated tab keeps the focus', async () => {
  const { page } = visitor;
  const { shortID } = await monitorNamed(stage.api(), 'pg-dump prod');
  await page.goto(`/monitors/${shortID}`);
  await page.getByRole('tab', { name: 'Events' }).focus();
  for (const name of ['Runs', 'Transitions & alerts', 'Settings']) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true');
    await drawTwoFrames(page);
    expect(await focused(page)).toBe(name);
  }
});

browserTest('a focused field of the editor is above the bars at the bottom of a phone', async () => {
  const { page } = visitor;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/monitors/new');
  await page.getByLabel('Name', { exact: true }).focus();
  const bar = page.locator('[data-save-bar]');
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab');
    const edges = await page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector('[data-save-bar]');
      if (focused === null || bar === null || bar.contains(focused)) return null;
      return [focused.getBoundingClientRect().bottom, bar.getBoundingClientRect().top] as const;
    });
    if (edges !== null) expect(edges[0]).toBeLessThanOrEqual(edges[1] + 1);
  }
  await bar.waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
});

browserTest('after Undo, the button of the undone action has the focus', async () => {
  const { page } = visitor;
  await page.goto('/monitors?q=certbot');
  await page.getByRole('row').nth(1).waitFor();
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Change undone').waitFor();
  await expect.poll(() => focused(page)).toBe('Pause');
});

browserTest('a button that replaces another button gets its focus', async () => {
  const { page } = visitor;
  const { incident } = await monitorNamed(stage.api(), 'pg-dump prod');
  await page.goto(`/incidents/${incident?.incidentID}`);
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Take back');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Acknowledge');
});

browserTest('the button that opened a dialog gets the focus back', async () => {
  const { page } = visitor;
  await page.goto('/team');
  await page.getByRole('button', { name: 'Invite' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('Invite');
});

browserTest('a menu highlights its first item, also when it opens for the first time', async () => {
  const { page } = visitor;
  const { shortID } = await monitorNamed(stage.api(), 'pg-dump prod');
  await page.goto(`/monitors/${shortID}`);
  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('menuitem').first();
  await first.waitFor();
  await expect.poll(() => first.evaluate((item) => item === document.activeElement)).toBe(true);
});

browserTest('a pause that would end an incident asks first, and has no undo', async () => {
  const { page } = visitor;
  const { shortID } = await monitorNamed(stage.api(), 'pg-dump prod');
  await page.goto(`/monitors/${shortID}`);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('This ends the open incident.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await monitorNamed(stage.api(), 'pg-dump prod')).paused).toBe(false);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await dialog.getByRole('button', { name: 'Pause and end the incident' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

browserTest('a row whose deletion is undone later returns to its place', async () => {
  const { page } = await stage.visitor();
  await page.clock.install();
  await page.goto('/monitors?sort=name');
  await page.getByRole('row').nth(4).waitFor();
  for (const key of ['j', 'j']) await page.keyboard.press(key);
  const name = await focused(page);
  const link = page.locator('[data-row]').getByRole('link', { name, exact: true });
  await page.keyboard.press('Delete');
  await link.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).not.toBe('nothing');
  // After seven seconds without input, the list no longer counts as in use.
  await page.clock.runFor(7000);
  // A key press puts the list in use again, so new rows would have to wait.
  await page.keyboard.press('Shift');
  await page.keyboard.press('z');
  // The restored row appears immediately. A new row would wait until the list has been idle for six seconds.
  await link.waitFor({ timeout: 4000 });
  await page.getByText('Change undone').waitFor();
});

browserTest('after a note, the field has the focus', async () => {
  const { page } = await stage.visitor();
  const { incident } = await monitorNamed(stage.api(), 'restic backup');
  await page.goto(`/incidents/${incident?.incidentID}`);
  await page.getByRole('textbox', { name: 'Add note' }).fill('The disk is full.');
  await page.getByRole('button', { name: 'Add note' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Note added').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
});
