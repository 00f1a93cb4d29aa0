import type {
  CreatedToken,
  DeviceApproval,
  DeviceAuthorization,
  Responses,
  Token,
  TokenInput,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages, type PageQuery } from '../page.ts';

export interface TokensAPI {
  /** Reads one page of your tokens for this team, oldest first: 100 entries unless `limit` is set. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Responses['listTokens']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Token>;
  /** Creates a token. Only this response contains the token itself. */
  create(input: TokenInput, options?: RequestOptions): Promise<CreatedToken>;
  /** Finds a login of a program, such as `overdue login`, by the user code that the program shows. Requires a session. */
  findLogin(userCode: string, options?: RequestOptions): Promise<DeviceAuthorization>;
  /** Approves a program login, which gives the program a new token. Resolves to the token without its secret part. */
  approveLogin(approval: DeviceApproval, options?: RequestOptions): Promise<Token>;
  /** Denies a program login. */
  denyLogin(userCode: string, options?: RequestOptions): Promise<DeviceAuthorization>;
  /** Revokes a token immediately. */
  revoke(tokenID: string, options?: RequestOptions): Promise<void>;
}

export function tokensAPI({ call }: Caller): TokensAPI {
  const list: TokensAPI['list'] = (query, options) => call('listTokens', { query }, options);
  return {
    list,
    all: allPages(list, ({ tokens }) => tokens),
    create: async (body, options) => (await call('createToken', { body }, options)).token,
    findLogin: async (userCode, options) =>
      (await call('findDeviceAuthorization', { body: { userCode } }, options)).deviceAuthorization,
    approveLogin: async (body, options) =>
      (await call('approveDeviceAuthorization', { body }, options)).token,
    denyLogin: async (userCode, options) =>
      (await call('denyDeviceAuthorization', { body: { userCode } }, options)).deviceAuthorization,
    async revoke(tokenID, options) {
      await call('revokeToken', { params: { tokenID } }, options);
    },
  };
}
