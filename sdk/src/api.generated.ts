// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.

/** The answer to a request that was not done. Nothing was changed. */
export interface Error {
  readonly success: false;
  readonly data: {
    readonly error: {
      /** What went wrong, from this closed list. */
      readonly code: "bad_request" | "invalid_json" | "unauthorized" | "forbidden" | "allowance_used_up" | "not_found" | "method_not_allowed" | "conflict" | "too_large" | "unsupported_media_type" | "invalid" | "rate_limited" | "internal" | "unavailable";
      /** What went wrong and what to do about it, for people. */
      readonly message: string;
      /** With status 422 only: each field that is wrong. */
      readonly fields?: readonly ({
        /** The field, or the query parameter. */
        readonly path: string;
        readonly message: string;
      })[] | undefined;
    };
  };
}

export interface Monitor {
  /** Identifies the monitor in this API. */
  readonly shortID: string;
  /** Display name. */
  readonly name: string;
  /** A job that reports by pings, whatever the type of its schedule. */
  readonly kind: "cron";
  /** Null for a monitor of the kind `cron`. */
  readonly url: string | null;
  readonly status: Status;
  /** The project that it belongs to. */
  readonly projectShortID: string;
  /** What the job calls to report runs. Append `/start`, `/end` or `/fail`. It is a credential. */
  readonly pingURL: string;
  readonly schedule: Schedule;
  /** Failures in a row after which the monitor is down and an alert is raised. */
  readonly alertAfterFailures: number;
  /** When the last ping came, RFC 3339 in UTC; empty until the first. */
  readonly lastPingAt: string;
  /** When it was created. */
  readonly createdAt: string;
  /** Why it has its status and what comes next, in English. */
  readonly explanation: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Pings are recorded, nothing is awaited, no alert. */
  readonly paused: boolean;
  /** When the next run is expected; null when none is. */
  readonly nextExpectedAt: string | null;
  /** After this, the awaited run counts as missed; null when none is awaited. */
  readonly deadlineAt: string | null;
  /** Runs that have started and not ended. */
  readonly running: number;
  /** Failures in a row: failed, timed out or missed runs. */
  readonly failureStreak: number;
  /** Seconds that a run may stay open. The default is the larger of the grace and one hour. */
  readonly maxRunDuration: number;
  /** Successes in a row after which a monitor that is down is up again. */
  readonly recoverAfterSuccesses: number;
}

/** `new`: no ping yet. `up`: all well. `late`: expected, still within its grace. `failing`: failed, but fewer times in a row than `alertAfterFailures`. `down`: an incident is open. `paused`: nothing is awaited. */
export type Status = "new" | "up" | "late" | "failing" | "down" | "paused";

export interface Schedule {
  /** Which of `interval` and `cron` holds. */
  readonly type: "interval" | "cron";
  /** Seconds from one run to the next; 0 when the type is `cron`. */
  readonly interval: number;
  /** The cron expression; empty when the type is `interval`. */
  readonly cron: string;
  /** IANA name of the time zone that the expression is read in. */
  readonly timezone: string;
  /** Seconds that a report may come after it was expected. */
  readonly graceDuration: number;
  /** The schedule in English. */
  readonly summary: string;
}

export interface Usage {
  readonly monitors: {
    /** Monitors that the team has. */
    readonly used: number;
    /** Monitors that it may have. */
    readonly allowance: number;
    /** Monitors that it may still create. */
    readonly remaining: number;
  };
}

export interface MonitorInput {
  /** Display name. */
  readonly name: string;
  /** The project to put it into; the team's default one if left out. */
  readonly projectShortID?: string | undefined;
  /** The only kind there is. */
  readonly kind?: "cron" | undefined;
  readonly schedule?: ScheduleInput | undefined;
  /** Failures in a row after which the monitor is down and an alert is raised. */
  readonly alertAfterFailures?: number | undefined;
  /** Successes in a row after which a monitor that is down is up again. */
  readonly recoverAfterSuccesses?: number | undefined;
  /** Seconds that a run may stay open; null for the default, the larger of the grace and one hour. */
  readonly maxRunDuration?: number | null | undefined;
  /** At most 20, of at most 50 characters each. */
  readonly tags?: readonly string[] | undefined;
  readonly description?: string | undefined;
  /** Pings are recorded, nothing is awaited, no alert. */
  readonly paused?: boolean | undefined;
  /** Keeps the ping ID of a monitor that moves here from another service. It is a credential: leave it out to get one that can't be guessed. */
  readonly pingID?: string | undefined;
}

