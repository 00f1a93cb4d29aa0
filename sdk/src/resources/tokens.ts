import type { Caller } from '../call.ts';
import { allPages } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';

export type TokensAPI = ReturnType<typeof tokensAPI>;

export function tokensAPI({ call }: Caller) {
  return {
    /** Reads one page of your tokens for this team, oldest first: 100 entries unless `limit` is set. */
    list: call.listTokens,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listTokens, ({ tokens }) => tokens),
    /** Creates a token. Only this response contains the token itself. */
    create: call.createToken,
    /** Finds a login of a program, such as `overdue login`, by the user code that the program shows. Requires a session. */
    findLogin: (userCode: string, options?: RequestOptions) =>
      call.findDeviceAuthorization({ userCode }, options),
    /** Approves a program login, which gives the program a new token. Resolves to the token without its secret part. */
    approveLogin: call.approveDeviceAuthorization,
    /** Denies a program login. */
    denyLogin: (userCode: string, options?: RequestOptions) =>
      call.denyDeviceAuthorization({ userCode }, options),
    /** Revokes a token immediately. Resolves to the revoked token. */
    revoke: call.revokeToken,
  };
}
