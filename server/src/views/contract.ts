import type { ListView } from '@overdue/domain/views/list-view.ts';
import type { Resources, SettingsTypes } from '../database/resources/contract.ts';

/** Settings of the monitor list under a name. */
export interface SavedView {
  readonly shortID: string;
  readonly name: string;
  /** The member who alone sees the view; null if the team shares it. */
  readonly memberID: string | null;
  readonly settings: ListView;
}

export type ViewResource = SettingsTypes<SavedView, Omit<SavedView, 'shortID'>>;

export interface ViewStore {
  /**
   * The shared views of a team, and the private views of a member unless `memberID` is null. All other views count as missing.
   * Creations and changes throw `conflict` if the name is taken or there are too many views.
   */
  savedViews(memberID: string | null): Resources<ViewResource>;
}
