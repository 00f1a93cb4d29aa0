// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.

/** The answer to a request that was not done. Nothing was changed. */
export interface Error {
  readonly success: false;
  readonly data: {
    readonly error: {
      /** What went wrong, from this closed list. */
      readonly code: "bad_request" | "invalid_json" | "unauthorized" | "forbidden" | "fresh_sign_in_required" | "two_factor_required" | "allowance_used_up" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "too_large" | "unsupported_media_type" | "invalid" | "rate_limited" | "internal" | "unavailable";
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

/** The answer to a request that expected another revision. Nothing was changed. */
export interface Stale {
  readonly success: false;
  /** Beside `error`, the current state of the resource, under the name that it has in other answers. */
  readonly data: {
    readonly error: {
      /** What went wrong, from this closed list. */
      readonly code: "bad_request" | "invalid_json" | "unauthorized" | "forbidden" | "fresh_sign_in_required" | "two_factor_required" | "allowance_used_up" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "too_large" | "unsupported_media_type" | "invalid" | "rate_limited" | "internal" | "unavailable";
      /** What went wrong and what to do about it, for people. */
      readonly message: string;
      /** With status 422 only: each field that is wrong. */
      readonly fields?: readonly ({
        /** The field, or the query parameter. */
        readonly path: string;
        readonly message: string;
      })[] | undefined;
    };
  } & Readonly<Record<string, unknown>>;
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
  /** The URL that the job calls to report runs. Append `/start`, `/end` or `/fail`. It is a credential, so it is empty for those who may only read. */
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
  /** When it went down; null while no incident is open. */
  readonly downSince: string | null;
  /** When a run last failed, timed out or was missed; null when none has since it was created or resumed. */
  readonly lastFailureAt: string | null;
  /** Seconds that a run may stay open. The default is the larger of the grace and one hour. */
  readonly maxRunDuration: number;
  /** Successes in a row after which a monitor that is down is up again. */
  readonly recoverAfterSuccesses: number;
  /** Who is told: channels by their `shortID`, at most 50. Null for those of the monitor's project. */
  readonly channels: readonly string[] | null;
  /** How much it matters: channels may want to hear of more than some severity alone. */
  readonly severity: "low" | "normal" | "high" | "critical";
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 for none. Null for what the monitor's project has. */
  readonly remindEvery: number | null;
  /** No alarm before this time; null when it is not muted. It is judged all the same. */
  readonly mutedUntil: string | null;
  /** The escalation policy by its `shortID`; empty for none. Null for that of the monitor's project. */
  readonly escalation: string | null;
  /** It is in a maintenance window now: judged, and nobody is told. */
  readonly maintenance: boolean;
  /** Requests to the ping URL that somebody should look at, at most one notice of each kind. A notice goes away when it is dismissed, or 30 days after its latest request. */
  readonly notices: readonly PingNotice[];
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
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

export interface PingNotice {
  /** `warning`: pings counted, but not all of them was understood. `unknown_call`: a path after the ping URL has no meaning, and nothing was recorded. */
  readonly kind: "warning" | "unknown_call";
  /** What was wrong with the latest request, in English. */
  readonly message: string;
  /** Number of such requests. */
  readonly count: number;
  /** Time of the first one. */
  readonly firstAt: string;
  /** Time of the latest one. */
  readonly lastAt: string;
  /** Sender of the latest one. */
  readonly remoteAddress: string;
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

export interface BulkResult {
  /** The monitor's. */
  readonly shortID: string;
  /** Whether it is now as was asked for. */
  readonly done: boolean;
  /** Why not; empty where it is done. */
  readonly message: string;
}

export interface BulkInput {
  /** The `shortID`s of 1 to 1000 monitors. */
  readonly monitors: readonly string[];
  readonly action: BulkAction;
}

export type BulkAction = {
  readonly type: "pause" | "resume";
} | {
  readonly type: "delete";
} | {
  readonly type: "mute";
  /** Nobody is told until then; null ends it. */
  readonly until: string | null;
} | {
  readonly type: "tag";
  /** Tags that each is to have. */
  readonly add?: readonly string[] | undefined;
  /** Tags that none is to have. */
  readonly remove?: readonly string[] | undefined;
} | {
  readonly type: "move";
  /** The project to move them to. */
  readonly projectShortID: string;
};

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
  /** Who is told: channels by their `shortID`, at most 50. Null for those of the monitor's project. */
  readonly channels?: readonly string[] | null | undefined;
  /** How much it matters: channels may want to hear of more than some severity alone. */
  readonly severity?: "low" | "normal" | "high" | "critical" | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 for none. Null for what the monitor's project has. */
  readonly remindEvery?: number | null | undefined;
  /** No alarm before this time; null when it is not muted. It is judged all the same. */
  readonly mutedUntil?: string | null | undefined;
  /** The escalation policy by its `shortID`; empty for none. Null for that of the monitor's project. */
  readonly escalation?: string | null | undefined;
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

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. */
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
  /** Who is told: channels by their `shortID`, at most 50. Null for those of the monitor's project. */
  readonly channels?: readonly string[] | null | undefined;
  /** How much it matters: channels may want to hear of more than some severity alone. */
  readonly severity?: "low" | "normal" | "high" | "critical" | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 for none. Null for what the monitor's project has. */
  readonly remindEvery?: number | null | undefined;
  /** No alarm before this time; null when it is not muted. It is judged all the same. */
  readonly mutedUntil?: string | null | undefined;
  /** The escalation policy by its `shortID`; empty for none. Null for that of the monitor's project. */
  readonly escalation?: string | null | undefined;
  /** Identifies the monitor in this API. */
  readonly shortID?: string | undefined;
  /** Null for a monitor of the kind `cron`. */
  readonly url?: string | null | undefined;
  /** The URL that the job calls to report runs. Append `/start`, `/end` or `/fail`. It is a credential, so it is empty for those who may only read. */
  readonly pingURL?: string | undefined;
  /** When it was created. */
  readonly createdAt?: string | undefined;
  /** `new`: no ping yet. `up`: all well. `late`: expected, still within its grace. `failing`: failed, but fewer times in a row than `alertAfterFailures`. `down`: an incident is open. `paused`: nothing is awaited. */
  readonly status?: "new" | "up" | "late" | "failing" | "down" | "paused" | undefined;
  /** Why it has its status and what comes next, in English. */
  readonly explanation?: string | undefined;
  /** When the last ping came, RFC 3339 in UTC; empty until the first. */
  readonly lastPingAt?: string | undefined;
  /** When the next run is expected; null when none is. */
  readonly nextExpectedAt?: string | null | undefined;
  /** After this, the awaited run counts as missed; null when none is awaited. */
  readonly deadlineAt?: string | null | undefined;
  /** Runs that have started and not ended. */
  readonly running?: number | undefined;
  /** Failures in a row: failed, timed out or missed runs. */
  readonly failureStreak?: number | undefined;
  /** When it went down; null while no incident is open. */
  readonly downSince?: string | null | undefined;
  /** When a run last failed, timed out or was missed; null when none has since it was created or resumed. */
  readonly lastFailureAt?: string | null | undefined;
  /** It is in a maintenance window now: judged, and nobody is told. */
  readonly maintenance?: boolean | undefined;
  /** Requests to the ping URL that somebody should look at, at most one notice of each kind. A notice goes away when it is dismissed, or 30 days after its latest request. */
  readonly notices?: readonly PingNotice[] | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
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
  /** The schedule in English. */
  readonly summary?: string | undefined;
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
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
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

export interface MonitorRuns {
  /** The monitor's. */
  readonly shortID: string;
  /** There are more runs in this time than the answer has: the oldest are left out. */
  readonly truncated: boolean;
  /** Newest first. */
  readonly runs: readonly Run[];
}

export interface Statistics {
  /** From when on runs count. */
  readonly from: string;
  /** Until when. */
  readonly to: string;
  /** There are more runs in this time than the answer has: the oldest are left out. */
  readonly truncated: boolean;
  /** All that began in this time, missed ones included. */
  readonly runs: number;
  /** Open. */
  readonly running: number;
  /** Ended well. */
  readonly succeeded: number;
  /** Failed, as the job said. */
  readonly failed: number;
  /** Open for longer than their limit. */
  readonly timedOut: number;
  /** Expected, without a report. */
  readonly missed: number;
  /** The service itself could not see. */
  readonly unknown: number;
  /** The share that ended well of those that ended well or badly, 0 to 1; null when there are none. */
  readonly successRate: number | null;
  /** The median of what runs took, in seconds; null when nothing was measured. */
  readonly durationP50: number | null;
  /** 95 % of runs took no longer. */
  readonly durationP95: number | null;
  /** The longest. */
  readonly durationMax: number | null;
  /** The median of how much later than expected runs started, in seconds. */
  readonly startLagP50: number | null;
  /** 95 % of runs started no later than this after they were expected. */
  readonly startLagP95: number | null;
  /** The time in equal parts, oldest first. */
  readonly buckets: readonly StatisticsBucket[];
}

export interface StatisticsBucket {
  /** When it begins. */
  readonly at: string;
  /** Runs that began in it. */
  readonly runs: number;
  /** Failed or timed out. */
  readonly failed: number;
  /** Missed. */
  readonly missed: number;
  /** The median of what runs took, in seconds; null when nothing was measured. */
  readonly durationP50: number | null;
  /** 95 % of runs took no longer. */
  readonly durationP95: number | null;
  /** The longest. */
  readonly durationMax: number | null;
}

/** A change of a monitor's status. */
export interface Transition {
  /** Identifies the transition in this API. */
  readonly id: number;
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

export interface PreviewDetail {
  /** The occurrence. */
  readonly at: string;
  /** What the clock shows then in the schedule's time zone. */
  readonly local: string;
  /** That clock minus UTC. */
  readonly offset: string;
  /** Whether the clocks there are changed between the occurrence before and this one: forward or back; empty when they are not. Where occurrences are more than a day apart, only a change on that day counts. */
  readonly note: "" | "clocks_forward" | "clocks_back";
}

export interface SchedulePreviewInput {
  readonly schedule: ScheduleInput;
  /** Occurrences after this time, RFC 3339. Now by default. */
  readonly after?: string | undefined;
  /** How many. */
  readonly count?: number | undefined;
}

export interface Crontab {
  /** The expression, as a schedule takes it. */
  readonly cron: string;
  /** Of CRON_TZ; null when nothing is said of a zone, so that the times are those of the machine. */
  readonly timezone: string | null;
  /** What cron runs; empty when there is none. */
  readonly command: string;
  /** A name for the monitor, of a comment or the command; empty when neither tells. */
  readonly name: string;
  /** What was left out or guessed, in sentences. */
  readonly warnings: readonly string[];
}

export interface CrontabInput {
  /** A line as it stands in a crontab, in /etc/crontab or in /etc/cron.d. Comments and settings such as CRON_TZ may stand above it. */
  readonly line: string;
}

/** The time from a monitor going down to its recovery. */
export interface Incident {
  /** Identifies the incident in this API. */
  readonly incidentID: string;
  readonly monitor: {
    readonly shortID: string;
    readonly name: string;
    readonly projectShortID: string;
  };
  /** What brought the monitor down. */
  readonly reason: "failed" | "timed_out" | "missed";
  /** When the monitor went down. */
  readonly openedAt: string;
  /** When it ended; null while it is open. */
  readonly closedAt: string | null;
  /** Why it ended: the monitor recovered, or somebody paused it. Null while it is open. */
  readonly closedBy: "recovered" | "paused" | "deleted" | null;
  /** Seconds; so far, while it is open. */
  readonly duration: number;
  /** The run that brought the monitor down; null when it is no longer kept. */
  readonly runID: string | null;
  /** When somebody took it on; null when nobody has. */
  readonly acknowledgedAt: string | null;
  /** Who that was: the name, or else the email. */
  readonly acknowledgedBy: string | null;
  /** What that member wrote; null when nothing. */
  readonly note: string | null;
}

export interface IncidentWithFailures {
  /** Identifies the incident in this API. */
  readonly incidentID: string;
  readonly monitor: {
    readonly shortID: string;
    readonly name: string;
    readonly projectShortID: string;
  };
  /** What brought the monitor down. */
  readonly reason: "failed" | "timed_out" | "missed";
  /** When the monitor went down. */
  readonly openedAt: string;
  /** When it ended; null while it is open. */
  readonly closedAt: string | null;
  /** Why it ended: the monitor recovered, or somebody paused it. Null while it is open. */
  readonly closedBy: "recovered" | "paused" | "deleted" | null;
  /** Seconds; so far, while it is open. */
  readonly duration: number;
  /** The run that brought the monitor down; null when it is no longer kept. */
  readonly runID: string | null;
  /** When somebody took it on; null when nobody has. */
  readonly acknowledgedAt: string | null;
  /** Who that was: the name, or else the email. */
  readonly acknowledgedBy: string | null;
  /** What that member wrote; null when nothing. */
  readonly note: string | null;
  /** The runs that failed in its time, oldest first, at most 100. */
  readonly failures: readonly Run[];
  /** What people wrote to it, oldest first. */
  readonly notes: readonly IncidentNote[];
  /** The team's other incidents that opened at most five minutes before or after it, newest first, at most 100. */
  readonly related: readonly Incident[];
}

export interface IncidentNote {
  readonly noteID: string;
  /** When it was written. */
  readonly at: string;
  /** Who wrote it: the name, or else the email. */
  readonly author: string;
  readonly text: string;
}

export interface Acknowledgement {
  /** For the others, at most 1000 characters. */
  readonly note?: string | undefined;
}

export interface IncidentNoteInput {
  /** At most 5000 characters. */
  readonly text: string;
}

export interface ChannelType {
  /** A channel's `type`. */
  readonly type: string;
  /** Its name for people. */
  readonly title: string;
  /** Whether the receiver keeps track of incidents: then each monitor's alarm and recovery go there one by one. */
  readonly tracksIncidents: boolean;
  /** JSON Schema of its `settings`. Fields with `writeOnly` are secrets. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A place that alerts are sent to. */
export interface Channel {
  /** Identifies the channel in this API. */
  readonly shortID: string;
  /** One of the types of channels. */
  readonly type: string;
  /** Display name. */
  readonly name: string;
  /** What the type needs. Secrets are masked. Empty for a `viewer`, who may not see where alerts go. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether it is told of monitors for which neither they nor their project name channels. */
  readonly isDefault: boolean;
  readonly wants: readonly ("down" | "recovered" | "reminder" | "failing" | "blind_window" | "report_weekly" | "report_monthly")[];
  readonly tags: readonly string[];
  /** Only monitors of at least this severity. */
  readonly minSeverity: "low" | "normal" | "high" | "critical";
  /** Of a `group`: its members. */
  readonly channels: readonly string[];
  /** Why nothing is sent there; null when it works. */
  readonly disabled: string | null;
  /** When it was created. */
  readonly createdAt: string;
  /** When it was switched off; null when it works. */
  readonly disabledAt: string | null;
  /** When a message last arrived; null when none ever did. */
  readonly lastSentAt: string | null;
  /** The last attempt, if it did not work; null after one that did. */
  readonly lastError: {
    /** When it was tried. */
    readonly at: string;
    /** What the receiver answered. */
    readonly answer: string;
  } | null;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

export interface ChannelInput {
  /** One of the types of channels. It stays. */
  readonly type: string;
  /** Display name. */
  readonly name: string;
  /** What the type needs, by the schema of GET /v1/channel-types/. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Whether it is told of monitors for which neither they nor their project name channels. */
  readonly isDefault?: boolean | undefined;
  /** What it is told. `failing`: a failure that is not enough for an incident. `blind_window`: the service itself saw nothing for a time. Escalations and notices of a broken channel come to whom they are meant for, wanted or not. */
  readonly wants?: readonly ("down" | "recovered" | "reminder" | "failing" | "blind_window" | "report_weekly" | "report_monthly")[] | undefined;
  /** Only monitors with one of these tags; none means all. */
  readonly tags?: readonly string[] | undefined;
  /** Only monitors of at least this severity. */
  readonly minSeverity?: "low" | "normal" | "high" | "critical" | undefined;
  /** Of a `group`: the channels that it stands for, by `shortID`, at most 20 and no groups. */
  readonly channels?: readonly string[] | undefined;
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. */
export interface ChannelEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** What is left out stays, and so does a secret that comes back masked. null removes an optional field. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Whether it is told of monitors for which neither they nor their project name channels. */
  readonly isDefault?: boolean | undefined;
  /** What it is told. `failing`: a failure that is not enough for an incident. `blind_window`: the service itself saw nothing for a time. Escalations and notices of a broken channel come to whom they are meant for, wanted or not. */
  readonly wants?: readonly ("down" | "recovered" | "reminder" | "failing" | "blind_window" | "report_weekly" | "report_monthly")[] | undefined;
  /** Only monitors with one of these tags; none means all. */
  readonly tags?: readonly string[] | undefined;
  /** Only monitors of at least this severity. */
  readonly minSeverity?: "low" | "normal" | "high" | "critical" | undefined;
  /** Of a `group`: the channels that it stands for, by `shortID`, at most 20 and no groups. */
  readonly channels?: readonly string[] | undefined;
  /** Why it is switched off; null switches it on again. */
  readonly disabled?: string | null | undefined;
  /** Identifies the channel in this API. */
  readonly shortID?: string | undefined;
  /** One of the types of channels. */
  readonly type?: string | undefined;
  /** When it was created. */
  readonly createdAt?: string | undefined;
  /** When it was switched off; null when it works. */
  readonly disabledAt?: string | null | undefined;
  /** When a message last arrived; null when none ever did. */
  readonly lastSentAt?: string | null | undefined;
  /** The last attempt, if it did not work; null after one that did. */
  readonly lastError?: {
    /** When it was tried. */
    readonly at: string;
    /** What the receiver answered. */
    readonly answer: string;
  } | null | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
}

export interface TestAttempt {
  /** `sent`: it arrived. `failed`: it may work later. `refused`: the receiver will never take this message. `gone`: it will never take any. */
  readonly outcome: "sent" | "failed" | "refused" | "gone";
  /** The receiver's status code; null when it gave none. */
  readonly status: number | null;
  /** What the receiver answered, or what went wrong. */
  readonly answer: string;
  /** Seconds that it took. */
  readonly latency: number;
}

/** One message to one channel, or to one member by mail. */
export interface Delivery {
  /** Identifies the delivery. Receivers get it with each attempt, to know what they have already. */
  readonly key: string;
  /** `waiting` for its next attempt. `sent`. `failed`: given up. `merged`: another message says it as well. */
  readonly state: "waiting" | "sent" | "failed" | "merged";
  /** `several` is one message about many monitors. */
  readonly kind: "down" | "recovered" | "failing" | "reminder" | "escalation" | "blind_window" | "channel_disabled" | "report" | "several" | "test";
  readonly title: string;
  /** Paragraphs. */
  readonly text: readonly string[];
  /** Where it goes. */
  readonly channel: {
    /** Empty when it is mailed straight to an owner or admin, since no channel took it. */
    readonly shortID: string;
    /** What it is called; the address, when it is mailed straight to somebody. */
    readonly name: string;
    readonly type: string;
  };
  /** When it was written. */
  readonly createdAt: string;
  /** When it is tried next; null unless it waits. */
  readonly nextAttemptAt: string | null;
  /** When it is given up, if it has not arrived by then. */
  readonly expiresAt: string;
  /** When it stopped waiting; null while it waits. */
  readonly doneAt: string | null;
  /** How often it was tried. */
  readonly attempts: number;
  /** The `key` of the delivery that says it, of a `merged` one. */
  readonly mergedInto: string | null;
}

export interface Attempt {
  /** When it was made. */
  readonly at: string;
  /** `sent`: it arrived. `failed`: it may work later. `refused`: the receiver will never take this message. `gone`: it will never take any. */
  readonly outcome: "sent" | "failed" | "refused" | "gone";
  /** The receiver's status code; null when it gave none. */
  readonly status: number | null;
  /** What the receiver answered, or what went wrong. */
  readonly answer: string;
  /** Seconds that it took. */
  readonly latency: number;
  /** When it is tried again; null when it is not. */
  readonly nextAt: string | null;
}

/** Who was told of a change of status, who was not, and why. */
export interface TransitionAlerts {
  /** `due`: it will be looked at in a moment. `held`: it is put off. `planned`: it is decided who is told. */
  readonly state: "due" | "held" | "planned";
  /** Why it is held; null otherwise. */
  readonly why: string | null;
  /** When it is looked at again; null unless it is held. */
  readonly lookAgainAt: string | null;
  /** Each channel that was told, and each that was not. */
  readonly told: readonly Told[];
}

export interface Told {
  /** The channel's `shortID`; empty when the reason holds for all. */
  readonly channel: string;
  /** What it was called then. */
  readonly name: string;
  /** The `key` of the delivery; null when nothing is sent. */
  readonly delivery: string | null;
  /** Why it was told, or was not. */
  readonly reason: string;
}

/** A time in which monitors are judged as always and nobody is told. For all of the team when `monitors`, `tags` and `projects` are empty. */
export interface MaintenanceWindow {
  /** Identifies the window in this API. */
  readonly shortID: string;
  readonly name: string;
  /** Monitors that it is for, by `shortID`. */
  readonly monitors: readonly string[];
  /** It is for monitors with one of these tags. */
  readonly tags: readonly string[];
  /** It is for the monitors of these projects, by `shortID`. */
  readonly projects: readonly string[];
  /** When it begins; null for one that comes back. */
  readonly startsAt: string | null;
  /** When it ends; null for one that comes back. */
  readonly endsAt: string | null;
  /** When it begins, each time; null for one that comes once. */
  readonly cron: string | null;
  /** The zone that the expression is read in; null for one that comes once. */
  readonly timezone: string | null;
  /** Seconds from each beginning on; null for one that comes once. */
  readonly duration: number | null;
  /** It holds now. */
  readonly active: boolean;
  /** When it begins next; null when it never will again. */
  readonly nextStartsAt: string | null;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

/** Either `startsAt` and `endsAt`, or `cron` and `duration`. Without monitors, tags and projects it is for all of the team. */
export interface MaintenanceInput {
  /** Display name. */
  readonly name: string;
  /** Monitors that it is for, by `shortID`, at most 500. */
  readonly monitors?: readonly string[] | undefined;
  /** It is for monitors with one of these tags, at most 100. */
  readonly tags?: readonly string[] | undefined;
  /** It is for the monitors of these projects, by `shortID`, at most 100. */
  readonly projects?: readonly string[] | undefined;
  /** When it begins, RFC 3339, for a window that comes once. */
  readonly startsAt?: string | null | undefined;
  /** When it ends. */
  readonly endsAt?: string | null | undefined;
  /** When it begins, for one that comes back: an expression as schedules have it. */
  readonly cron?: string | null | undefined;
  /** IANA name of the zone that the expression is read in, UTC by default. */
  readonly timezone?: string | null | undefined;
  /** Seconds from each beginning on, 60 to 2592000 (30 days), for one that comes back. */
  readonly duration?: number | null | undefined;
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. Giving the times of the other kind changes the kind. */
export interface MaintenanceEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** Monitors that it is for, by `shortID`, at most 500. */
  readonly monitors?: readonly string[] | undefined;
  /** It is for monitors with one of these tags, at most 100. */
  readonly tags?: readonly string[] | undefined;
  /** It is for the monitors of these projects, by `shortID`, at most 100. */
  readonly projects?: readonly string[] | undefined;
  /** When it begins, RFC 3339, for a window that comes once. */
  readonly startsAt?: string | null | undefined;
  /** When it ends. */
  readonly endsAt?: string | null | undefined;
  /** When it begins, for one that comes back: an expression as schedules have it. */
  readonly cron?: string | null | undefined;
  /** IANA name of the zone that the expression is read in, UTC by default. */
  readonly timezone?: string | null | undefined;
  /** Seconds from each beginning on, 60 to 2592000 (30 days), for one that comes back. */
  readonly duration?: number | null | undefined;
  /** Identifies the window in this API. */
  readonly shortID?: string | undefined;
  /** It holds now. */
  readonly active?: boolean | undefined;
  /** When it begins next; null when it never will again. */
  readonly nextStartsAt?: string | null | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
}

/** Who is told while nobody has acknowledged an incident. */
export interface Escalation {
  /** Identifies the policy in this API. */
  readonly shortID: string;
  readonly name: string;
  /** In order. */
  readonly steps: readonly ({
    /** Seconds from the incident's opening. */
    readonly after: number;
    /** Channels that are told then, by their `shortID`, whatever they want otherwise. Empty only after the last channel was deleted: such a step tells nobody. */
    readonly channels: readonly string[];
  })[];
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

export interface EscalationInput {
  /** Display name. */
  readonly name: string;
  /** 1 to 10, each later than the one before. */
  readonly steps: readonly ({
    /** Seconds from the incident's opening. */
    readonly after: number;
    /** Channels that are told then, by their `shortID`, whatever they want otherwise. Empty only after the last channel was deleted: such a step tells nobody. */
    readonly channels: readonly string[];
  })[];
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. */
export interface EscalationEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** 1 to 10, each later than the one before. */
  readonly steps?: readonly ({
    /** Seconds from the incident's opening. */
    readonly after: number;
    /** Channels that are told then, by their `shortID`, whatever they want otherwise. Empty only after the last channel was deleted: such a step tells nobody. */
    readonly channels: readonly string[];
  })[] | undefined;
  /** Identifies the policy in this API. */
  readonly shortID?: string | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
}

/** What of some monitors is shown to others, who need no account. */
export interface Share {
  /** Identifies the share in this API. */
  readonly shareID: string;
  /** What others are shown. */
  readonly kind: "badge" | "status_page" | "calendar";
  readonly title: string;
  readonly scope: ShareScope;
  /** Where it is, for whoever has this address. A badge and a status page also come as JSON: with `.json` in the place of `.svg`, or at the end. */
  readonly url: string;
  readonly options: ShareOptions;
  /** When it was created. */
  readonly createdAt: string;
  /** Who created it: the name, or else the email. */
  readonly createdBy: string;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

/** Which monitors it is about: all of the team, those of a project, those with a tag, or one. */
export type ShareScope = {
  readonly kind: "team";
} | {
  readonly kind: "project";
  /** The project's `shortID`. */
  readonly projectShortID: string;
} | {
  readonly kind: "tag";
  /** Monitors with this tag. */
  readonly tag: string;
} | {
  readonly kind: "monitor";
  /** The monitor's `shortID`. */
  readonly shortID: string;
};

export interface ShareOptions {
  readonly description: string;
  readonly timezone: string;
  readonly indexed: boolean;
  readonly style: "flat" | "flat-square";
}

export interface ShareInput {
  /** What others are shown. */
  readonly kind: "badge" | "status_page" | "calendar";
  /** What others read: the left half of a badge, the heading of a page, the name of a calendar. */
  readonly title: string;
  readonly scope: ShareScope;
  /** A status page: the last part of its address. Whoever guesses it can read the page; without it, nobody can guess the address. */
  readonly slug?: string | undefined;
  readonly options?: ShareOptionsInput | undefined;
}

export interface ShareOptionsInput {
  /** A status page: stands under its title. At most 1000 characters. */
  readonly description?: string | undefined;
  /** A status page: the IANA name of the zone in which it tells times, UTC by default. */
  readonly timezone?: string | undefined;
  /** A status page: whether search engines may list it. By default they may not. */
  readonly indexed?: boolean | undefined;
  /** A badge: with round corners or without. */
  readonly style?: "flat" | "flat-square" | undefined;
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. This also holds within `options`. */
export interface ShareEdit {
  /** What others read: the left half of a badge, the heading of a page, the name of a calendar. */
  readonly title?: string | undefined;
  readonly options?: ShareOptionsInput | undefined;
  /** Identifies the share in this API. */
  readonly shareID?: string | undefined;
  /** What others are shown. */
  readonly kind?: "badge" | "status_page" | "calendar" | undefined;
  /** Which monitors it is about: all of the team, those of a project, those with a tag, or one. */
  readonly scope?: {
    readonly kind: "team";
  } | {
    readonly kind: "project";
    /** The project's `shortID`. */
    readonly projectShortID: string;
  } | {
    readonly kind: "tag";
    /** Monitors with this tag. */
    readonly tag: string;
  } | {
    readonly kind: "monitor";
    /** The monitor's `shortID`. */
    readonly shortID: string;
  } | undefined;
  /** Where it is, for whoever has this address. A badge and a status page also come as JSON: with `.json` in the place of `.svg`, or at the end. */
  readonly url?: string | undefined;
  /** When it was created. */
  readonly createdAt?: string | undefined;
  /** Who created it: the name, or else the email. */
  readonly createdBy?: string | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
}

export interface Team {
  readonly name: string;
  readonly alerting: TeamAlerting;
  /** Whether members need a second factor. Without one, they and their tokens get 403 `two_factor_required` for all of this team. */
  readonly requireTwoFactor: boolean;
  /** Days for which tokens work at most, also those that there are already; null for any time. */
  readonly tokenDaysMax: number | null;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

/** How noise is kept down. */
export interface TeamAlerting {
  /** More alarms than this to one channel within `gatherWithin` become one message that lists them; 0 never does. */
  readonly gatherAbove: number;
  /** Seconds, 10 to 3600. */
  readonly gatherWithin: number;
  /** A monitor that went down or came back more often than this within `flapWithin` is flapping; 0 never is. */
  readonly flapAbove: number;
  /** Seconds, 60 to 604800. */
  readonly flapWithin: number;
  /** Seconds for which a flapping monitor must keep its status before it is told of, 60 to 86400. */
  readonly flapQuiet: number;
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. This also holds within `alerting`. */
export interface TeamEdit {
  /** Takes an owner or admin. */
  readonly name?: string | undefined;
  readonly alerting?: TeamAlertingEdit | undefined;
  /** Whether members need a second factor. Without one, they and their tokens get 403 `two_factor_required` for all of this team. */
  readonly requireTwoFactor?: boolean | undefined;
  /** Days for which tokens work at most, also those that there are already; null for any time. */
  readonly tokenDaysMax?: number | null | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
}

export interface TeamAlertingEdit {
  /** More alarms than this to one channel within `gatherWithin` become one message that lists them; 0 never does. */
  readonly gatherAbove?: number | undefined;
  /** Seconds, 10 to 3600. */
  readonly gatherWithin?: number | undefined;
  /** A monitor that went down or came back more often than this within `flapWithin` is flapping; 0 never is. */
  readonly flapAbove?: number | undefined;
  /** Seconds, 60 to 604800. */
  readonly flapWithin?: number | undefined;
  /** Seconds for which a flapping monitor must keep its status before it is told of, 60 to 86400. */
  readonly flapQuiet?: number | undefined;
}

export interface TeamUsage {
  readonly monitors: {
    /** Monitors that the team has. */
    readonly used: number;
    /** Monitors that it may have. */
    readonly allowance: number;
    /** Monitors that it may still create. */
    readonly remaining: number;
  };
  readonly channels: {
    /** Channels that the team has. */
    readonly used: number;
    /** Channels that it may have. */
    readonly allowance: number;
    /** Channels that it may still create. */
    readonly remaining: number;
  };
  /** Who belongs to the team. */
  readonly members: number;
  /** Its projects. */
  readonly projects: number;
}

/** `viewer` looks. `member` also changes monitors and all that belongs to them. `admin` also sees to who belongs to the team. `owner` also sees to who owns it. */
export type Role = "owner" | "admin" | "member" | "viewer";

export interface TeamInput {
  readonly name: string;
}

export interface Member {
  readonly memberID: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Since when they have belonged to the team. */
  readonly joinedAt: string;
  /** Whether the member has a second factor: a code, a passkey, or an identity provider. Null for readers who do not administer the team. */
  readonly hasTwoFactor: boolean | null;
  /** Whether it is you who asks. */
  readonly isYou: boolean;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

export interface TeamTransfer {
  /** Who is to own the team: the `memberID` of a member. */
  readonly memberID: string;
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. */
export interface MemberEdit {
  readonly role: Role;
  readonly memberID?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Since when they have belonged to the team. */
  readonly joinedAt?: string | undefined;
  /** Whether it is you who asks. */
  readonly isYou?: boolean | undefined;
  /** Whether the member has a second factor: a code, a passkey, or an identity provider. Null for readers who do not administer the team. */
  readonly hasTwoFactor?: boolean | null | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
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
  /** When it stops working, by its own expiry or by the rule of the team; null for never. */
  readonly expiresAt: string | null;
  /** The `shortID`s of the projects that it is limited to; empty for the whole team. */
  readonly projects: readonly string[];
}

export interface OpenInvitation {
  /** The name of the team. */
  readonly team: string;
  /** What they will be. Owners are made by owners, of members. */
  readonly role: "admin" | "member" | "viewer";
  /** Who alone may accept it; null for whoever has the link. */
  readonly email: string | null;
  /** The name of who made it. */
  readonly invitedBy: string;
  /** Until when it can be accepted. */
  readonly expiresAt: string;
}

export interface InvitationToken {
  /** What stands in the link after `/invite/`. */
  readonly token: string;
}

export interface InvitationAcceptance {
  /** What stands in the link after `/invite/`. */
  readonly token: string;
  /** For a new account: what you are called. */
  readonly name?: string | undefined;
  /** For a new account, where the invitation names no address. */
  readonly email?: string | undefined;
  /** For a new account. */
  readonly password?: string | undefined;
}

export interface Invitation {
  readonly invitationID: string;
  /** Whom it is for; null for whoever has the link. */
  readonly email: string | null;
  /** What they will be. Owners are made by owners, of members. */
  readonly role: "admin" | "member" | "viewer";
  /** When it was made. */
  readonly createdAt: string;
  /** Until when it can be accepted. */
  readonly expiresAt: string;
  /** The name of who made it. */
  readonly invitedBy: string;
}

export interface CreatedInvitation {
  readonly invitationID: string;
  /** Whom it is for; null for whoever has the link. */
  readonly email: string | null;
  /** What they will be. Owners are made by owners, of members. */
  readonly role: "admin" | "member" | "viewer";
  /** When it was made. */
  readonly createdAt: string;
  /** Until when it can be accepted. */
  readonly expiresAt: string;
  /** The name of who made it. */
  readonly invitedBy: string;
  /** The link. It is shown here and never again. */
  readonly url: string;
  /** Whether it was sent by mail; else hand on the link yourself. */
  readonly mailed: boolean;
}

export interface InvitationInput {
  /** Who alone may accept it. Without one, whoever has the link may. */
  readonly email?: string | null | undefined;
  /** What they will be. Owners are made by owners, of members. */
  readonly role: "admin" | "member" | "viewer";
  /** 1 to 30; 7 by default. */
  readonly expiresInDays?: number | undefined;
}

export interface AuditEntry {
  readonly entryID: number;
  /** When it was done. */
  readonly at: string;
  readonly actor: {
    /** `session`: a person in a browser. `token`: an API token. `system`: the command line of the server. `visitor`: nobody who was known. */
    readonly kind: "session" | "token" | "system" | "visitor";
    readonly name: string;
    readonly email: string;
    /** The name of the token that was used; null without one. */
    readonly token: string | null;
  };
  /** What was done. */
  readonly action: string;
  /** What it was done to; null where there is no one thing. */
  readonly target: {
    readonly kind: string;
    readonly id: string;
    /** As it was called then. */
    readonly name: string;
  } | null;
  /** What else is to be said of it; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Where it came from; empty on the command line. */
  readonly remoteAddress: string;
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
  /** Who is told of its monitors, unless they have channels of their own: at most 50, by `shortID`. Null for the team's default channels. */
  readonly channels: readonly string[] | null;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 for none. */
  readonly remindEvery: number;
  /** The escalation policy by its `shortID`; empty for none. */
  readonly escalation: string;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

export interface ProjectInput {
  /** Display name. */
  readonly name: string;
  /** Who is told of its monitors, unless they have channels of their own: at most 50, by `shortID`. Null for the team's default channels. */
  readonly channels?: readonly string[] | null | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 for none. */
  readonly remindEvery?: number | undefined;
  /** The escalation policy by its `shortID`; empty for none. */
  readonly escalation?: string | undefined;
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. */
export interface ProjectEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** Who is told of its monitors, unless they have channels of their own: at most 50, by `shortID`. Null for the team's default channels. */
  readonly channels?: readonly string[] | null | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 for none. */
  readonly remindEvery?: number | undefined;
  /** The escalation policy by its `shortID`; empty for none. */
  readonly escalation?: string | undefined;
  /** Identifies the project in this API. */
  readonly shortID?: string | undefined;
  /** New monitors go here when nothing else is said. It can't be deleted. */
  readonly isDefault?: boolean | undefined;
  /** When it was created. */
  readonly createdAt?: string | undefined;
  /** How many monitors are in it. */
  readonly monitors?: number | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
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
  /** When it stops working, by its own expiry or by the rule of the team; null for never. */
  readonly expiresAt: string | null;
  /** The `shortID`s of the projects that it is limited to; empty for the whole team. */
  readonly projects: readonly string[];
  /** The token itself. It is shown here and never again. */
  readonly token: string;
}

export interface TokenInput {
  /** What it is for. */
  readonly name: string;
  /** `write` by default, or `read` where your role allows no more. */
  readonly scope?: "read" | "write" | undefined;
  /** When it is to stop working, RFC 3339, in the future. Never by default, or as late as the team allows. */
  readonly expiresAt?: string | null | undefined;
  /** The `shortID`s of up to 100 projects. The token then sees and changes only these and their monitors, and nothing that belongs to the whole team. Empty for the whole team. */
  readonly projects?: readonly string[] | undefined;
}

export interface Account {
  readonly email: string;
  readonly name: string;
  /** False for who signs in by an identity provider or a passkey alone. */
  readonly hasPassword: boolean;
  /** Whether a code is asked for, too. */
  readonly twoFactor: boolean;
  /** The team that requests are about; null for who is in none. */
  readonly team: {
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  } | null;
  /** Whether the team asks for a second factor that you do not have: all requests about it get 403 `two_factor_required`. */
  readonly needsTwoFactor: boolean;
  /** Whether you may create a team. */
  readonly mayCreateTeams: boolean;
  /** All that you are in, in the order of joining. */
  readonly teams: readonly ({
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  })[];
  /** By what you asked. */
  readonly via: "session" | "token";
  readonly service: {
    readonly version: string;
    readonly baseURL: string;
  };
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision: number;
}

/** Omitted fields keep their value. The body of a GET can be sent back: read-only fields must be unchanged. */
export interface AccountEdit {
  /** What you are called. */
  readonly name?: string | undefined;
  /** The team that this session is about from now on. */
  readonly teamID?: string | undefined;
  readonly email?: string | undefined;
  /** False for who signs in by an identity provider or a passkey alone. */
  readonly hasPassword?: boolean | undefined;
  /** Whether a code is asked for, too. */
  readonly twoFactor?: boolean | undefined;
  /** By what you asked. */
  readonly via?: "session" | "token" | undefined;
  /** The team that requests are about; null for who is in none. */
  readonly team?: {
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  } | null | undefined;
  /** All that you are in, in the order of joining. */
  readonly teams?: readonly ({
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  })[] | undefined;
  readonly service?: {
    readonly version: string;
    readonly baseURL: string;
  } | undefined;
  /** Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes. */
  readonly revision?: number | undefined;
}

export interface Session {
  readonly sessionID: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
  /** When it was signed in with. */
  readonly createdAt: string;
  /** When it was last used, to the minute. */
  readonly usedAt: string;
  /** When it ends, unless it is used before. */
  readonly expiresAt: string;
  /** When it ends even if it is used: 90 days after the sign-in. */
  readonly endsAt: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface TrustedBrowser {
  readonly browserID: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
  /** Time of the last sign-in. */
  readonly usedAt: string;
  /** Time from which a code is asked for again. Signing in does not change this. */
  readonly trustedUntil: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface Setup {
  /** Whether nobody has an account yet: the first visitor makes the first one. */
  readonly needed: boolean;
  /** Whether the service sends mail: links to sign in, and to choose a new password. */
  readonly mail: boolean;
  /** The identity provider; null when there is none. */
  readonly oidc: {
    /** What its button says. */
    readonly name: string;
  } | null;
  /** Whether one can sign in with a password. */
  readonly passwords: boolean;
}

export interface SetupInput {
  /** What you are called. */
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** What your team is called. */
  readonly team: string;
}

/** Of the monitor, right after this ping; empty while the database is away. */
export type PingStatus = "new" | "up" | "late" | "failing" | "down" | "paused" | "";

export interface PingEvent {
  /** 1, 2, 3… per monitor, without a gap; 0 while the database is away: the ping is safe, and gets its number when the database is back. */
  readonly number: number;
  /** What was called. */
  readonly type: "ping" | "start" | "fail" | "end" | "log";
  /** Seconds that the run took; 0 when nothing was measured, as with every start. */
  readonly duration: number;
  /** The `rid` that was sent, else the ID that the service gave the run: a start tells a `rid` to go on with. Without a `rid` and while the database is away, a closing ping is told an ID that only a new run of its own would get. */
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
  /** Change many monitors. Pauses, resumes, mutes, tags, moves or deletes up to 1000 monitors. Each is done or not by itself; `results` says so of each, in the order of the question. What is so already is done. */
  readonly changeMonitors: {
    readonly body: BulkInput;
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
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** Change a monitor. Omitted fields keep their value, also within `schedule`. With a new schedule the next run is expected as from now; a change alone never makes a monitor go down. */
  readonly editMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: MonitorEdit;
  };
  /** Pause a monitor. Pings are still recorded, but nothing is awaited and there is no alert. Doing it twice changes nothing. Takes no body. */
  readonly pauseMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** Resume a monitor. Starts afresh, as if the last expected run had been met. Doing it twice changes nothing. Takes no body. */
  readonly resumeMonitor: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** Dismiss a monitor's notices. Removes the notices about requests to its ping URL. A new one appears with the next such request. Doing it twice changes nothing. */
  readonly dismissNotices: {
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
  /** List the runs of many monitors. The newest runs of each of these monitors, as a list of monitors shows them; or, with `from`, those that took place in a time, in part at least, up to 500 of each. Monitors that there are not (any more) are left out. */
  readonly listRunsOfMonitors: {
    readonly query: {
      /** The `shortID`s of 1 to 200 monitors, joined by commas. */
      readonly monitors: string;
      /** How many of each monitor at most, without `from`. */
      readonly limit?: number | undefined;
      /** Runs that took place from this time on, RFC 3339. */
      readonly from?: string | undefined;
      /** And before this time. Now by default. */
      readonly to?: string | undefined;
    };
  };
  /** Read a monitor's statistics. Counts and measures the runs that began in a time, as a whole and in equal parts. Of more than 100,000 runs, the newest count. */
  readonly readStatistics: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
    };
    readonly query?: {
      /** Runs that began from this time on, RFC 3339. 30 days before `to` by default. */
      readonly from?: string | undefined;
      /** And before this time. Now by default. */
      readonly to?: string | undefined;
      /** In how many parts. */
      readonly buckets?: number | undefined;
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
  /** Read a crontab line. Takes apart what somebody has pasted from a crontab, to fill in a monitor. Creates nothing. */
  readonly readCrontab: {
    readonly body: CrontabInput;
  };
  /** Follow the team. Server-sent events, for as long as the access lasts. `hello` comes first, with `at`: what is read after it is no older than what follows. `monitors` has `monitors`, those that have changed, whole as the list has them, at most 500, and `deleted`, the `shortID`s of those that are no more; at most every 250 ms, so that several changes may come as one. `changed` has `kinds`, a hint to read something again: incidents, channels, deliveries, maintenance, escalations, projects, shares or team. After a connection that broke, read again what you show. `late` comes with time alone, and so without an event: a monitor that is `up` or `new` is late when `nextExpectedAt` is over. */
  readonly followTeam: {};
  /** List incidents. The team's incidents, newest first. */
  readonly listIncidents: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
      /** Only incidents that are open, or closed. */
      readonly state?: "open" | "closed" | undefined;
      /** Only incidents of the monitor with this `shortID`. */
      readonly monitor?: string | undefined;
    } | undefined;
  };
  /** Read an incident. One incident, with the runs that failed in its time, what people wrote to it, and what else went down about then. */
  readonly readIncident: {
    readonly params: {
      /** The incident's `incidentID`. */
      readonly incidentID: string;
    };
  };
  /** Acknowledge an incident. Says that you take it on: there are no more reminders of it, and it is not escalated further. */
  readonly acknowledgeIncident: {
    readonly params: {
      /** The incident's `incidentID`. */
      readonly incidentID: string;
    };
    readonly body: Acknowledgement;
  };
  /** Write a note. For the others, and for later: what you saw, what you did. Also to an incident that is over. At most 200 to each. */
  readonly addIncidentNote: {
    readonly params: {
      /** The incident's `incidentID`. */
      readonly incidentID: string;
    };
    readonly body: IncidentNoteInput;
  };
  /** Export an incident. All that is known of it as a document in Markdown: what happened when, who was told, what people wrote. Times are UTC. */
  readonly exportIncident: {
    readonly params: {
      /** The incident's `incidentID`. */
      readonly incidentID: string;
    };
  };
  /** List the types of channels. What a channel can be, and which settings each type has. All in one answer. */
  readonly listChannelTypes: {};
  /** List channels. Oldest first. */
  readonly listChannels: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Create a channel. A `group` stands for other channels. A team has at most 100 channels. Secrets are encrypted, and never shown in full again. */
  readonly createChannel: {
    readonly body: ChannelInput;
  };
  /** Read a channel. One channel as it is now. */
  readonly readChannel: {
    readonly params: {
      /** The channel's `shortID`. */
      readonly channelShortID: string;
    };
  };
  /** Change a channel. An absent field keeps its value, also within `settings`. A change of the destination to another scheme, host or port keeps no stored secret: give each secret again, or null to remove it. `disabled` switches the channel off, with your reason; null switches it on again and sends the alerts that waited. */
  readonly editChannel: {
    readonly params: {
      /** The channel's `shortID`. */
      readonly channelShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: ChannelEdit;
  };
  /** Delete a channel. Deletes the channel with its deliveries: what still waits is not sent any more. Groups, monitors, projects and steps of escalation policies that name the channel lose it. Where it was the last of a list, the list is empty, and nobody is told. */
  readonly deleteChannel: {
    readonly params: {
      /** The channel's `shortID`. */
      readonly channelShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** Send a test. Sends a test alert at once, also when the channel is switched off, and answers what came of it. At most 10 a minute for each team. Takes no body. */
  readonly testChannel: {
    readonly params: {
      /** The channel's `shortID`. */
      readonly channelShortID: string;
    };
  };
  /** List deliveries. What was sent, and what waits to be. Newest first. All filters together must hold. */
  readonly listDeliveries: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
      /** Only deliveries in this state. */
      readonly state?: "waiting" | "sent" | "failed" | "merged" | undefined;
      /** Only to the channel with this `shortID`. */
      readonly channel?: string | undefined;
      /** Only about the monitor with this `shortID`. */
      readonly monitor?: string | undefined;
      /** Only about the incident with this `incidentID`. */
      readonly incident?: string | undefined;
    } | undefined;
  };
  /** Read a delivery. One message to one channel, with its newest 200 attempts, oldest first. */
  readonly readDelivery: {
    readonly params: {
      /** The delivery's `key`. */
      readonly key: string;
    };
  };
  /** Send again. Sends a message that has arrived, was given up or merged once more, with the same `key`, and tries for 24 hours. Takes no body. */
  readonly sendAgain: {
    readonly params: {
      /** The delivery's `key`. */
      readonly key: string;
    };
  };
  /** Read who was told of a transition. Who was told, who was not, and why. What came of each message is in its delivery. */
  readonly readTransitionAlerts: {
    readonly params: {
      /** The monitor's `shortID`. */
      readonly shortID: string;
      /** The transition's `id`. */
      readonly transitionID: number;
    };
  };
  /** List maintenance windows. All of them, oldest first: a team has 100 at most. */
  readonly listMaintenance: {};
  /** Create a maintenance window. Once, with `startsAt` and `endsAt`, or again and again, with `cron`, `timezone` and `duration`. */
  readonly createMaintenance: {
    readonly body: MaintenanceInput;
  };
  /** Read a maintenance window. One window as it is now. */
  readonly readMaintenance: {
    readonly params: {
      /** The window's `shortID`. */
      readonly maintenanceShortID: string;
    };
  };
  /** Change a maintenance window. What is left out stays. To end a window now, set its `endsAt`. */
  readonly editMaintenance: {
    readonly params: {
      /** The window's `shortID`. */
      readonly maintenanceShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: MaintenanceEdit;
  };
  /** Delete a maintenance window. Its monitors are in maintenance no more. */
  readonly deleteMaintenance: {
    readonly params: {
      /** The window's `shortID`. */
      readonly maintenanceShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** List escalation policies. All of them, oldest first: a team has 50 at most. */
  readonly listEscalations: {};
  /** Create an escalation policy. It holds for the monitors and projects that name it in `escalation`. */
  readonly createEscalation: {
    readonly body: EscalationInput;
  };
  /** Read an escalation policy. One policy. */
  readonly readEscalation: {
    readonly params: {
      /** The policy's `shortID`. */
      readonly escalationShortID: string;
    };
  };
  /** Change an escalation policy. What is left out stays. `steps` are given as a whole. */
  readonly editEscalation: {
    readonly params: {
      /** The policy's `shortID`. */
      readonly escalationShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: EscalationEdit;
  };
  /** Delete an escalation policy. Monitors and projects that name the policy get an empty `escalation`, which is none. */
  readonly deleteEscalation: {
    readonly params: {
      /** The policy's `shortID`. */
      readonly escalationShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** List what is shared. All of it, oldest first: a team has 100 shares at most. */
  readonly listShares: {};
  /** Share something. Makes a badge, a status page or a calendar that whoever has its address can read. Ping IDs, descriptions of monitors, notes and logs are not in it. */
  readonly createShare: {
    readonly body: ShareInput;
  };
  /** Change a share. What is left out stays, and so do its address and what it is about. */
  readonly editShare: {
    readonly params: {
      /** The share's `shareID`. */
      readonly shareID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: ShareEdit;
  };
  /** Revoke a share. Its address leads nowhere at once, and is never given out again by itself. */
  readonly deleteShare: {
    readonly params: {
      /** The share's `shareID`. */
      readonly shareID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** Read the team. The token's team, and how it keeps noise down. */
  readonly readTeam: {};
  /** Change the team. Absent fields keep their values. To rename it takes an owner or admin; the rules for second factors and tokens take an owner with a fresh sign-in. */
  readonly editTeam: {
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: TeamEdit;
  };
  /** Read the team's usage. How many of each the team has, and how many it may have. */
  readonly readUsage: {};
  /** Create a team. A further team, with a default project, which you own. To work in it, switch to it with PATCH /v1/account/. One person owns at most 20. */
  readonly createTeam: {
    readonly body: TeamInput;
  };
  /** Transfer the team. Makes a member owner of the team, and you, who are one, admin: both at once. A session must have signed in, or been confirmed, within the last 10 minutes; otherwise the answer is 403 `fresh_sign_in_required`. */
  readonly transferTeam: {
    readonly body: TeamTransfer;
  };
  /** List the members. Who belongs to the team, those who joined first at the beginning. */
  readonly listMembers: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Change the role of a member. It holds from the next request on, for tokens and sessions alike. Only owners change owners, and who becomes one; the last owner stays one. Who may invite nobody any more loses the invitations that are open. To make somebody admin or owner, a session must have signed in, or been confirmed, within the last 10 minutes; otherwise the answer is 403 `fresh_sign_in_required`. */
  readonly changeMemberRole: {
    readonly params: {
      /** The member's `memberID`. */
      readonly memberID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: MemberEdit;
  };
  /** Remove a member, or leave. Their tokens, and their access by a session, end at once; so do invitations of theirs that are open. Everybody may leave the team. Removing others takes an admin, and removing an owner an owner. The last owner can’t go: transfer the team first. */
  readonly removeMember: {
    readonly params: {
      /** The member's `memberID`. */
      readonly memberID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
  };
  /** List a member's tokens. A member's tokens for this team, oldest first, without the secret part. */
  readonly listMemberTokens: {
    readonly params: {
      /** The member's `memberID`. */
      readonly memberID: string;
    };
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Revoke a member's token. The token stops working at once. Only owners revoke the tokens of owners. */
  readonly revokeMemberToken: {
    readonly params: {
      /** The member's `memberID`. */
      readonly memberID: string;
      /** The `id` of a token of the member's. */
      readonly memberTokenID: string;
    };
  };
  /** Look at an invitation. What a link invites to. The token is its credential, and goes in the body, so that it stands in no log. */
  readonly lookUpInvitation: {
    readonly body: InvitationToken;
  };
  /** Accept an invitation. Who has signed in joins the team as who they are. Anybody else gets an account with that, and is signed in: then `name`, `password` and, where the invitation names no address, `email` are required. It works once. A session is about the new team from then on. */
  readonly acceptInvitation: {
    readonly body: InvitationAcceptance;
  };
  /** List the open invitations. Those that can still be accepted, oldest first, without their links. */
  readonly listInvitations: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
    } | undefined;
  };
  /** Invite somebody. Makes a link that can be accepted once. With an email address only that address can accept it, and the link is mailed there when the service can send mail; it takes the place of an open one to the same address. A team has at most 100 open ones. A session must have signed in, or been confirmed, within the last 10 minutes; otherwise the answer is 403 `fresh_sign_in_required`. */
  readonly createInvitation: {
    readonly body: InvitationInput;
  };
  /** Revoke an invitation. Its link stops working at once. */
  readonly revokeInvitation: {
    readonly params: {
      /** The invitation's `invitationID`. */
      readonly invitationID: string;
    };
  };
  /** List what was changed. Who changed what in the team, newest first: every change through the API, sign-ins, and what was done on the command line. */
  readonly listAudit: {
    readonly query?: {
      /** How many at most. */
      readonly limit?: number | undefined;
      /** `data.nextCursor` of the page before. */
      readonly cursor?: string | undefined;
      /** Only what this email address did. */
      readonly actor?: string | undefined;
      /** Only this action, or all of a kind, as `monitor`. */
      readonly action?: string | undefined;
    } | undefined;
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
  /** Change a project. What is left out stays, and so does its `shortID`. */
  readonly renameProject: {
    readonly params: {
      /** The project's `shortID`. */
      readonly projectShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: ProjectEdit;
  };
  /** Delete a project. Only a project without monitors can be deleted, and never the default one. */
  readonly deleteProject: {
    readonly params: {
      /** The project's `shortID`. */
      readonly projectShortID: string;
    };
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
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
  /** Create a token. A token of yours for this team. It dies with your membership. Only a person who has signed in can create one: a token can't create further tokens. A session must have signed in, or been confirmed, within the last 10 minutes; otherwise the answer is 403 `fresh_sign_in_required`. */
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
  /** See who you are. Your account, your teams, and the service that you are speaking to. */
  readonly readAccount: {};
  /** Change your name, or switch to another team. A session works in one team at a time, and remembers which. */
  readonly editAccount: {
    readonly headers?: {
      /** Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision. */
      readonly 'If-Match'?: string | undefined;
    } | undefined;
    readonly body: AccountEdit;
  };
  /** List where you are signed in. Your sessions in browsers, the last used first. */
  readonly listSessions: {};
  /** Sign out everywhere else. All sessions but this one end at once, and so does the trust in all other browsers. */
  readonly revokeOtherSessions: {};
  /** Sign a browser out. It is signed out at once. */
  readonly revokeSession: {
    readonly params: {
      /** The session's `sessionID`. */
      readonly sessionID: string;
    };
  };
  /** List trusted browsers. The browsers in which you sign in without a code, the last used first. Trust ends after 30 days, with a new password, and with every change of the second factor. */
  readonly listTrustedBrowsers: {};
  /** Stop trusting all browsers. Every next sign-in asks for a code, in this browser too. Sessions go on. */
  readonly revokeTrustedBrowsers: {};
  /** Stop trusting a browser. The next sign-in from this browser asks for a code. Its sessions go on. */
  readonly revokeTrustedBrowser: {
    readonly params: {
      /** The trusted browser's `browserID`. */
      readonly browserID: string;
    };
  };
  /** See how one signs in here. Whether the first account is still to be made, and by what one can sign in. */
  readonly readSetup: {};
  /** Make the first account. Makes the first user, owner of a team with a default project, and signs the browser in. The request must come from the host of `BASE_URL`, or, if that is not set, from `localhost` or an IP address. */
  readonly setUp: {
    readonly body: SetupInput;
  };
  /** Ping. Reports a run as a whole, or what the parameters of another service say: `state`, `status`, `s` or `exit_code` for the outcome, `msg`, `message` or `m` for the log, `series` for the `rid`. The event then has the type `start`, `end` or `fail`. A parameter that is unknown or makes no sense is ignored with a warning: the ping counts. A failure in the path or in a parameter always counts as a failure. */
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
  readonly changeMonitors: {
    readonly results: readonly BulkResult[];
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
  readonly dismissNotices: {
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
  readonly listRunsOfMonitors: {
    readonly runs: readonly MonitorRuns[];
  };
  readonly readStatistics: {
    readonly statistics: Statistics;
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
    /** The same occurrences, one by one, in local time. */
    readonly details: readonly PreviewDetail[];
  };
  readonly readCrontab: {
    readonly crontab: Crontab;
  };
  readonly followTeam: string;
  readonly listIncidents: {
    readonly incidents: readonly Incident[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly readIncident: {
    readonly incident: IncidentWithFailures;
  };
  readonly acknowledgeIncident: {
    readonly incident: IncidentWithFailures;
  };
  readonly addIncidentNote: {
    readonly note: IncidentNote;
  };
  readonly exportIncident: string;
  readonly listChannelTypes: {
    readonly channelTypes: readonly ChannelType[];
  };
  readonly listChannels: {
    readonly channels: readonly Channel[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createChannel: {
    readonly channel: Channel;
  };
  readonly readChannel: {
    readonly channel: Channel;
  };
  readonly editChannel: {
    readonly channel: Channel;
  };
  readonly deleteChannel: {
    readonly channel: Channel;
  };
  readonly testChannel: {
    readonly attempt: TestAttempt;
  };
  readonly listDeliveries: {
    readonly deliveries: readonly Delivery[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly readDelivery: {
    readonly delivery: Delivery;
    readonly attempts: readonly Attempt[];
  };
  readonly sendAgain: {
    readonly delivery: Delivery;
  };
  readonly readTransitionAlerts: {
    readonly alerts: TransitionAlerts;
  };
  readonly listMaintenance: {
    readonly windows: readonly MaintenanceWindow[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createMaintenance: {
    readonly window: MaintenanceWindow;
  };
  readonly readMaintenance: {
    readonly window: MaintenanceWindow;
  };
  readonly editMaintenance: {
    readonly window: MaintenanceWindow;
  };
  readonly deleteMaintenance: {
    readonly window: MaintenanceWindow;
  };
  readonly listEscalations: {
    readonly escalations: readonly Escalation[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createEscalation: {
    readonly escalation: Escalation;
  };
  readonly readEscalation: {
    readonly escalation: Escalation;
  };
  readonly editEscalation: {
    readonly escalation: Escalation;
  };
  readonly deleteEscalation: {
    readonly escalation: Escalation;
  };
  readonly listShares: {
    readonly shares: readonly Share[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createShare: {
    readonly share: Share;
  };
  readonly editShare: {
    readonly share: Share;
  };
  readonly deleteShare: {
    readonly share: Share;
  };
  readonly readTeam: {
    readonly team: Team;
  };
  readonly editTeam: {
    readonly team: Team;
  };
  readonly readUsage: {
    readonly usage: TeamUsage;
  };
  readonly createTeam: {
    readonly team: {
      readonly teamID: string;
      readonly name: string;
      readonly role: Role;
    };
  };
  readonly transferTeam: {
    readonly member: Member;
  };
  readonly listMembers: {
    readonly members: readonly Member[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly changeMemberRole: {
    readonly member: Member;
  };
  readonly removeMember: {
    readonly member: Member;
  };
  readonly listMemberTokens: {
    readonly tokens: readonly Token[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly revokeMemberToken: {
    readonly token: {
      /** Identifies the token in this API. */
      readonly id: string;
    };
  };
  readonly lookUpInvitation: {
    readonly invitation: OpenInvitation;
  };
  readonly acceptInvitation: {
    readonly team: {
      readonly teamID: string;
      readonly name: string;
      readonly role: Role;
    };
  };
  readonly listInvitations: {
    readonly invitations: readonly Invitation[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
  };
  readonly createInvitation: {
    readonly invitation: CreatedInvitation;
  };
  readonly revokeInvitation: {
    readonly invitation: Invitation;
  };
  readonly listAudit: {
    readonly entries: readonly AuditEntry[];
    /** Send it as `cursor` to get the next page; null at the end. */
    readonly nextCursor: string | null;
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
  readonly readAccount: {
    readonly account: Account;
  };
  readonly editAccount: {
    readonly account: Account;
  };
  readonly listSessions: {
    readonly sessions: readonly Session[];
  };
  readonly revokeOtherSessions: {
    /** How many there were. */
    readonly revoked: number;
  };
  readonly revokeSession: {
    readonly session: {
      readonly sessionID: string;
    };
  };
  readonly listTrustedBrowsers: {
    readonly trustedBrowsers: readonly TrustedBrowser[];
  };
  readonly revokeTrustedBrowsers: {
    /** Number of browsers that were trusted. */
    readonly revoked: number;
  };
  readonly revokeTrustedBrowser: {
    readonly trustedBrowser: {
      readonly browserID: string;
    };
  };
  readonly readSetup: {
    readonly setup: Setup;
  };
  readonly setUp: {
    readonly setup: Setup;
  };
  readonly ping: {
    readonly monitor: {
      /** As in the path. */
      readonly pingID: string;
      readonly status: PingStatus;
    };
    readonly event: PingEvent;
  };
}

/** Where each operation is, and the fields of its `data`; none where the answer is not JSON. */
export const ROUTES = {
  listMonitors: { method: 'GET', path: '/v1/monitors/', answers: ['monitors', 'usage', 'nextCursor'] },
  createMonitor: { method: 'POST', path: '/v1/monitors/', answers: ['monitor'] },
  changeMonitors: { method: 'POST', path: '/v1/monitors/bulk/', answers: ['results'] },
  readMonitor: { method: 'GET', path: '/v1/monitors/{shortID}/', answers: ['monitor'] },
  deleteMonitor: { method: 'DELETE', path: '/v1/monitors/{shortID}/', answers: ['monitor'] },
  editMonitor: { method: 'PATCH', path: '/v1/monitors/{shortID}/', answers: ['monitor'] },
  pauseMonitor: { method: 'POST', path: '/v1/monitors/{shortID}/pause/', answers: ['monitor'] },
  resumeMonitor: { method: 'POST', path: '/v1/monitors/{shortID}/resume/', answers: ['monitor'] },
  dismissNotices: { method: 'DELETE', path: '/v1/monitors/{shortID}/notices/', answers: ['monitor'] },
  listEvents: { method: 'GET', path: '/v1/monitors/{shortID}/events/', answers: ['events', 'nextCursor'] },
  readEventBody: { method: 'GET', path: '/v1/monitors/{shortID}/events/{number}/body/', answers: [] },
  listRuns: { method: 'GET', path: '/v1/monitors/{shortID}/runs/', answers: ['runs', 'nextCursor'] },
  listRunsOfMonitors: { method: 'GET', path: '/v1/runs/', answers: ['runs'] },
  readStatistics: { method: 'GET', path: '/v1/monitors/{shortID}/statistics/', answers: ['statistics'] },
  listTransitions: { method: 'GET', path: '/v1/monitors/{shortID}/transitions/', answers: ['transitions', 'nextCursor'] },
  previewSchedule: { method: 'POST', path: '/v1/schedules/preview/', answers: ['occurrences', 'summary', 'details'] },
  readCrontab: { method: 'POST', path: '/v1/schedules/crontab/', answers: ['crontab'] },
  followTeam: { method: 'GET', path: '/v1/live/', answers: [] },
  listIncidents: { method: 'GET', path: '/v1/incidents/', answers: ['incidents', 'nextCursor'] },
  readIncident: { method: 'GET', path: '/v1/incidents/{incidentID}/', answers: ['incident'] },
  acknowledgeIncident: { method: 'POST', path: '/v1/incidents/{incidentID}/acknowledge/', answers: ['incident'] },
  addIncidentNote: { method: 'POST', path: '/v1/incidents/{incidentID}/notes/', answers: ['note'] },
  exportIncident: { method: 'GET', path: '/v1/incidents/{incidentID}/export/', answers: [] },
  listChannelTypes: { method: 'GET', path: '/v1/channel-types/', answers: ['channelTypes'] },
  listChannels: { method: 'GET', path: '/v1/channels/', answers: ['channels', 'nextCursor'] },
  createChannel: { method: 'POST', path: '/v1/channels/', answers: ['channel'] },
  readChannel: { method: 'GET', path: '/v1/channels/{channelShortID}/', answers: ['channel'] },
  editChannel: { method: 'PATCH', path: '/v1/channels/{channelShortID}/', answers: ['channel'] },
  deleteChannel: { method: 'DELETE', path: '/v1/channels/{channelShortID}/', answers: ['channel'] },
  testChannel: { method: 'POST', path: '/v1/channels/{channelShortID}/test/', answers: ['attempt'] },
  listDeliveries: { method: 'GET', path: '/v1/deliveries/', answers: ['deliveries', 'nextCursor'] },
  readDelivery: { method: 'GET', path: '/v1/deliveries/{key}/', answers: ['delivery', 'attempts'] },
  sendAgain: { method: 'POST', path: '/v1/deliveries/{key}/send-again/', answers: ['delivery'] },
  readTransitionAlerts: { method: 'GET', path: '/v1/monitors/{shortID}/transitions/{transitionID}/alerts/', answers: ['alerts'] },
  listMaintenance: { method: 'GET', path: '/v1/maintenance/', answers: ['windows', 'nextCursor'] },
  createMaintenance: { method: 'POST', path: '/v1/maintenance/', answers: ['window'] },
  readMaintenance: { method: 'GET', path: '/v1/maintenance/{maintenanceShortID}/', answers: ['window'] },
  editMaintenance: { method: 'PATCH', path: '/v1/maintenance/{maintenanceShortID}/', answers: ['window'] },
  deleteMaintenance: { method: 'DELETE', path: '/v1/maintenance/{maintenanceShortID}/', answers: ['window'] },
  listEscalations: { method: 'GET', path: '/v1/escalations/', answers: ['escalations', 'nextCursor'] },
  createEscalation: { method: 'POST', path: '/v1/escalations/', answers: ['escalation'] },
  readEscalation: { method: 'GET', path: '/v1/escalations/{escalationShortID}/', answers: ['escalation'] },
  editEscalation: { method: 'PATCH', path: '/v1/escalations/{escalationShortID}/', answers: ['escalation'] },
  deleteEscalation: { method: 'DELETE', path: '/v1/escalations/{escalationShortID}/', answers: ['escalation'] },
  listShares: { method: 'GET', path: '/v1/shares/', answers: ['shares', 'nextCursor'] },
  createShare: { method: 'POST', path: '/v1/shares/', answers: ['share'] },
  editShare: { method: 'PATCH', path: '/v1/shares/{shareID}/', answers: ['share'] },
  deleteShare: { method: 'DELETE', path: '/v1/shares/{shareID}/', answers: ['share'] },
  readTeam: { method: 'GET', path: '/v1/team/', answers: ['team'] },
  editTeam: { method: 'PATCH', path: '/v1/team/', answers: ['team'] },
  readUsage: { method: 'GET', path: '/v1/usage/', answers: ['usage'] },
  createTeam: { method: 'POST', path: '/v1/teams/', answers: ['team'] },
  transferTeam: { method: 'POST', path: '/v1/team/transfer/', answers: ['member'] },
  listMembers: { method: 'GET', path: '/v1/members/', answers: ['members', 'nextCursor'] },
  changeMemberRole: { method: 'PATCH', path: '/v1/members/{memberID}/', answers: ['member'] },
  removeMember: { method: 'DELETE', path: '/v1/members/{memberID}/', answers: ['member'] },
  listMemberTokens: { method: 'GET', path: '/v1/members/{memberID}/tokens/', answers: ['tokens', 'nextCursor'] },
  revokeMemberToken: { method: 'DELETE', path: '/v1/members/{memberID}/tokens/{memberTokenID}/', answers: ['token'] },
  lookUpInvitation: { method: 'POST', path: '/v1/invitations/look-up/', answers: ['invitation'] },
  acceptInvitation: { method: 'POST', path: '/v1/invitations/accept/', answers: ['team'] },
  listInvitations: { method: 'GET', path: '/v1/invitations/', answers: ['invitations', 'nextCursor'] },
  createInvitation: { method: 'POST', path: '/v1/invitations/', answers: ['invitation'] },
  revokeInvitation: { method: 'DELETE', path: '/v1/invitations/{invitationID}/', answers: ['invitation'] },
  listAudit: { method: 'GET', path: '/v1/audit/', answers: ['entries', 'nextCursor'] },
  listProjects: { method: 'GET', path: '/v1/projects/', answers: ['projects', 'nextCursor'] },
  createProject: { method: 'POST', path: '/v1/projects/', answers: ['project'] },
  readProject: { method: 'GET', path: '/v1/projects/{projectShortID}/', answers: ['project'] },
  renameProject: { method: 'PATCH', path: '/v1/projects/{projectShortID}/', answers: ['project'] },
  deleteProject: { method: 'DELETE', path: '/v1/projects/{projectShortID}/', answers: ['project'] },
  listTokens: { method: 'GET', path: '/v1/tokens/', answers: ['tokens', 'nextCursor'] },
  createToken: { method: 'POST', path: '/v1/tokens/', answers: ['token'] },
  revokeToken: { method: 'DELETE', path: '/v1/tokens/{tokenID}/', answers: ['token'] },
  readAccount: { method: 'GET', path: '/v1/account/', answers: ['account'] },
  editAccount: { method: 'PATCH', path: '/v1/account/', answers: ['account'] },
  listSessions: { method: 'GET', path: '/v1/account/sessions/', answers: ['sessions'] },
  revokeOtherSessions: { method: 'DELETE', path: '/v1/account/sessions/', answers: ['revoked'] },
  revokeSession: { method: 'DELETE', path: '/v1/account/sessions/{sessionID}/', answers: ['session'] },
  listTrustedBrowsers: { method: 'GET', path: '/v1/account/trusted-browsers/', answers: ['trustedBrowsers'] },
  revokeTrustedBrowsers: { method: 'DELETE', path: '/v1/account/trusted-browsers/', answers: ['revoked'] },
  revokeTrustedBrowser: { method: 'DELETE', path: '/v1/account/trusted-browsers/{browserID}/', answers: ['trustedBrowser'] },
  readSetup: { method: 'GET', path: '/v1/setup/', answers: ['setup'] },
  setUp: { method: 'POST', path: '/v1/setup/', answers: ['setup'] },
  ping: { method: 'GET', path: '/ping/{pingID}/', answers: ['monitor', 'event'] },
} as const;