export interface ScheduleInput {
  /** By default the type whose field is given. */
  readonly type?: "interval" | "cron" | undefined;
  /** Seconds from one run to the next, 10 to 31622400. One day by default. */
  readonly interval?: number | undefined;
  /** Five fields as Debian's cron reads them, or six with seconds first; also `@daily` and its kin, `L`, `LW`, `5L`, `MON#2`. */
  readonly cron?: string | undefined;
  /** IANA name, UTC by default. */
  readonly timezone?: string | undefined;
  /** Seconds that a report may come late, 0 to 31622400. One hour by default. */
  readonly graceDuration?: number | undefined;
}

/** What is left out stays. */
export interface MonitorEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** The only kind there is. */
  readonly kind?: "cron" | undefined;
  /** Failures in a row after which the monitor is down and an alert is raised. */
  readonly alertAfterFailures?: number | undefined;
  /** Successes in a row after which a monitor that is down is up again. */
  readonly recoverAfterSuccesses?: number | undefined;
  /** Seconds that a run may stay open; null for the default, the larger of the grace and one hour. */
  readonly maxRunDuration?: number | null | undefined;
  /** At most 20, of at most 50 characters each. */
  readonly tags?: readonly string[] | undefined;
  readonly description?: string | undefined;
  /** Pings are recorded, nothing is awaited, no alert. */
  readonly paused?: boolean | undefined;
  /** The project to move it to. */
  readonly projectShortID?: string | undefined;
  readonly schedule?: ScheduleEdit | undefined;
}

/** What is left out stays. Giving the field of the other type changes the type. */
export interface ScheduleEdit {
  /** By default the type whose field is given. */
  readonly type?: "interval" | "cron" | undefined;
  /** Seconds from one run to the next, 10 to 31622400. One day by default. */
  readonly interval?: number | undefined;
  /** Five fields as Debian's cron reads them, or six with seconds first; also `@daily` and its kin, `L`, `LW`, `5L`, `MON#2`. */
  readonly cron?: string | undefined;
  /** IANA name, UTC by default. */
  readonly timezone?: string | undefined;
  /** Seconds that a report may come late, 0 to 31622400. One hour by default. */
  readonly graceDuration?: number | undefined;
}

/** A recorded ping. */
export interface Event {
  /** 1, 2, 3… per monitor, without a gap. */
  readonly number: number;
  /** What was called. */
  readonly type: "ping" | "start" | "fail" | "end" | "log";
  /** Seconds that the run took; 0 when nothing was measured, as with every start. */
  readonly duration: number;
  /** The `rid` that the job sent, else the ID that the service gave the run. */
  readonly runID: string;
  /** When it came. */
  readonly at: string;
  /** What of the ping was ignored, and why. */
  readonly warnings: readonly string[];
  readonly method: "GET" | "HEAD" | "POST";
  readonly userAgent: string;
  readonly remoteAddress: string;
  /** The job's exit status, where the path said it; else null. */
  readonly exitStatus: number | null;
  /** Bytes that are kept of the body; 0 when there was none or it is no longer kept. */
  readonly bodySize: number;
}

/** One execution of the job, or an expected one that did not happen. */
export interface Run {
  /** The `rid` that the job sent, else the ID that the service gave the run. */
  readonly runID: string;
  /** `running`: started, not ended. `succeeded` and `failed`: as the job said. `timed_out`: open for longer than `maxRunDuration`. `missed`: expected, no report by the deadline. `unknown`: the service itself could not see. */
  readonly state: "running" | "succeeded" | "failed" | "timed_out" | "missed" | "unknown";
  /** When the schedule expected it; null for a run outside the schedule. */
  readonly expectedAt: string | null;
  /** When its start was reported; null when it was not. */
  readonly startedAt: string | null;
  /** When its end was reported; null when it was not. */
  readonly endedAt: string | null;
  /** Seconds; null when nothing was measured. */
  readonly duration: number | null;
  /** Its report came after the deadline, or its end after the limit. */
  readonly late: boolean;
  /** The number of the event that started it. */
  readonly startEvent: number | null;
  /** The number of the event that ended it. */
  readonly endEvent: number | null;
}

