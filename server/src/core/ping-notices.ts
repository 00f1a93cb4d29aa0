import type { PingNotice } from '@overdue/domain/ping/ping-notice.ts';

export interface WarnedMonitor {
  readonly teamID: string;
  readonly monitorID: number;
}

export type PingNoticeChange =
  /** Notices by normalized ping ID. */
  | { readonly kind: 'add'; readonly notices: ReadonlyMap<string, readonly PingNotice[]> }
  | { readonly kind: 'dismiss'; readonly monitor: WarnedMonitor };

export interface PingNoticeStore {
  /** Adds notices to monitors by ping ID, or dismisses the notices of one monitor. Returns the changed monitors; ignores unknown IDs. */
  changePingNotices(change: PingNoticeChange): Promise<readonly WarnedMonitor[]>;
}
