import type { Page } from 'playwright-core';

/** Fills in the form of the sign-in page, and sends it. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
