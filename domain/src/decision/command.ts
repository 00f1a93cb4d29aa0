import type { BlindWindow } from '../blind-window.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { MonitorRules } from '../monitor/rules.ts';
import type { Ping } from '../ping/event.ts';
import type { PastRunRecording } from './past-run.ts';

/** Commands that can change a monitor. `at` is the time of the change in epoch milliseconds. */
export type Command =
  | Ping
  | PastRunRecording
  | Continuation
  | CheckRecording
  | { readonly kind: 'deadline'; readonly at: number }
  | { readonly kind: 'blind_window'; readonly at: number; readonly window: BlindWindow }
  | { readonly kind: 'pause'; readonly at: number }
  | { readonly kind: 'resume'; readonly at: number }
  | {
      readonly kind: 'edit';
      readonly at: number;
      readonly rules: MonitorRules;
      /** Pauses or resumes the monitor after the edit, so that a resumed monitor uses its new schedule. */
      readonly paused?: boolean;
    };

/** The result of a check of a monitor's target. */
export interface CheckRecording {
  readonly kind: 'check';
  /** When the check ended. */
  readonly at: number;
  /** The occurrence for which the check was made. */
  readonly slot: number;
  /** Start of the first attempt. */
  readonly startedAt: number;
  readonly result: CheckResult;
}

/** Status of a job at another service. The imported monitor starts with this status. */
export interface Continuation {
  readonly kind: 'continue';
  readonly at: number;
  readonly lastPingAt: number;
  readonly isDown: boolean;
}
