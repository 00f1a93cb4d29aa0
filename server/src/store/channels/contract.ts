import type { ChannelRoute, EscalationPolicy, MaintenanceWindow } from '../../domain/alerting/settings.ts';
import type { Revised } from '../edits.ts';
import type { FoundInAnyTeam, Resources, ResourceTypes } from '../resources/contract.ts';

export interface ChannelRecord extends ChannelRoute {
  readonly teamID: string;
  readonly createdAt: number;
  readonly revision: number;
  readonly settings: string;
  readonly disabledAt: number | null;
  readonly lastSentAt: number | null;
  readonly lastError: { readonly at: number; readonly answer: string } | null;
}

/** Outcome of a test alert. `answer` is the receiver's response or the error. */
export interface TestedChannel {
  readonly at: number;
  readonly isSent: boolean;
  readonly answer: string;
}

export type NewChannel = Omit<
  ChannelRecord,
  'id' | 'revision' | 'lastSentAt' | 'lastError' | 'disabledAt' | 'disabled'
>;
export type ChannelChange = Partial<
  Pick<
    ChannelRecord,
    | 'name'
    | 'isDefault'
    | 'subscriptions'
    | 'tags'
    | 'minSeverity'
    | 'members'
    | 'settings'
    | 'disabled'
    | 'disabledAt'
  >
>;

export interface ChannelResource extends ResourceTypes {
  readonly record: ChannelRecord;
  readonly new: NewChannel;
  readonly change: ChannelChange;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

export interface MaintenanceResource extends ResourceTypes {
  readonly record: Revised<MaintenanceWindow>;
  readonly new: MaintenanceWindow & { readonly teamID: string; readonly createdAt: number };
  readonly change: Partial<Omit<MaintenanceWindow, 'shortID'>>;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

export interface EscalationResource extends ResourceTypes {
  readonly record: Revised<EscalationPolicy>;
  readonly new: EscalationPolicy & { readonly teamID: string; readonly createdAt: number };
  readonly change: Partial<Omit<EscalationPolicy, 'shortID'>>;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

/** Channels, and the settings that decide when they are alerted. */
export interface ChannelStore {
  /** Deleting a channel also deletes its deliveries and references. `findInAnyTeam` requires access proven in another way. */
  readonly channels: Resources<ChannelResource> &
    FoundInAnyTeam<ChannelRecord> & {
      /** Stops all sending to a channel and informs the team, once. */
      disable(rowID: number, reason: string, at: number): Promise<void>;
      /** Records the outcome of a test alert as the channel's last attempt. Never disables the channel. */
      recordTest(rowID: number, attempt: TestedChannel): Promise<void>;
    };
  readonly maintenance: Resources<MaintenanceResource>;
  /** Monitors and projects that used a deleted policy have no escalation afterwards. */
  readonly escalations: Resources<EscalationResource>;
}
