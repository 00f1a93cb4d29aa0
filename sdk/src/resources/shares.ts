import type { Share, ShareEdit, ShareInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Badges, status pages and calendars that anyone with the link can read without an account. */
export interface SharesAPI {
  /** Lists all shares of the team, oldest first. */
  list(options?: RequestOptions): Promise<readonly Share[]>;
  create(input: ShareInput, options?: RequestOptions): Promise<Share>;
  /** Changes a share. Omitted fields keep their value, even within `options`. */
  update(shareID: string, edit: ShareEdit, options?: RequestOptions): Promise<Share>;
  /** Deletes a share. Its address stops working immediately. Resolves to the deleted share. */
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
