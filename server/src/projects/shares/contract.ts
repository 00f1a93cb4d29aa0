import type { Share } from '@overdue/domain/access/share.ts';
import type { Revised } from '../../database/edits.ts';
import type { FoundInAnyTeam, Resources, ResourceTypes } from '../../database/resources/contract.ts';

export interface ShareResource extends ResourceTypes {
  readonly record: Revised<Share>;
  readonly new: Share;
  readonly change: Partial<Pick<Share, 'title' | 'options'>>;
  /** `key_taken`: another share of the installation has this key. */
  readonly creationRefusal: 'key_taken';
  readonly deletionRefusal: never;
}

export interface ShareStore {
  /** `findInAnyTeam` takes the key of a share of any kind. The key grants access. */
  readonly shares: Resources<ShareResource> & FoundInAnyTeam<Revised<Share>>;
}
