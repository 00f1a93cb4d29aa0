import type { Context } from 'hono';
import type { Accounts } from '../accounts.ts';
import type { ClientInfo } from '../sessions.ts';

/** Signs the browser in by adding cookies to the response, and remembers the browser for the account. */
export async function signBrowserIn(
  response: Response,
  user: { readonly userID: string; readonly from: ClientInfo; readonly context: Context },
  { accounts, at }: { readonly accounts: Accounts; readonly at: number },
): Promise<void> {
  const { userID, from, context } = user;
  const signIn = { userID, isTrusted: false, from };
  const cookie = await accounts.browsers.remember(context.req.header('Cookie'), signIn, at);
  response.headers.append('Set-Cookie', await accounts.openSession(userID, from, at));
  response.headers.append('Set-Cookie', cookie);
}
