import type { OnCallSchedule, Override } from '@overdue/domain/on-call/schedule.ts';
import type { Revised } from '../database/edits.ts';
import type {
  FoundInAnyTeam,
  Resources,
  ResourceTypes,
  SettingsTypes,
} from '../database/resources/contract.ts';

export type OnCallResource = SettingsTypes<OnCallSchedule>;

export type OverrideResource = SettingsTypes<Override, Partial<Pick<Override, 'from' | 'to'>>>;

/** On-call settings of a member. Members without a record are alerted only by mail, and have no calendar. */
export interface OnCallContact {
  readonly teamID: string;
  readonly memberID: string;
  /** Short IDs of channels that alert the member, in addition to mail. */
  readonly channels: readonly string[];
  /** Secret calendar of the member's shifts. Only the hash of its token is stored. */
  readonly calendar: { readonly hash: string; readonly createdAt: number } | null;
}

export interface ContactResource extends ResourceTypes {
  readonly record: Revised<OnCallContact>;
  readonly new: OnCallContact;
  readonly change: Partial<Pick<OnCallContact, 'channels' | 'calendar'>>;
  /** `exists`: the member has a record already. `gone`: the member has left the team. */
  readonly creationRefusal: 'exists' | 'gone';
  readonly deletionRefusal: never;
}

export interface OnCallStore {
  readonly onCall: {
    /** Deleting a schedule also deletes its overrides, and removes it from escalation policies. */
    readonly schedules: Resources<OnCallResource>;
    readonly overrides: Resources<OverrideResource>;
    /** Contacts by member ID. `findInAnyTeam` takes the hash of a calendar's token. */
    readonly contacts: Resources<ContactResource> & FoundInAnyTeam<Revised<OnCallContact>>;
  };
}
