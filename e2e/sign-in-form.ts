import type { Page } from 'playwright-core';
import { PERSON } from './served-application.ts';

/** Fills in the form of the sign-in page, and sends it. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs {@link PERSON} out by the menu, and waits for the sign-in page. */
export async function signOutByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: PERSON.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
}
