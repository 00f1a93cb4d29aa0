import type { PingNotice } from '../../domain/ping/ping-notice.ts';

export interface NoticedMonitor {
  readonly teamID: string;
  readonly monitorID: number;
}

/** Notices about the requests to ping URLs. */
export interface PingNoticeStore {
  /**
   * Adds notices to those that the monitors of these ping keys have. Unknown keys are left out.
   *
   * @returns the monitors that have changed
   */
  recordNotices(notices: ReadonlyMap<string, readonly PingNotice[]>): Promise<readonly NoticedMonitor[]>;
  /** Removes a monitor's notices. */
  dismissNotices(monitor: NoticedMonitor): Promise<void>;
}