/** A change of a monitor's status. */
export interface Transition {
  /** The status before. */
  readonly from: "new" | "up" | "failing" | "down" | "paused";
  /** The status after. `late` is never stored: it is read from the time. */
  readonly to: "new" | "up" | "failing" | "down" | "paused";
  /** When it changed. */
  readonly at: string;
  /** What changed it. */
  readonly reason: "reported" | "succeeded" | "failed" | "timed_out" | "missed" | "paused" | "resumed";
  /** The run that changed it; null when somebody paused or resumed. */
  readonly runID: string | null;
  /** The event that changed it; null when there was none, as with a missed run. */
  readonly eventNumber: number | null;
}

export interface SchedulePreviewInput {
  readonly schedule: ScheduleInput;
  /** Occurrences after this time, RFC 3339. Now by default. */
  readonly after?: string | undefined;
  /** How many. */
  readonly count?: number | undefined;
}

export interface Project {
  /** Identifies the project in this API. */
  readonly shortID: string;
  readonly name: string;
  /** New monitors go here when nothing else is said. It can't be deleted. */
  readonly isDefault: boolean;
  /** When it was created. */
  readonly createdAt: string;
  /** How many monitors are in it. */
  readonly monitors: number;
}

export interface ProjectInput {
  /** Display name. */
  readonly name: string;
}

export interface Token {
  /** Identifies the token in this API. */
  readonly id: string;
  readonly name: string;
  /** `read` looks; `write` also changes things. */
  readonly scope: "read" | "write";
  /** The first characters of the token, to tell it by. */
  readonly prefix: string;
  /** When it was created. */
  readonly createdAt: string;
  /** When it was last used, to the minute; null when never. */
  readonly lastUsedAt: string | null;
  /** When it stops working; null for never. */
  readonly expiresAt: string | null;
}

export interface CreatedToken {
  /** Identifies the token in this API. */
  readonly id: string;
  readonly name: string;
  /** `read` looks; `write` also changes things. */
  readonly scope: "read" | "write";
  /** The first characters of the token, to tell it by. */
  readonly prefix: string;
  /** When it was created. */
  readonly createdAt: string;
  /** When it was last used, to the minute; null when never. */
  readonly lastUsedAt: string | null;
  /** When it stops working; null for never. */
  readonly expiresAt: string | null;
  /** The token itself. It is shown here and never again. */
  readonly token: string;
}

export interface TokenInput {
  /** What it is for. */
  readonly name: string;
  /** `write` by default, or `read` where your role allows no more. */
  readonly scope?: "read" | "write" | undefined;
  /** When it is to stop working, RFC 3339, in the future. Never by default. */
  readonly expiresAt?: string | null | undefined;
}

export interface PingEvent {
  /** 1, 2, 3… per monitor, without a gap. */
  readonly number: number;
  /** What was called. */
  readonly type: "ping" | "start" | "fail" | "end" | "log";
  /** Seconds that the run took; 0 when nothing was measured, as with every start. */
  readonly duration: number;
  /** The `rid` that was sent, else the ID that the service gave the run: a start tells a `rid` to go on with. */
  readonly runID: string;
  /** What of the ping was ignored, and why. */
  readonly warnings: readonly string[];
}

