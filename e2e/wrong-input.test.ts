import type { Locator, Page, Response } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { isLongRun } from '../server/test/length.ts';
import { monitorNamed } from './monitor-named.ts';
import { settle } from './page-table.ts';
import { browserTest, useStage, type Visitor } from './stage.ts';

const stage = useStage({ team: 'sample' });
let visitor: Visitor;
beforeAll(async () => {
  visitor = await stage.visitor();
});

/** Values around the limits of most fields, and values of the wrong kind. Most runs use the first three alone. */
const WRONG_VALUES = ['0', '-1', 'n'.repeat(5000), '30 s', '99999 d', '1e9', 'x', ' ', 'Europe/Atlantis'];
const WRONG = isLongRun ? WRONG_VALUES : WRONG_VALUES.slice(0, 3);

/** Errors as the API writes them: paths of fields, and the sentence that lists paths. */
const RAW =
  /The request is invalid|Correct [a-z]\w*[.,]|\b[a-z]\w*\.\d+\b(?:\.\w+)?|\b(?:schedule|settings|options|scope|alerting|steps|rotations|hours)\.[a-z]\w*/;

/** How to open a form: its name, its page, the button that opens its dialog, and the kind to choose in the form. */
type FormOpening = readonly [
  what: string,
  path: (page: Page) => Promise<string> | string,
  button?: string | undefined,
  kind?: string,
];

const FORMS: readonly FormOpening[] = [
  ['a new monitor', () => '/monitors/new'],
  ...['Website (HTTP)', 'Port (TCP)', 'Domain'].map(
    (kind): FormOpening => [`a new monitor: ${kind}`, () => '/monitors/new', undefined, kind],
  ),
  ['a monitor', async () => `/monitors/${(await monitorNamed(stage.api(), 'pg-dump prod')).shortID}/edit`],
  ['an escalation policy', () => '/channels?tab=escalation', 'New policy'],
  ['maintenance', () => '/maintenance', 'Plan maintenance'],
  ['a project', () => '/projects', 'New project'],
  [
    'the settings of a project',
    async () => `/projects/${(await stage.api().projects.list()).projects[0]?.shortID}`,
  ],
  ['a share', () => '/projects?tab=sharing', 'Share'],
  ['an on-call schedule', () => '/on-call', 'New schedule'],
  ['an invitation', () => '/team', 'Invite'],
  ['the settings of a team', () => '/team?tab=settings'],
  ['an account', () => '/account'],
  ['a token', () => '/account/api', 'New token'],
  ['an import', () => '/import'],
  ...['email', 'webhook', 'slack', 'ntfy', 'pushover', 'telegram', 'sms', 'pagerduty'].map(
    (type): FormOpening => [`a channel: ${type}`, () => `/channels/new?type=${type}`],
  ),
];

const INPUTS =
  'input:not([role=combobox]):not([type=checkbox]):not([type=radio]):not([type=file]):not([type=date]):not([type=time]):not([type=datetime-local]):not([type=search]):not([readonly]):not([disabled]):not([tabindex="-1"]), textarea:not([readonly]):not([disabled])';

describe('no form shows an error as the API writes it, and each refused field has its own message', () => {
  browserTest.each(FORMS.map(([what, path, button, kind]) => ({ what, path, button, kind })))(
    '$what',
    async ({ path: pathOf, button, kind }) => {
      const { page } = visitor;
      const refusals: string[] = [];
      const note = (response: Response) => {
        if (response.status() === 422) refusals.push(response.url());
      };
      page.on('response', note);
      const path = await pathOf(page);
      const open = async (): Promise<Locator> => {
        await page.goto(path);
        await settle(page);
        if (kind !== undefined) await page.getByRole('button', { name: kind, exact: true }).click();
        if (button === undefined) return page.getByRole('main');
        await page.getByRole('button', { name: button, exact: true }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        return dialog;
      };
      const found: string[] = [];
      let scope = await open();
      const count = await scope.locator(INPUTS).count();
      for (let index = 0; index < count; index += 1) {
        for (const value of WRONG) {
          const input = scope.locator(INPUTS).nth(index);
          if ((await input.count()) === 0) scope = await open();
          await fillOthers(scope, index);
          if (!(await enter(input, value))) continue;
          refusals.length = 0;
          const form = scope.locator('form', { has: input }).first();
          const submit = form.locator('button[type=submit]');
          const action =
            (await submit.count()) > 0 ? submit.first() : scope.locator('button[type=submit]').first();
          if ((await action.count()) > 0 && (await action.isEnabled())) {
            await action.click();
            await quiet(page);
          }
          const text = await page.locator('body').innerText();
          const raw = RAW.exec(text);
          if (raw !== null) found.push(`${index} ${value.slice(0, 20)}: ${raw[0]}`);
          const marked = await page.locator('[aria-invalid=true], [data-invalid]').count();
          if (refusals.length > 0 && marked === 0)
            found.push(`${index} ${value.slice(0, 20)}: refused without a field: ${refusals[0]}`);
          if (
            page.url() !== new URL(path, page.url()).href ||
            (button !== undefined && (await scope.count()) === 0)
          )
            scope = await open();
        }
      }
      page.off('response', note);
      expect([...new Set(found)]).toEqual([]);
    },
    240_000,
  );
});

browserTest('a search that is too long for the API is explained', async () => {
  const { page } = visitor;
  await page.goto(`/search?q=${'word '.repeat(60)}`);
  await page.getByText('This search is too long').waitFor();
  expect(RAW.exec(await page.locator('body').innerText())).toBeNull();
  await page.getByRole('searchbox').fill('pg-dump');
  await page.getByRole('status').filter({ hasText: 'result' }).first().waitFor();
});

/** Fills empty fields, because most forms can't be sent without them. */
async function fillOthers(scope: Locator, except: number): Promise<void> {
  const inputs = scope.locator(INPUTS);
  const count = await inputs.count();
  for (let index = 0; index < count; index += 1) {
    const input = inputs.nth(index);
    if (index === except || !(await input.isVisible()) || (await input.inputValue()) !== '') continue;
    const type = await input.getAttribute('type');
    await input
      .fill(type === 'number' ? '1' : type === 'email' ? 'eve@example.com' : 'Valid 1')
      .catch(() => undefined);
  }
}

/** Enters a value; false if the field doesn't accept it at all. */
async function enter(input: Locator, value: string): Promise<boolean> {
  if (!(await input.isVisible()) || !(await input.isEnabled())) return false;
  try {
    await input.fill(value, { timeout: 2000 });
    await input.blur();
    return true;
  } catch {
    return false;
  }
}

/** Waits until the page shows the result of its requests. */
async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
