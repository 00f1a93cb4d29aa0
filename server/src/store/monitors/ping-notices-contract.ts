import type { PingNotice } from '../../domain/ping/ping-notice.ts';

export interface NoticedMonitor {
  readonly teamID: string;
  readonly monitorID: number;
}

export interface PingNoticeStore {
  /**
   * Adds notices to the monitors of these ping keys. Ignores unknown keys.
   *
   * @returns the changed monitors
   */
  recordNotices(notices: ReadonlyMap<string, readonly PingNotice[]>): Promise<readonly NoticedMonitor[]>;
  dismissNotices(monitor: NoticedMonitor): Promise<void>;
}