/** What each operation takes. */
export interface Inputs {
  /** List monitors. All of the team's monitors, oldest first, with the team's usage. With `If-None-Match` the answer is 304 when nothing has changed. */
  readonly listMonitors: {
    readonly query?: {
      /** How many at most. All of them by default. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
      /** Only monitors of the project with this `shortID`. */
      readonly project?: string | undefined;
      /** Only monitors with one of these statuses, joined by commas: new, up, late, failing, down, paused. */
      readonly status?: string | undefined;
      /** Only monitors with this tag. */
      readonly tag?: string | undefined;
      /** Only monitors with this in their name, in any case. */
      readonly q?: string | undefined;
    } | undefined;
    readonly headers?: {
      /** The `ETag` of an earlier answer: answers 304 without a body when nothing has changed since. */
      readonly 'If-None-Match'?: string | undefined;
    } | undefined;
  };
  /** Create a monitor. Only `name` is required. Without a schedule, a run is expected every day, with an hour of grace. Nothing is awaited until the first ping. Fields that this API does not know are an error. */
  readonly createMonitor: {
    readonly body: MonitorInput;
  };
  /** Read a monitor. One monitor as it is now. */
  readonly readMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
  };
  /** Delete a monitor. Deletes the monitor with its whole history. Its ping URL answers 404 from then on. */
  readonly deleteMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
  };
  /** Change a monitor. What is left out stays, also within `schedule`. With a new schedule the next run is expected as from now; a change alone never makes a monitor go down. */
  readonly editMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly body: MonitorEdit;
  };
  /** Pause a monitor. Pings are still recorded, but nothing is awaited and there is no alert. Doing it twice changes nothing. Takes no body. */
  readonly pauseMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
  };
  /** Resume a monitor. Starts afresh, as if the last expected run had been met. Doing it twice changes nothing. Takes no body. */
  readonly resumeMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
  };
  /** List a monitor's events. Every ping is an event. Newest first. */
  readonly listEvents: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Read an event's body. What the job sent with the ping, byte by byte: the log of its run. */
  readonly readEventBody: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
      /** The event's `number`. */
      readonly number: number;
    };
  };
  /** List a monitor's runs. The ledger: one entry for each expected run, and one for each run outside the schedule. Newest first, in the order in which they came to be known. */
  readonly listRuns: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** List a monitor's transitions. Every change of status with its reason. Newest first. */
  readonly listTransitions: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Preview a schedule. When runs would be expected, without creating anything. For an interval, as if each run came when it is expected. */
  readonly previewSchedule: {
    readonly body: SchedulePreviewInput;
  };
  /** List projects. Oldest first. */
  readonly listProjects: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Create a project. Names need not differ. */
  readonly createProject: {
    readonly body: ProjectInput;
  };
  /** Read a project. One project. */
  readonly readProject: {
    readonly params: {
      /** The project's `shortID`. */
      readonly projectShortID: string;
    };
  };
  /** Rename a project. Its `shortID` stays. */
  readonly renameProject: {
    readonly params: {
      /** The project's `shortID`. */
      readonly projectShortID: string;
    };
    readonly body: ProjectInput;
  };
  /** Delete a project. Only a project without monitors can be deleted, and never the default one. */
  readonly deleteProject: {
    readonly params: {
      /** The project's `shortID`. */
      readonly projectShortID: string;
    };
  };
  /** List your tokens. Your tokens for this team, oldest first, without the secret part. */
  readonly listTokens: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Create a token. A token of yours for this team. It dies with your membership. A token with the scope `read` can't create any. */
  readonly createToken: {
    readonly body: TokenInput;
  };
  /** Revoke a token. It stops working at once. A token with the scope `read` can revoke itself alone. */
  readonly revokeToken: {
    readonly params: {
      /** The token's `id`. */
      readonly tokenID: string;
    };
  };
  /** Ping. Reports a run as a whole. A `rid` or `duration` that makes no sense is ignored with a warning: the ping counts. */
  readonly ping: {
    readonly params: {
      /** From the monitor's `pingURL`. */
      readonly pingID: string;
    };
    readonly query?: {
      /** Any ID of this run, 1 to 128 visible ASCII characters. Ties the end of a run to its start; without it, a closing ping pairs with whichever event came last, which measures wrongly when runs overlap. */
      readonly rid?: string | undefined;
      /** Seconds that the run took, measured by the job. Preferred over the service's own measurement. */
      readonly duration?: string | undefined;
    } | undefined;
  };
}

