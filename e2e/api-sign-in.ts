import type { BrowserContext } from 'playwright-core';
import { PERSON } from './served-application.ts';

/** Signs a browser in as the sample team's owner, through the API. */
export async function signIn(
  context: BrowserContext,
  baseURL: string,
  { email, password }: { readonly email: string; readonly password: string } = PERSON,
): Promise<void> {
  const response = await context.request.post(`${baseURL}/auth/sign-in/email`, {
    data: { email, password },
    headers: { Origin: baseURL },
  });
  if (!response.ok()) throw new Error(`Signing in failed: ${response.status()} ${await response.text()}`);
}
