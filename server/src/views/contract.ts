import type { ListView } from '@overdue/domain/views/list-view.ts';
import type { Revised } from '../database/edits.ts';
import type { NewResource, Resources, ResourceTypes } from '../database/resources/contract.ts';

/** Settings of the monitor list under a name. */
export interface SavedView {
  readonly shortID: string;
  readonly name: string;
  /** The member who alone sees the view; null if the team shares it. */
  readonly memberID: string | null;
  readonly settings: ListView;
}

export interface ViewResource extends ResourceTypes {
  readonly record: Revised<SavedView>;
  readonly new: NewResource<SavedView>;
  readonly change: Omit<SavedView, 'shortID'>;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

export interface ViewStore {
  /**
   * The shared views of a team, and the private views of a member unless `memberID` is null. All other views count as missing.
   * Creations and changes throw `conflict` if the name is taken or there are too many views.
   */
  savedViews(memberID: string | null): Resources<ViewResource>;
}
