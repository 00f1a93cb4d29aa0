import type { Caller } from '../call.ts';

/** Badges, status pages and calendars that anyone with the link can read without an account. */
export type SharesAPI = ReturnType<typeof sharesAPI>;

export function sharesAPI({ call }: Caller) {
  return {
    /** Lists all shares of the team, oldest first. */
    list: call.listShares,
    create: call.createShare,
    /** Changes a share. Omitted fields keep their value, even within `options`. */
    update: call.editShare,
    /** Deletes a share. Its address stops working immediately. Resolves to the deleted share. */
    revoke: call.deleteShare,
  };
}
