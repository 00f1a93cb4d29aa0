import type { Share, ShareKind } from '../../domain/access/share.ts';
import type { FailureReason } from '../../domain/monitor.ts';
import type { Check, Edit, Edited, References, Revised } from '../edits.ts';

export type ShareChange = Partial<Pick<Share, 'title' | 'options'>>;

/** An incident as a public page tells it. */
export interface Outage {
  readonly monitorID: number;
  readonly reason: FailureReason;
  readonly openedAt: number;
  /** Null while it is open. */
  readonly closedAt: number | null;
}

export interface ShareStore {
  /** All of a team's, oldest first. */
  listShares(teamID: string): Promise<readonly Revised<Share>[]>;
  /** `too_many` when the team has `max` already; `key_taken` when any share of the installation has this key. */
  createShare(
    share: Share,
    max: number,
    references?: References,
  ): Promise<'created' | 'too_many' | 'key_taken'>;
  /** Null when the team has none of this ID. */
  changeShare(
    teamID: string,
    shareID: string,
    edit: Edit<Revised<Share>, ShareChange>,
  ): Promise<Edited<Revised<Share>> | null>;
  /** The share as it last was; null when the team has none of this ID. */
  deleteShare(teamID: string, shareID: string, check?: Check<Revised<Share>>): Promise<Revised<Share> | null>;
  /** Of whichever team: whoever has the key may look. */
  findShare(kind: ShareKind, key: string): Promise<Share | null>;
  /**
   * The incidents of some monitors that were open at or after a time, newest first, at most `limit`.
   *
   * @param monitorIDs at most 1000
   */
  listOutages(monitorIDs: readonly number[], since: number, limit: number): Promise<readonly Outage[]>;
}
