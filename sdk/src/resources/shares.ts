import type { Share, ShareEdit, ShareInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Badges, status pages and calendars, which others read without an account. */
export interface SharesAPI {
  /** All of the team's, oldest first. */
  list(options?: RequestOptions): Promise<readonly Share[]>;
  create(input: ShareInput, options?: RequestOptions): Promise<Share>;
  /** What is left out stays, also within `options`. */
  update(shareID: string, edit: ShareEdit, options?: RequestOptions): Promise<Share>;
  /** Its address leads nowhere at once. Resolves to the share as it last was. */
  revoke(shareID: string, options?: RequestOptions): Promise<Share>;
}

export function sharesAPI({ call }: Caller): SharesAPI {
  return {
    list: async (options) => (await call('listShares', {}, options)).shares,
    create: async (body, options) => (await call('createShare', { body }, options)).share,
    update: async (shareID, body, options) =>
      (await call('editShare', { params: { shareID }, body }, options)).share,
    revoke: async (shareID, options) => (await call('deleteShare', { params: { shareID } }, options)).share,
  };
}
