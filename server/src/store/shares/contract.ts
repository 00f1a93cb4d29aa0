import type { Share } from '../../domain/access/share.ts';
import type { FailureReason } from '../../domain/monitor.ts';
import type { Revised } from '../edits.ts';
import type { FoundInAnyTeam, Resources, ResourceTypes } from '../resources/contract.ts';

export interface ShareResource extends ResourceTypes {
  readonly record: Revised<Share>;
  readonly new: Share;
  readonly change: Partial<Pick<Share, 'title' | 'options'>>;
  /** `key_taken`: another share of the installation has this key. */
  readonly creationRefusal: 'key_taken';
  readonly deletionRefusal: never;
}

export interface Outage {
  readonly monitorID: number;
  readonly reason: FailureReason;
  readonly openedAt: number;
  readonly closedAt: number | null;
}

/** All monitors of a team, or at most 1,000 monitors. */
export type OutageSelection = { readonly teamID: string } | { readonly monitorIDs: readonly number[] };

export interface ShareStore {
  /** `findInAnyTeam` takes the key of a share of any kind. The key grants access. */
  readonly shares: Resources<ShareResource> & FoundInAnyTeam<Revised<Share>>;
  /** Incidents that were open at or after a time, newest first, at most `limit`. */
  listOutages(monitors: OutageSelection, since: number, limit: number): Promise<readonly Outage[]>;
}
