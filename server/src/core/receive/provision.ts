import type { PingProject } from '@overdue/domain/access/project-key.ts';
import type { MonitorConfig } from '@overdue/domain/monitor/config.ts';
import type { MonitorCreation } from './dialect.ts';

/** Identity of a monitor that a ping has just created. */
export interface ProvisionedMonitor {
  readonly monitorID: number;
  readonly pingID: string;
}

/** Creates and configures monitors on behalf of pings, and records each change in the team's audit log. */
export interface MonitorProvisioner {
  /**
   * Creates a monitor. Returns null if another request has created a monitor with the slug in the meantime. Throws an AppError
   * if the team's allowance is used up or the settings are invalid.
   */
  create(project: PingProject, wanted: WantedMonitor): Promise<ProvisionedMonitor | null>;
  /** Whether this revision of a monitor is known to have these settings already. The ping then changes no settings. */
  isConfigured(
    monitor: { readonly monitorID: number; readonly revision: number },
    config: MonitorConfig,
  ): boolean;
  /** Changes a monitor's settings. Returns warnings about settings that were ignored. */
  configure(monitorID: number, change: MonitorConfigChange): Promise<readonly string[]>;
  /** Records the use of a project's key in the background, at most once a minute. */
  recordUse(project: PingProject): void;
}

export interface WantedMonitor extends MonitorCreation {
  readonly slug: string;
  readonly remoteAddress: string;
}

export interface MonitorConfigChange {
  readonly project: PingProject;
  readonly config: MonitorConfig;
  readonly remoteAddress: string;
}
