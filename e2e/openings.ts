import type { Page } from 'playwright-core';

/** How to open a popup or dialog: its name, its page and the action. */
type Opening = readonly [what: string, path: string, act: (page: Page) => Promise<unknown>];

/** Dialogs and panels. */
export const DIALOG_OPENINGS: readonly Opening[] = [
  ['the palette', '/monitors', openPalette],
  ['the help', '/monitors', (page) => press(page, '?')],
  ['the panel beside the list', '/monitors?sort=name', openPanel],
  ['a selection', '/monitors?sort=name', selectAll],
  ['the tokens of a member', '/team', openTokens],
  ['a password', '/account', (page) => page.getByRole('button', { name: 'Change password' }).click()],
  ...(
    [
      ['maintenance', '/maintenance', 'Plan maintenance'],
      ['an escalation', '/channels?tab=escalation', 'New policy'],
      ['a project', '/projects', 'New project'],
      ['a share', '/projects?tab=sharing', 'Share'],
      ['an invitation', '/team', 'Invite'],
      ['a token', '/account/api', 'New token'],
      ['two-factor authentication', '/account', 'Turn on'],
    ] as const
  ).map(([what, path, button]): Opening => [what, path, (page) => openDialog(page, button)]),
];

/**
 * Menus and lists. They need no landmark, because they belong to their button or field. While open, they hide the rest of the
 * page from screen readers.
 */
export const MENU_OPENINGS: readonly Opening[] = [
  ['the menu of the team', '/incidents', (page) => openList(page, 'button', 'Team Acme: switch or create')],
  ['the menu of the person', '/incidents', (page) => openList(page, 'button', 'Ann Ozola ann@example.com')],
  ['a filter of the list', '/monitors', (page) => openList(page, 'combobox', 'Tag')],
  ['the views', '/monitors', (page) => openList(page, 'button', 'Views')],
  ['a select', '/monitors', (page) => openList(page, 'combobox', 'Sort by')],
  ['time zones', '/account', (page) => openList(page, 'combobox', 'Time zone')],
  ['tags', '/monitors/new', (page) => openList(page, 'combobox', 'Tags')],
  ['projects of a token', '/account/api', openProjectsOfToken],
];

export const FLOATING = '[role=menu], [role=listbox], [role=dialog]';

async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await press(page, 'Control+k');
  await page.keyboard.type('pg');
  await page.getByRole('option').first().waitFor();
}

async function openPanel(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.getByRole('complementary', { name: /^About/ }).waitFor();
}

async function selectAll(page: Page): Promise<void> {
  await page.keyboard.press('a');
  await page.getByRole('toolbar', { name: 'Actions for the selection' }).waitFor();
}

async function openTokens(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Ann Ozola' }).click();
  await page.getByRole('menuitem', { name: 'API tokens' }).click();
  await page.getByRole('button', { name: 'Revoke terraform' }).waitFor();
}

async function openProjectsOfToken(page: Page): Promise<void> {
  await openDialog(page, 'New token');
  await page.getByRole('combobox', { name: 'Projects' }).click();
  await page.getByRole('option', { name: 'Databases' }).waitFor();
}

async function openList(page: Page, role: 'button' | 'combobox', name: string): Promise<void> {
  // Stores the element itself, because its role may change when it opens.
  const trigger = await page.getByRole(role, { name, exact: true }).elementHandle();
  await trigger?.click();
  await page.locator(FLOATING).filter({ visible: true }).first().waitFor();
}