/** The `data` that each operation answers. */
export interface Answers {
  readonly listMonitors: {
    readonly monitors: readonly Monitor[];
    readonly usage: Usage;
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createMonitor: {
    readonly monitor: Monitor;
  };
  readonly readMonitor: {
    readonly monitor: Monitor;
  };
  readonly deleteMonitor: {
    readonly monitor: Monitor;
  };
  readonly editMonitor: {
    readonly monitor: Monitor;
  };
  readonly pauseMonitor: {
    readonly monitor: Monitor;
  };
  readonly resumeMonitor: {
    readonly monitor: Monitor;
  };
  readonly listEvents: {
    readonly events: readonly Event[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly readEventBody: string | Uint8Array;
  readonly listRuns: {
    readonly runs: readonly Run[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly listTransitions: {
    readonly transitions: readonly Transition[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly previewSchedule: {
    readonly occurrences: readonly string[];
    /** The schedule in English. */
    readonly summary: string;
  };
  readonly listProjects: {
    readonly projects: readonly Project[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createProject: {
    readonly project: Project;
  };
  readonly readProject: {
    readonly project: Project;
  };
  readonly renameProject: {
    readonly project: Project;
  };
  readonly deleteProject: {
    readonly project: Project;
  };
  readonly listTokens: {
    readonly tokens: readonly Token[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createToken: {
    readonly token: CreatedToken;
  };
  readonly revokeToken: {
    readonly token: {
      /** Identifies the token in this API. */
      readonly id: string;
    };
  };
  readonly ping: {
    readonly monitor: {
      /** As in the path. */
      readonly pingID: string;
      readonly status: Status;
    };
    readonly event: PingEvent;
  };
}

/** Where each operation is, and the fields of its `data`; none where the answer is not JSON. */
export const ROUTES = {
  listMonitors: { method: 'GET', path: '/v1/monitors/', answers: ['monitors', 'usage', 'nextCursor'] },
  createMonitor: { method: 'POST', path: '/v1/monitors/', answers: ['monitor'] },
  readMonitor: { method: 'GET', path: '/v1/monitors/{shortID}/', answers: ['monitor'] },
  deleteMonitor: { method: 'DELETE', path: '/v1/monitors/{shortID}/', answers: ['monitor'] },
  editMonitor: { method: 'PATCH', path: '/v1/monitors/{shortID}/', answers: ['monitor'] },
  pauseMonitor: { method: 'POST', path: '/v1/monitors/{shortID}/pause/', answers: ['monitor'] },
  resumeMonitor: { method: 'POST', path: '/v1/monitors/{shortID}/resume/', answers: ['monitor'] },
  listEvents: { method: 'GET', path: '/v1/monitors/{shortID}/events/', answers: ['events', 'nextCursor'] },
  readEventBody: { method: 'GET', path: '/v1/monitors/{shortID}/events/{number}/body/', answers: [] },
  listRuns: { method: 'GET', path: '/v1/monitors/{shortID}/runs/', answers: ['runs', 'nextCursor'] },
  listTransitions: { method: 'GET', path: '/v1/monitors/{shortID}/transitions/', answers: ['transitions', 'nextCursor'] },
  previewSchedule: { method: 'POST', path: '/v1/schedules/preview/', answers: ['occurrences', 'summary'] },
  listProjects: { method: 'GET', path: '/v1/projects/', answers: ['projects', 'nextCursor'] },
  createProject: { method: 'POST', path: '/v1/projects/', answers: ['project'] },
  readProject: { method: 'GET', path: '/v1/projects/{projectShortID}/', answers: ['project'] },
  renameProject: { method: 'PATCH', path: '/v1/projects/{projectShortID}/', answers: ['project'] },
  deleteProject: { method: 'DELETE', path: '/v1/projects/{projectShortID}/', answers: ['project'] },
  listTokens: { method: 'GET', path: '/v1/tokens/', answers: ['tokens', 'nextCursor'] },
  createToken: { method: 'POST', path: '/v1/tokens/', answers: ['token'] },
  revokeToken: { method: 'DELETE', path: '/v1/tokens/{tokenID}/', answers: ['token'] },
  ping: { method: 'GET', path: '/ping/{pingID}/', answers: ['monitor', 'event'] },
} as const;
