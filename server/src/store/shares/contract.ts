import type { Share, ShareKind } from '../../domain/access/share.ts';
import type { FailureReason } from '../../domain/monitor.ts';
import type { Check, Edit, Edited, References, Revised } from '../edits.ts';

export type ShareChange = Partial<Pick<Share, 'title' | 'options'>>;

export interface Outage {
  readonly monitorID: number;
  readonly reason: FailureReason;
  readonly openedAt: number;
  readonly closedAt: number | null;
}

export interface ShareStore {
  /** All shares of a team, oldest first. */
  listShares(teamID: string): Promise<readonly Revised<Share>[]>;
  /**
   * `too_many` if the team already has `max` shares; `key_taken` if any share of the installation has this
   * key.
   */
  createShare(
    share: Share,
    max: number,
    references?: References,
  ): Promise<'created' | 'too_many' | 'key_taken'>;
  changeShare(
    teamID: string,
    shareID: string,
    edit: Edit<Revised<Share>, ShareChange>,
  ): Promise<Edited<Revised<Share>> | null>;
  /** Returns the deleted share; null if the team has no such share. */
  deleteShare(teamID: string, shareID: string, check?: Check<Revised<Share>>): Promise<Revised<Share> | null>;
  /** Finds a share of any team: the key grants access. */
  findShare(kind: ShareKind, key: string): Promise<Share | null>;
  /**
   * Incidents of some monitors that were open at or after a time, newest first, at most `limit`.
   *
   * @param monitorIDs at most 1,000
   */
  listOutages(monitorIDs: readonly number[], since: number, limit: number): Promise<readonly Outage[]>;
}
