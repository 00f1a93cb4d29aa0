// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.

import type { RequestOptions } from './request-options.ts';

/** The response to a failed request. Nothing was changed. */
export interface Error {
  readonly success: false;
  readonly data: {
    readonly error: {
      /** Kind of error, from this closed list. */
      readonly code: "bad_request" | "invalid_json" | "unauthorized" | "forbidden" | "admin_scope_required" | "fresh_sign_in_required" | "two_factor_required" | "allowance_used_up" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "too_large" | "unsupported_media_type" | "invalid" | "rate_limited" | "internal" | "unavailable";
      /** Cause of the error and its remedy, in English. */
      readonly message: string;
      /** Every invalid field. Only with status 422. */
      readonly fields?: readonly ({
        /** The field or query parameter. */
        readonly path: string;
        readonly message: string;
      })[] | undefined;
    };
  };
}

/** The response to a request that expected another revision. Nothing was changed. */
export interface Stale {
  readonly success: false;
  /** Besides `error`, contains the current state of the resource, under the same field name as in other responses. */
  readonly data: {
    readonly error: {
      /** Kind of error, from this closed list. */
      readonly code: "bad_request" | "invalid_json" | "unauthorized" | "forbidden" | "admin_scope_required" | "fresh_sign_in_required" | "two_factor_required" | "allowance_used_up" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "too_large" | "unsupported_media_type" | "invalid" | "rate_limited" | "internal" | "unavailable";
      /** Cause of the error and its remedy, in English. */
      readonly message: string;
      /** Every invalid field. Only with status 422. */
      readonly fields?: readonly ({
        /** The field or query parameter. */
        readonly path: string;
        readonly message: string;
      })[] | undefined;
    };
  } & Readonly<Record<string, unknown>>;
}

/** A monitor without the settings that no list shows. */
export interface MonitorRow {
  /** Identifies the monitor in this API. */
  readonly shortID: string;
  /** Display name. */
  readonly name: string;
  /** `cron`: a job that reports by pings, with any type of schedule. For all other kinds, Overdue checks the target in `url`. */
  readonly kind: "cron" | "http" | "tcp" | "tls" | "dns" | "domain";
  /** Target of the checks. Null for the kind `cron`. */
  readonly url: string | null;
  readonly status: Status;
  /** Project of the monitor. */
  readonly projectShortID: string;
  /** URL that the job calls to report runs. Append `/start`, `/end` or `/fail`. The URL is a credential, so it is empty for read-only access. */
  readonly pingURL: string;
  readonly schedule: Schedule;
  /** Failures in a row after which the monitor is down and alerts are sent. */
  readonly alertAfterFailures: number;
  /** Successes in a row after which a monitor that is down recovers. */
  readonly recoverAfterSuccesses: number;
  /** Whether a paused monitor stays paused when pings arrive. If false, a `ping`, `start`, `end` or `fail` resumes the monitor. */
  readonly manualResume: boolean;
  /** Maximum duration of a run in seconds. Default: the larger of the grace period and one hour. */
  readonly maxRunDuration: number;
  /** Time of the last ping, RFC 3339 in UTC; empty before the first. */
  readonly lastPingAt: string;
  /** Creation time. */
  readonly createdAt: string;
  /** Why the monitor has its status and what comes next, in English. */
  readonly explanation: string;
  readonly description: string;
  /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
  readonly runbookURL: string;
  readonly tags: readonly string[];
  /** Whether the monitor is paused: pings are recorded but not evaluated. */
  readonly paused: boolean;
  /** When the next run is expected; null if none is. */
  readonly nextExpectedAt: string | null;
  /** When the expected run counts as missed; null if none is expected. */
  readonly deadlineAt: string | null;
  /** Number of open runs: started but not ended. */
  readonly running: number;
  /** Failed, timed-out or missed runs in a row. */
  readonly failureStreak: number;
  /** When the monitor went down; null if no incident is open. */
  readonly downSince: string | null;
  /** Open incident of a monitor that is down; null otherwise. */
  readonly incident: {
    /** Identifies the incident in this API. */
    readonly incidentID: string;
    /** When a member acknowledged the incident; null if none has. */
    readonly acknowledgedAt: string | null;
    /** Name, or else email, of the member who acknowledged the incident; null if none has. */
    readonly acknowledgedBy: string | null;
    /** Time until which a member has postponed reminders and escalation; null if no snooze is in force. */
    readonly snoozedUntil: string | null;
    /** Name, or else email, of the member who snoozed the incident; null if no snooze is in force. */
    readonly snoozedBy: string | null;
  } | null;
  /** When a run last failed, timed out or was missed; null if none has since the monitor was created or resumed. */
  readonly lastFailureAt: string | null;
  /** Channels to alert, by `shortID`, at most 50. `[]` turns alerts off. Null inherits the project's channels. */
  readonly channels: readonly string[] | null;
  /** Severity of the monitor. Channels can filter by severity. */
  readonly severity: "low" | "normal" | "high" | "critical";
  /** No alarms before this time; null if not muted. The monitor is still evaluated. */
  readonly mutedUntil: string | null;
  /** Escalation policy, by `shortID`; empty for none. Null inherits the project's policy. */
  readonly escalation: string | null;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 turns reminders off. Null inherits the project's value. */
  readonly remindEvery: number | null;
  /** Whether the monitor is in a maintenance window now: evaluated, but its alerts are held. */
  readonly maintenance: boolean;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

/** `new`: no ping yet. `up`: as expected. `late`: a run is overdue but within its grace period. `failing`: failed, but fewer times in a row than `alertAfterFailures`. `down`: an incident is open. `paused`: pings are recorded but not evaluated. */
export type Status = "new" | "up" | "late" | "failing" | "down" | "paused";

export interface Schedule {
  /** Which of `interval`, `cron` and `onCalendar` applies. */
  readonly type: "interval" | "cron" | "oncalendar";
  /** Seconds between runs; 0 unless the type is `interval`. */
  readonly interval: number;
  /** The cron expression; empty unless the type is `cron`. */
  readonly cron: string;
  /** Expressions for systemd's `OnCalendar=`, one per line; empty unless the type is `oncalendar`. */
  readonly onCalendar: string;
  /** IANA time zone of the expression. */
  readonly timezone: string;
  /** Grace period: seconds that a report may be late. */
  readonly graceDuration: number;
  /** The schedule in English. */
  readonly summary: string;
}

export interface Usage {
  readonly monitors: {
    /** Monitors of the team. */
    readonly used: number;
    /** Maximum number of monitors. */
    readonly allowance: number;
    /** Monitors that the team may still create. */
    readonly remaining: number;
  };
}

export interface Monitor {
  /** Identifies the monitor in this API. */
  readonly shortID: string;
  /** Display name. */
  readonly name: string;
  /** `cron`: a job that reports by pings, with any type of schedule. For all other kinds, Overdue checks the target in `url`. */
  readonly kind: "cron" | "http" | "tcp" | "tls" | "dns" | "domain";
  /** Target of the checks. Null for the kind `cron`. */
  readonly url: string | null;
  /** How the target is checked, with masked secrets. The fields depend on the kind, see `check` in `MonitorInput`. Null for the kind `cron`. */
  readonly check: Readonly<Record<string, unknown>> | null;
  readonly status: Status;
  /** Project of the monitor. */
  readonly projectShortID: string;
  /** URL that the job calls to report runs. Append `/start`, `/end` or `/fail`. The URL is a credential, so it is empty for read-only access. */
  readonly pingURL: string;
  readonly schedule: Schedule;
  /** Failures in a row after which the monitor is down and alerts are sent. */
  readonly alertAfterFailures: number;
  /** Successes in a row after which a monitor that is down recovers. */
  readonly recoverAfterSuccesses: number;
  /** Whether a paused monitor stays paused when pings arrive. If false, a `ping`, `start`, `end` or `fail` resumes the monitor. */
  readonly manualResume: boolean;
  /** Maximum duration of a run in seconds. Default: the larger of the grace period and one hour. */
  readonly maxRunDuration: number;
  readonly pingFilter: PingFilter;
  /** Time of the last ping, RFC 3339 in UTC; empty before the first. */
  readonly lastPingAt: string;
  /** Creation time. */
  readonly createdAt: string;
  /** Why the monitor has its status and what comes next, in English. */
  readonly explanation: string;
  /** Name of the monitor in ping URLs with a project's ping key: 1 to 100 characters of a-z, 0-9, _ and -. Stays when the name changes. Monitors of a project may share a slug, but pings to a shared slug are refused. Empty if the monitor has none, which Healthchecks allows. */
  readonly slug: string;
  readonly description: string;
  /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
  readonly runbookURL: string;
  /** Second ping URL, http or https, to which Overdue forwards the pings of the monitor; empty to forward nothing. Overdue uses the request format of the service that the URL belongs to, by default that of Healthchecks. The URL is a credential, so it is empty for read-only access. */
  readonly forwardTo: string;
  readonly tags: readonly string[];
  /** Whether the monitor is paused: pings are recorded but not evaluated. */
  readonly paused: boolean;
  /** When the next run is expected; null if none is. */
  readonly nextExpectedAt: string | null;
  /** When the expected run counts as missed; null if none is expected. */
  readonly deadlineAt: string | null;
  /** Number of open runs: started but not ended. */
  readonly running: number;
  /** Failed, timed-out or missed runs in a row. */
  readonly failureStreak: number;
  /** When the monitor went down; null if no incident is open. */
  readonly downSince: string | null;
  /** Open incident of a monitor that is down; null otherwise. */
  readonly incident: {
    /** Identifies the incident in this API. */
    readonly incidentID: string;
    /** When a member acknowledged the incident; null if none has. */
    readonly acknowledgedAt: string | null;
    /** Name, or else email, of the member who acknowledged the incident; null if none has. */
    readonly acknowledgedBy: string | null;
    /** Time until which a member has postponed reminders and escalation; null if no snooze is in force. */
    readonly snoozedUntil: string | null;
    /** Name, or else email, of the member who snoozed the incident; null if no snooze is in force. */
    readonly snoozedBy: string | null;
  } | null;
  /** When a run last failed, timed out or was missed; null if none has since the monitor was created or resumed. */
  readonly lastFailureAt: string | null;
  /** Channels to alert, by `shortID`, at most 50. `[]` turns alerts off. Null inherits the project's channels. */
  readonly channels: readonly string[] | null;
  /** Severity of the monitor. Channels can filter by severity. */
  readonly severity: "low" | "normal" | "high" | "critical";
  /** No alarms before this time; null if not muted. The monitor is still evaluated. */
  readonly mutedUntil: string | null;
  /** Escalation policy, by `shortID`; empty for none. Null inherits the project's policy. */
  readonly escalation: string | null;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 turns reminders off. Null inherits the project's value. */
  readonly remindEvery: number | null;
  /** Whether the monitor is in a maintenance window now: evaluated, but its alerts are held. */
  readonly maintenance: boolean;
  /** Problems with requests to the ping URL, at most one notice of each kind. A notice disappears when it is dismissed, or 30 days after its latest request. */
  readonly notices: readonly PingNotice[];
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

/** How the text of a ping decides its type. Failure keywords count first, then success keywords, then start keywords. Case matters. A keyword that is found takes precedence over the path and the parameters of the ping. */
export interface PingFilter {
  /** `POST`: a ping by another HTTP method, such as the request of a link preview, is recorded as `ignored`. */
  readonly methods: "any" | "POST";
  /** Whether the subject of emails is searched for keywords. */
  readonly searchSubject: boolean;
  /** Whether the text of emails is searched for keywords. */
  readonly searchEmailBody: boolean;
  /** Whether the body of HTTP requests is searched for keywords. */
  readonly searchHTTPBody: boolean;
  /** Keywords of a `start`, separated by commas. */
  readonly startKeywords: string;
  /** Keywords of a success, separated by commas. */
  readonly successKeywords: string;
  /** Keywords of a `fail`, separated by commas. */
  readonly failureKeywords: string;
  /** How a ping counts if a search for keywords finds none: as `ignored` or as a `fail`. */
  readonly otherwise: "ignore" | "fail";
}

export interface PingNotice {
  /** `warning`: pings counted, but parts of them were ignored. `unknown_call`: a path after the ping URL has no meaning, so nothing was recorded. */
  readonly kind: "warning" | "unknown_call";
  /** Problem of the latest request, in English. */
  readonly message: string;
  /** Number of such requests. */
  readonly count: number;
  /** Time of the first request. */
  readonly firstAt: string;
  /** Time of the latest request. */
  readonly lastAt: string;
  /** Address of the latest request. */
  readonly remoteAddress: string;
}

export interface BulkResult {
  /** `shortID` of the monitor. */
  readonly shortID: string;
  /** Whether the monitor is now as requested. */
  readonly done: boolean;
  /** Why the monitor was not changed; empty if done. */
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
  /** End of the mute; null unmutes. */
  readonly until: string | null;
} | {
  readonly type: "tag";
  /** Tags to add. */
  readonly add?: readonly string[] | undefined;
  /** Tags to remove. */
  readonly remove?: readonly string[] | undefined;
} | {
  readonly type: "move";
  /** Project to move the monitors to. */
  readonly projectShortID: string;
};

export interface MonitorInput {
  /** Display name. */
  readonly name: string;
  /** Project of the monitor. Default: the team's default project. */
  readonly projectShortID?: string | undefined;
  /** `cron`: a job that reports by pings. For all other kinds, Overdue checks the target in `url`. */
  readonly kind?: "cron" | "http" | "tcp" | "tls" | "dns" | "domain" | undefined;
  /** Target of the checks: `https://…`, `tcp://host:port`, `tls://host[:port]`, `dns://name` or `domain://name`, as the kind says. Null for the kind `cron`. */
  readonly url?: string | null | undefined;
  /** How the target is checked. The fields depend on the kind: see the schemas `HTTPCheck`, `TCPCheck`, `TLSCheck`, `DNSCheck` and `DomainCheck`. Null for the kind `cron`. */
  readonly check?: Readonly<Record<string, unknown>> | null | undefined;
  readonly schedule?: ScheduleInput | undefined;
  /** Failures in a row after which the monitor is down and alerts are sent. */
  readonly alertAfterFailures?: number | undefined;
  /** Successes in a row after which a monitor that is down recovers. */
  readonly recoverAfterSuccesses?: number | undefined;
  /** Whether a paused monitor stays paused when pings arrive. If false, a `ping`, `start`, `end` or `fail` resumes the monitor. */
  readonly manualResume?: boolean | undefined;
  /** Maximum duration of a run in seconds; null for the default, the larger of the grace period and one hour. */
  readonly maxRunDuration?: number | null | undefined;
  readonly pingFilter?: PingFilterInput | undefined;
  /** Name of the monitor in ping URLs with a project's ping key: 1 to 100 characters of a-z, 0-9, _ and -. Stays when the name changes. Monitors of a project may share a slug, but pings to a shared slug are refused. If empty (default), the slug is made from the name. */
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
  readonly runbookURL?: string | undefined;
  /** Second ping URL, http or https, to which Overdue forwards the pings of the monitor; empty to forward nothing. Overdue uses the request format of the service that the URL belongs to, by default that of Healthchecks. The URL is a credential, so it is empty for read-only access. */
  readonly forwardTo?: string | undefined;
  /** At most 20 tags of at most 100 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** Whether the monitor is paused: pings are recorded but not evaluated. */
  readonly paused?: boolean | undefined;
  /** Keeps the ping ID of a monitor that moves here from another service. The ping ID is a credential: leave it out to get one that can't be guessed. */
  readonly pingID?: string | undefined;
  /** Channels to alert, by `shortID`, at most 50. `[]` turns alerts off. Null inherits the project's channels. */
  readonly channels?: readonly string[] | null | undefined;
  /** Severity of the monitor. Channels can filter by severity. */
  readonly severity?: "low" | "normal" | "high" | "critical" | undefined;
  /** No alarms before this time; null if not muted. The monitor is still evaluated. */
  readonly mutedUntil?: string | null | undefined;
  /** Escalation policy, by `shortID`; empty for none. Null inherits the project's policy. */
  readonly escalation?: string | null | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 turns reminders off. Null inherits the project's value. */
  readonly remindEvery?: number | null | undefined;
}

export interface ScheduleInput {
  /** Default: the type whose field is given. */
  readonly type?: "interval" | "cron" | "oncalendar" | undefined;
  /** Seconds between runs, 10 to 31622400. Default: one day. */
  readonly interval?: number | undefined;
  /** Five fields as in Debian's cron, or six with seconds first. Also `@daily` and similar, `L`, `LW`, `5L` and `MON#2`. */
  readonly cron?: string | undefined;
  /** Expressions as in systemd's `OnCalendar=`, like `Mon..Fri 02:00`: one per line, at most 10. A time zone at the end of a line applies to that line. */
  readonly onCalendar?: string | undefined;
  /** IANA time zone. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Grace period: seconds that a report may be late, 0 to 31622400. Default: one hour. */
  readonly graceDuration?: number | undefined;
}

/** Omitted fields keep their value. In a new monitor, no method is excluded, and nothing is searched for keywords. */
export interface PingFilterInput {
  /** `POST`: a ping by another HTTP method, such as the request of a link preview, is recorded as `ignored`. */
  readonly methods?: "any" | "POST" | undefined;
  /** Whether the subject of emails is searched for keywords. */
  readonly searchSubject?: boolean | undefined;
  /** Whether the text of emails is searched for keywords. */
  readonly searchEmailBody?: boolean | undefined;
  /** Whether the body of HTTP requests is searched for keywords. */
  readonly searchHTTPBody?: boolean | undefined;
  /** Keywords of a `start`, separated by commas. */
  readonly startKeywords?: string | undefined;
  /** Keywords of a success, separated by commas. */
  readonly successKeywords?: string | undefined;
  /** Keywords of a `fail`, separated by commas. */
  readonly failureKeywords?: string | undefined;
  /** How a ping counts if a search for keywords finds none: as `ignored` or as a `fail`. */
  readonly otherwise?: "ignore" | "fail" | undefined;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface MonitorEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** `cron`: a job that reports by pings. For all other kinds, Overdue checks the target in `url`. */
  readonly kind?: "cron" | "http" | "tcp" | "tls" | "dns" | "domain" | undefined;
  /** Whether the monitor is paused: pings are recorded but not evaluated. */
  readonly paused?: boolean | undefined;
  /** Target of the checks: `https://…`, `tcp://host:port`, `tls://host[:port]`, `dns://name` or `domain://name`, as the kind says. Null for the kind `cron`. */
  readonly url?: string | null | undefined;
  /** How the target is checked. The fields depend on the kind: see the schemas `HTTPCheck`, `TCPCheck`, `TLSCheck`, `DNSCheck` and `DomainCheck`. Null for the kind `cron`. */
  readonly check?: Readonly<Record<string, unknown>> | null | undefined;
  /** Failures in a row after which the monitor is down and alerts are sent. */
  readonly alertAfterFailures?: number | undefined;
  /** Successes in a row after which a monitor that is down recovers. */
  readonly recoverAfterSuccesses?: number | undefined;
  /** Whether a paused monitor stays paused when pings arrive. If false, a `ping`, `start`, `end` or `fail` resumes the monitor. */
  readonly manualResume?: boolean | undefined;
  /** Maximum duration of a run in seconds; null for the default, the larger of the grace period and one hour. */
  readonly maxRunDuration?: number | null | undefined;
  readonly pingFilter?: PingFilterInput | undefined;
  /** Name of the monitor in ping URLs with a project's ping key: 1 to 100 characters of a-z, 0-9, _ and -. Stays when the name changes. Monitors of a project may share a slug, but pings to a shared slug are refused. If empty (default), the slug is made from the name. */
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
  readonly runbookURL?: string | undefined;
  /** Second ping URL, http or https, to which Overdue forwards the pings of the monitor; empty to forward nothing. Overdue uses the request format of the service that the URL belongs to, by default that of Healthchecks. The URL is a credential, so it is empty for read-only access. */
  readonly forwardTo?: string | undefined;
  /** At most 20 tags of at most 100 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** Project to move the monitor to. */
  readonly projectShortID?: string | undefined;
  readonly schedule?: ScheduleEdit | undefined;
  /** Channels to alert, by `shortID`, at most 50. `[]` turns alerts off. Null inherits the project's channels. */
  readonly channels?: readonly string[] | null | undefined;
  /** Severity of the monitor. Channels can filter by severity. */
  readonly severity?: "low" | "normal" | "high" | "critical" | undefined;
  /** No alarms before this time; null if not muted. The monitor is still evaluated. */
  readonly mutedUntil?: string | null | undefined;
  /** Escalation policy, by `shortID`; empty for none. Null inherits the project's policy. */
  readonly escalation?: string | null | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 turns reminders off. Null inherits the project's value. */
  readonly remindEvery?: number | null | undefined;
  /** Identifies the monitor in this API. */
  readonly shortID?: string | undefined;
  /** URL that the job calls to report runs. Append `/start`, `/end` or `/fail`. The URL is a credential, so it is empty for read-only access. */
  readonly pingURL?: string | undefined;
  /** Creation time. */
  readonly createdAt?: string | undefined;
  /** `new`: no ping yet. `up`: as expected. `late`: a run is overdue but within its grace period. `failing`: failed, but fewer times in a row than `alertAfterFailures`. `down`: an incident is open. `paused`: pings are recorded but not evaluated. */
  readonly status?: "new" | "up" | "late" | "failing" | "down" | "paused" | undefined;
  /** Why the monitor has its status and what comes next, in English. */
  readonly explanation?: string | undefined;
  /** Time of the last ping, RFC 3339 in UTC; empty before the first. */
  readonly lastPingAt?: string | undefined;
  /** When the next run is expected; null if none is. */
  readonly nextExpectedAt?: string | null | undefined;
  /** When the expected run counts as missed; null if none is expected. */
  readonly deadlineAt?: string | null | undefined;
  /** Number of open runs: started but not ended. */
  readonly running?: number | undefined;
  /** Failed, timed-out or missed runs in a row. */
  readonly failureStreak?: number | undefined;
  /** When the monitor went down; null if no incident is open. */
  readonly downSince?: string | null | undefined;
  /** Open incident of a monitor that is down; null otherwise. */
  readonly incident?: {
    /** Identifies the incident in this API. */
    readonly incidentID: string;
    /** When a member acknowledged the incident; null if none has. */
    readonly acknowledgedAt: string | null;
    /** Name, or else email, of the member who acknowledged the incident; null if none has. */
    readonly acknowledgedBy: string | null;
    /** Time until which a member has postponed reminders and escalation; null if no snooze is in force. */
    readonly snoozedUntil: string | null;
    /** Name, or else email, of the member who snoozed the incident; null if no snooze is in force. */
    readonly snoozedBy: string | null;
  } | null | undefined;
  /** When a run last failed, timed out or was missed; null if none has since the monitor was created or resumed. */
  readonly lastFailureAt?: string | null | undefined;
  /** Whether the monitor is in a maintenance window now: evaluated, but its alerts are held. */
  readonly maintenance?: boolean | undefined;
  /** Problems with requests to the ping URL, at most one notice of each kind. A notice disappears when it is dismissed, or 30 days after its latest request. */
  readonly notices?: readonly PingNotice[] | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

/** Omitted fields keep their value. Sending the field of another type changes the type. */
export interface ScheduleEdit {
  /** Default: the type whose field is given. */
  readonly type?: "interval" | "cron" | "oncalendar" | undefined;
  /** Seconds between runs, 10 to 31622400. Default: one day. */
  readonly interval?: number | undefined;
  /** Five fields as in Debian's cron, or six with seconds first. Also `@daily` and similar, `L`, `LW`, `5L` and `MON#2`. */
  readonly cron?: string | undefined;
  /** Expressions as in systemd's `OnCalendar=`, like `Mon..Fri 02:00`: one per line, at most 10. A time zone at the end of a line applies to that line. */
  readonly onCalendar?: string | undefined;
  /** IANA time zone. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Grace period: seconds that a report may be late, 0 to 31622400. Default: one hour. */
  readonly graceDuration?: number | undefined;
  /** The schedule in English. */
  readonly summary?: string | undefined;
}

export interface Forwarding {
  /** Whether the monitor forwards its pings. The other fields are empty if it does not. */
  readonly enabled: boolean;
  /** Number of pings that wait to be forwarded. */
  readonly backlog: number;
  /** When a ping was last forwarded; null if none was. */
  readonly lastSentAt: string | null;
  /** When an attempt last failed; null if none has. */
  readonly lastFailedAt: string | null;
  /** Reason of the last failure, in English; empty since the last success. */
  readonly error: string;
  /** Time of the next attempt after a failure; null otherwise. */
  readonly retryAt: string | null;
  /** Number of dropped pings: refused by the receiver, not forwarded within an hour, or beyond 1,000 waiting pings. */
  readonly dropped: number;
  /** When a ping was last dropped; null if none was. */
  readonly lastDroppedAt: string | null;
}

/** A recorded ping. */
export interface Event {
  /** 1, 2, 3… per monitor, without gaps. */
  readonly number: number;
  /** Ping type. `ignored`: the monitor's `pingFilter` decided that the ping doesn't count. */
  readonly type: "ping" | "start" | "fail" | "end" | "log" | "ignored";
  /** Duration of the run in seconds; 0 if not measured, as with every start. */
  readonly duration: number;
  /** The `rid` that the job sent, or else an ID that Overdue generated. */
  readonly runID: string;
  /** Time of arrival. */
  readonly at: string;
  /** When the reported event happened: the time that the job sent, or else the time of arrival. */
  readonly happenedAt: string;
  /** Parts of the ping that were ignored, and why. */
  readonly warnings: readonly string[];
  /** HTTP method of the ping, or `EMAIL`. */
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "EMAIL";
  readonly userAgent: string;
  readonly remoteAddress: string;
  /** Exit status of the job, if the path had one; else null. */
  readonly exitStatus: number | null;
  /** Stored bytes of the body; 0 if there was none or it is no longer stored. */
  readonly bodySize: number;
}

/** One execution of the job, or an expected execution that did not happen. */
export interface Run {
  /** The `rid` that the job sent, or else an ID that Overdue generated. */
  readonly runID: string;
  /** `running`: started, not ended. `succeeded` and `failed`: as the job reported. `timed_out`: open for longer than `maxRunDuration`. `missed`: expected, but not reported by the deadline. `unknown`: the service could not see pings. */
  readonly state: "running" | "succeeded" | "failed" | "timed_out" | "missed" | "unknown";
  /** When the schedule expected the run; null for a run outside the schedule. */
  readonly expectedAt: string | null;
  /** When the start was reported; null if it was not. */
  readonly startedAt: string | null;
  /** When the end was reported; null if it was not. */
  readonly endedAt: string | null;
  /** Seconds; null if not measured. */
  readonly duration: number | null;
  /** Whether the job reported after the deadline, or the run ended after its time limit. */
  readonly late: boolean;
  /** Number of the event that started the run. */
  readonly startEvent: number | null;
  /** Number of the event that ended the run. */
  readonly endEvent: number | null;
  /** Result of a check. The last attempt decides. */
  readonly check: {
    /** `unknown`: the check says nothing about the target. */
    readonly outcome: "succeeded" | "failed" | "timed_out" | "unknown";
    /** Cause of the outcome, or the note of a success; null for a success without a note. */
    readonly code: "dns_not_found" | "dns_no_address" | "dns_refused" | "dns_failed" | "dns_timeout" | "dns_rcode" | "dns_values" | "address_refused" | "connect_refused" | "connect_unreachable" | "connect_reset" | "connect_timeout" | "tls_expired" | "tls_not_yet_valid" | "tls_name" | "tls_untrusted" | "tls_incomplete_chain" | "tls_client_certificate" | "tls_failed" | "tls_timeout" | "tls_expires_soon" | "starttls_refused" | "response_timeout" | "response_closed" | "response_malformed" | "response_headers_too_large" | "response_too_large" | "response_compression" | "redirect_limit" | "redirect_refused" | "status" | "text_missing" | "text_forbidden" | "json" | "slow" | "domain_expires_soon" | "domain_not_found" | "rdap_failed" | "overloaded" | "interrupted" | "own_network" | null;
    /** What was wrong. Empty if `code` is null. */
    readonly message: string;
    /** Start of the attempt. */
    readonly startedAt: string;
    readonly phases: CheckPhases;
    /** Process that made the attempt. */
    readonly node: string;
    /** Region of the process; null if none is set. */
    readonly region: string | null;
    /** Address of the last connection; null if there was none. */
    readonly address: string | null;
    /** Version of IP of the address. */
    readonly family: number | null;
    /** Status of an HTTP response. */
    readonly status: number | null;
    /** Certificate that the target presented. */
    readonly certificate: {
      /** Name of the holder. */
      readonly subject: string;
      /** Name of the authority. */
      readonly issuer: string;
      /** Start of the validity. */
      readonly validFrom: string;
      /** End of the validity. */
      readonly expiresAt: string;
      /** SHA-256 in hexadecimal digits. */
      readonly fingerprint: string;
    } | null;
    /** When the registration of a domain ends; null for other checks. */
    readonly domainExpiresAt: string | null;
    /** Start of the response, or values of a DNS answer. Null unless the check failed. */
    readonly excerpt: string | null;
    /** Whether an attempt failed, and a later one succeeded. */
    readonly disputed: boolean;
    /** Failed attempts before the last one, oldest first. */
    readonly earlier: readonly EarlierAttempt[];
  } | null;
}

/** Seconds of each phase; null for a phase that did not take place. */
export interface CheckPhases {
  /** Look-up of the name. */
  readonly dns: number | null;
  /** Connection. */
  readonly connect: number | null;
  /** TLS handshake. */
  readonly tls: number | null;
  /** Wait for the first byte of the response. */
  readonly firstByte: number | null;
  /** The whole attempt, with redirects. */
  readonly total: number;
}

export interface EarlierAttempt {
  /** `unknown`: the check says nothing about the target. */
  readonly outcome: "succeeded" | "failed" | "timed_out" | "unknown";
  /** Cause of the outcome, or the note of a success; null for a success without a note. */
  readonly code: "dns_not_found" | "dns_no_address" | "dns_refused" | "dns_failed" | "dns_timeout" | "dns_rcode" | "dns_values" | "address_refused" | "connect_refused" | "connect_unreachable" | "connect_reset" | "connect_timeout" | "tls_expired" | "tls_not_yet_valid" | "tls_name" | "tls_untrusted" | "tls_incomplete_chain" | "tls_client_certificate" | "tls_failed" | "tls_timeout" | "tls_expires_soon" | "starttls_refused" | "response_timeout" | "response_closed" | "response_malformed" | "response_headers_too_large" | "response_too_large" | "response_compression" | "redirect_limit" | "redirect_refused" | "status" | "text_missing" | "text_forbidden" | "json" | "slow" | "domain_expires_soon" | "domain_not_found" | "rdap_failed" | "overloaded" | "interrupted" | "own_network" | null;
  /** What was wrong. Empty if `code` is null. */
  readonly message: string;
  /** Start of the attempt. */
  readonly startedAt: string;
  readonly phases: CheckPhases;
  /** Process that made the attempt. */
  readonly node: string;
  /** Region of the process; null if none is set. */
  readonly region: string | null;
}

export interface MonitorRuns {
  /** `shortID` of the monitor. */
  readonly shortID: string;
  /** Whether the span has more runs than the response. The oldest are left out. */
  readonly truncated: boolean;
  /** Newest first. */
  readonly runs: readonly Run[];
}

export interface Statistics {
  /** Start of the span. */
  readonly from: string;
  /** End of the span. */
  readonly to: string;
  /** Whether the span has more runs than the response. The oldest are left out. */
  readonly truncated: boolean;
  /** Runs that began in the span, including missed ones. */
  readonly runs: number;
  /** Open runs. */
  readonly running: number;
  /** Runs that succeeded. */
  readonly succeeded: number;
  /** Runs that the job reported as failed. */
  readonly failed: number;
  /** Runs open for longer than their limit. */
  readonly timedOut: number;
  /** Expected runs that were not reported. */
  readonly missed: number;
  /** Runs for which the service could not see pings. */
  readonly unknown: number;
  /** Share of runs that succeeded, among those that succeeded, failed, timed out or were missed: 0 to 1, or null if there are none. */
  readonly successRate: number | null;
  /** Median duration of runs in seconds; null if nothing was measured. */
  readonly durationP50: number | null;
  /** 95th percentile of the durations in seconds. */
  readonly durationP95: number | null;
  /** Longest duration in seconds. */
  readonly durationMax: number | null;
  /** Median delay of starts after their expected time, in seconds. */
  readonly startLagP50: number | null;
  /** 95th percentile of that delay, in seconds. */
  readonly startLagP95: number | null;
  /** Equal parts of the span, oldest first. */
  readonly buckets: readonly StatisticsBucket[];
}

export interface StatisticsBucket {
  /** Start of the bucket. */
  readonly at: string;
  /** Runs that began in the bucket. */
  readonly runs: number;
  /** Failed or timed-out runs. */
  readonly failed: number;
  /** Missed runs. */
  readonly missed: number;
  /** Median duration of runs in seconds; null if nothing was measured. */
  readonly durationP50: number | null;
  /** 95th percentile of the durations in seconds. */
  readonly durationP95: number | null;
  /** Longest duration in seconds. */
  readonly durationMax: number | null;
}

export interface RunDay {
  /** Start of the day. */
  readonly from: string;
  /** End of the day, exclusive; for the last day, the current time. */
  readonly to: string;
  /** Runs that succeeded. */
  readonly succeeded: number;
  /** Runs that failed or timed out. */
  readonly failed: number;
  /** Expected runs that were not reported. */
  readonly missed: number;
  /** Runs that were reported after their deadline. They are also counted by outcome. */
  readonly late: number;
  /** Runs for which the service could not see pings. */
  readonly unknown: number;
  /** Incidents that opened. */
  readonly incidents: number;
  /** Total time that monitors were down, in seconds. */
  readonly downSeconds: number;
}

export interface ExpectedRuns {
  /** `shortID` of the monitor. */
  readonly shortID: string;
  /** Median duration of the successful runs among the last 10 runs, in seconds; null if none was measured. */
  readonly usualDuration: number | null;
  /** Expected runs, oldest first. Runs at most 15 minutes apart are one span. */
  readonly spans: readonly ExpectedSpan[];
}

export interface ExpectedSpan {
  /** First expected run. */
  readonly firstAt: string;
  /** Last expected run; equal to the first for a single run. */
  readonly lastAt: string;
}

/** A change of a monitor's status. */
export interface Transition {
  /** Identifies the transition in this API. */
  readonly id: number;
  /** The status before. */
  readonly from: "new" | "up" | "failing" | "down" | "paused";
  /** The status after. `late` is never stored, because it depends on the time. */
  readonly to: "new" | "up" | "failing" | "down" | "paused";
  /** Time of the change. */
  readonly at: string;
  /** Reason for the change. */
  readonly reason: "reported" | "imported" | "succeeded" | "failed" | "timed_out" | "missed" | "paused" | "resumed";
  /** Run that caused the change; null if the monitor was paused or resumed. */
  readonly runID: string | null;
  /** Event that caused the change; null if there was none, as with a missed run. */
  readonly eventNumber: number | null;
}

export interface PreviewDetail {
  /** Time of the occurrence. */
  readonly at: string;
  /** Local time in the schedule's time zone. */
  readonly local: string;
  /** Offset of the local time from UTC. */
  readonly offset: string;
  /** Whether the clocks change between the previous occurrence and this one: forward or back; empty if they do not. If occurrences are more than a day apart, only a change within the last day counts. */
  readonly note: "" | "clocks_forward" | "clocks_back";
}

export interface SchedulePreviewInput {
  readonly schedule: ScheduleInput;
  /** Start of the preview, RFC 3339. Default: now. */
  readonly after?: string | undefined;
  /** Number of occurrences. */
  readonly count?: number | undefined;
}

export interface Crontab {
  /** The cron expression. */
  readonly cron: string;
  /** Value of CRON_TZ; null if it is not set, which means the time zone of the machine. */
  readonly timezone: string | null;
  /** Seconds by which cronie may delay each run, from RANDOM_DELAY; add them to the grace period. 0 if it is not set. */
  readonly randomDelay: number;
  /** Command that cron runs; empty if there is none. */
  readonly command: string;
  /** Suggested name of the monitor, from a comment or the command; empty if neither has one. */
  readonly name: string;
  /** The user, as in /etc/crontab; null if the line was read without a user. */
  readonly user: string | null;
  /** The word after the times if it could be a user or part of the command; `hasUser` decides which. Null if it can’t be a user. */
  readonly possibleUser: string | null;
  /** The text in three parts, for programs that edit the command. */
  readonly parts: {
    /** Everything before the command, such as the times and the user. */
    readonly before: string;
    /** The command as written, without its input. */
    readonly command: string;
    /** The input of the command, which starts with `%`, and the lines that follow. */
    readonly after: string;
  };
  /** Parts that were ignored or guessed, as sentences. */
  readonly warnings: readonly string[];
}

export interface CrontabInput {
  /** A line of a crontab, of /etc/crontab or of a file in /etc/cron.d. Comments and settings such as CRON_TZ may precede it. */
  readonly line: string;
  /** Whether a user follows the times, as in /etc/crontab. Default: guessed from the words of the line. */
  readonly hasUser?: boolean | undefined;
}

export interface Import {
  /** Whether this request created the monitors; false for a dry run. */
  readonly isApplied: boolean;
  /** Number of items by outcome. */
  readonly counts: {
    readonly create: number;
    readonly exists: number;
    readonly collision: number;
    readonly left_out: number;
  };
  /** Differences from the source and their reasons, one sentence each. */
  readonly notes: readonly string[];
  /** Items of the source, those left out last. */
  readonly items: readonly ImportItem[];
  /** Channels of the source. */
  readonly channels: readonly ImportChannel[];
  /** Keys that the project keeps. */
  readonly keys: readonly ImportKey[];
}

export interface ImportItem {
  readonly name: string;
  /** `create`: becomes a monitor. `exists`: the monitor exists, and the import leaves it as it is. `collision`: its ping ID can’t be kept here. `left_out`: can’t become a monitor. */
  readonly outcome: "create" | "exists" | "collision" | "left_out";
  /** The schedule in English; empty if the item was left out. */
  readonly schedule: string;
  /** Slug that is kept; empty if the monitor has none. */
  readonly slug: string | null;
  /** Whether the ping ID stays the same, so that only the address of the service changes in the job. */
  readonly keepsPingID: boolean;
  /** Number of past runs to import, at most 100. */
  readonly pastRuns: number;
  /** Number of past status changes to import, at most 50. */
  readonly pastTransitions: number;
  /** `shortID` of the monitor; null if there is none yet. */
  readonly monitorShortID: string | null;
  /** Ping URL of a monitor that this request created; otherwise null. */
  readonly pingURL: string | null;
  /** The line of a crontab in three parts, for programs that edit the command; null for other sources and for items left out. Never stored. */
  readonly crontabLine: {
    /** Number of the line in the file, from 1. */
    readonly number: number;
    /** Times and user. */
    readonly before: string;
    /** The command as written, without its input. */
    readonly command: string;
    /** The input of the command, which starts with `%`. */
    readonly after: string;
  } | null;
  /** Differences from the source and their reasons, one sentence each. */
  readonly notes: readonly string[];
}

export interface ImportChannel {
  readonly name: string;
  /** Type of the new channel; null if none is created. */
  readonly type: string | null;
  /** `exists`: a channel of the same name exists, and the monitors use it. */
  readonly outcome: "create" | "exists" | "left_out";
  /** Differences from the source and their reasons, one sentence each. */
  readonly notes: readonly string[];
}

export interface ImportKey {
  readonly name: string;
  readonly kind: "ping" | "read_write" | "read";
  /** `exists`: the project has the key already. `collision`: the key is in use elsewhere. */
  readonly outcome: "create" | "exists" | "collision";
}

export interface ImportInput {
  /** Service or format. `crontab` also accepts the JSON of `systemctl list-timers`. `discover` is the format in which the command `overdue discover` sends the jobs of a host, with ping IDs that the command chose. */
  readonly source: "healthchecks" | "cronitor" | "uptime-kuma" | "better-stack" | "sentry" | "crontab" | "discover";
  /** Exported files. Without them, `account` is required. */
  readonly files?: readonly ({
    /** File name, for messages. In `/etc/crontab` and in files of a `cron.d` folder, the word after the times is read as the user. */
    readonly name?: string | undefined;
    /** Content of the exported file. */
    readonly text: string;
  })[] | undefined;
  /** Access to the API of the service. Used if there are no files. */
  readonly account?: {
    /** API key of the service. Used for this request only, and not stored. */
    readonly key: string;
    /** Address of a self-hosted service. */
    readonly url?: string | undefined;
    /** Slug of the organization. Required for Sentry. */
    readonly organization?: string | undefined;
    /** Whether to read the history of up to 1000 monitors: pings, flips and the latest bodies of Healthchecks, check-ins of Sentry. This takes further requests for each monitor. */
    readonly history?: boolean | undefined;
  } | undefined;
  /** Key that jobs send, and that the project keeps: the ping key of a Healthchecks project, a Sentry DSN or its public key, or the API key of Cronitor. Only its hash is stored. Needs a sign-in within the last 10 minutes. */
  readonly pingKey?: string | undefined;
  /** Whether the project keeps `account.key`, an API key of Healthchecks, for programs that use the API of Healthchecks. */
  readonly keepKey?: boolean | undefined;
  /** Project of the new monitors. Default: the team's default project. */
  readonly projectShortID?: string | undefined;
  /** IANA time zone of crontabs and timers that name none. */
  readonly timezone?: string | undefined;
  /** Numbers of the crontab lines to import. Default: all. */
  readonly lines?: readonly number[] | undefined;
  /** Monitor names for crontab lines, in place of the suggested names. */
  readonly names?: readonly ({
    /** Number of the line. */
    readonly line: number;
    /** Name of the monitor. */
    readonly name: string;
  })[] | undefined;
  /** Whether to return the plan only, and change nothing. */
  readonly dryRun?: boolean | undefined;
  /** Whether monitors continue with the status and the last ping of Healthchecks, so that a job that dies during the move is detected. Use this if the jobs report here before their next deadline. If false, a monitor is `new` until its first ping. */
  readonly continueStatus?: boolean | undefined;
  /** Whether to leave out items that collide. If false, a single collision makes the import fail. */
  readonly skipCollisions?: boolean | undefined;
}

export interface ConfigurationPlan {
  /** Identifies the plan. Send it when you apply the file. */
  readonly planID: string;
  /** Whether this request made the changes; false for a dry run. */
  readonly isApplied: boolean;
  /** Number of items whose resources already match the file. */
  readonly unchanged: number;
  /** All steps, in the order in which they are applied. */
  readonly steps: readonly ConfigurationStep[];
}

export interface ConfigurationStep {
  /** `create`, `change`, `delete`. `adopt`: the file takes over a resource without changing it. `keep`: the file manages the resource but no longer contains it; `prune` would delete it. */
  readonly action: "create" | "change" | "adopt" | "delete" | "keep";
  readonly kind: "channel" | "on_call_schedule" | "escalation" | "project" | "monitor" | "maintenance" | "status_page" | "view";
  /** Key in the file. */
  readonly key: string;
  /** ID of the resource; null if it does not exist yet. */
  readonly id: string | null;
  readonly name: string;
  /** Settings that change. For a new resource, the settings that differ from the defaults. */
  readonly changes: readonly ({
    readonly path: string;
    /** Value before; null for none. Secrets are masked. */
    readonly from?: unknown | undefined;
    /** Value afterwards; null for none. Secrets are masked. */
    readonly to?: unknown | undefined;
  })[];
  /** Remarks for the person who reads the plan. */
  readonly notes: readonly string[];
}

export interface ConfigurationInput {
  /** Name of the file. It identifies the resources that the file manages. */
  readonly file: string;
  readonly sections: ConfigurationSections;
  /** Whether to delete resources that the file manages but no longer contains. */
  readonly prune?: boolean | undefined;
  /** Whether to return the plan only, and change nothing. */
  readonly dryRun?: boolean | undefined;
  /** `planID` of the plan that was shown. If the plan has changed since then, the request answers 409 and changes nothing. */
  readonly planID?: string | undefined;
}

/** Items of a file. All sections are optional. */
export interface ConfigurationSections {
  /** Channels by key. The JSON Schema of configuration files describes their settings. */
  readonly channels?: Readonly<Record<string, unknown>> | undefined;
  /** On-call schedules by key. The JSON Schema of configuration files describes their settings. */
  readonly onCallSchedules?: Readonly<Record<string, unknown>> | undefined;
  /** Escalation policies by key. The JSON Schema of configuration files describes their settings. */
  readonly escalations?: Readonly<Record<string, unknown>> | undefined;
  /** Projects by key. The JSON Schema of configuration files describes their settings. */
  readonly projects?: Readonly<Record<string, unknown>> | undefined;
  /** Monitors by key. The JSON Schema of configuration files describes their settings. */
  readonly monitors?: Readonly<Record<string, unknown>> | undefined;
  /** Maintenance windows by key. The JSON Schema of configuration files describes their settings. */
  readonly maintenance?: Readonly<Record<string, unknown>> | undefined;
  /** Status pages by key. The JSON Schema of configuration files describes their settings. */
  readonly statusPages?: Readonly<Record<string, unknown>> | undefined;
  /** Shared views of the monitor list by key. The JSON Schema of configuration files describes their settings. */
  readonly views?: Readonly<Record<string, unknown>> | undefined;
}

export interface ConfigurationExport {
  readonly file: string;
  readonly sections: ConfigurationSections;
  /** Paths of secrets that were left out. Applying the file does not change them. */
  readonly secrets: readonly string[];
}

/** The configuration file that manages a resource. */
export interface ManagedResource {
  /** Name of the file. It identifies the resources that the file manages. */
  readonly file: string;
  readonly kind: "channel" | "on_call_schedule" | "escalation" | "project" | "monitor" | "maintenance" | "status_page" | "view";
  /** Key in the file. */
  readonly key: string;
}

export interface IncidentWithFailures {
  /** Identifies the incident in this API. */
  readonly incidentID: string;
  readonly monitor: {
    readonly shortID: string;
    readonly name: string;
    readonly projectShortID: string;
    /** Severity of the monitor now. */
    readonly severity: "low" | "normal" | "high" | "critical";
    /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
    readonly runbookURL: string;
    readonly status: Status;
    /** Why the monitor has its status now and what comes next, in English. */
    readonly explanation: string;
    /** Time zone of the schedule. */
    readonly timezone: string;
    readonly description: string;
    readonly tags: readonly string[];
  };
  /** Why the monitor went down. */
  readonly reason: "failed" | "timed_out" | "missed";
  /** When the monitor went down. */
  readonly openedAt: string;
  /** When the incident ended; null while open. */
  readonly closedAt: string | null;
  /** Why the incident ended; null while open. */
  readonly closedBy: "recovered" | "paused" | "deleted" | null;
  /** Seconds, up to now while open. */
  readonly duration: number;
  /** Run that brought the monitor down; null if it is no longer stored. */
  readonly runID: string | null;
  /** When a member acknowledged the incident; null if none has. */
  readonly acknowledgedAt: string | null;
  /** Name, or else email, of the member who acknowledged the incident; null if none has. */
  readonly acknowledgedBy: string | null;
  /** Note of the acknowledgement; null if there is none. */
  readonly note: string | null;
  /** Time until which a member has postponed reminders and escalation; null if no snooze is in force. */
  readonly snoozedUntil: string | null;
  /** Name, or else email, of the member who snoozed the incident; null if no snooze is in force. */
  readonly snoozedBy: string | null;
  /** Runs that failed, oldest first, at most 100: the failures in a row that led to the incident, then the failures during the incident. */
  readonly failures: readonly Run[];
  /** Notes, oldest first. */
  readonly notes: readonly IncidentNote[];
  /** The end of the log of the last failed run that sent one; null if none has. */
  readonly log: {
    readonly runID: string;
    /** Outcome of the run. */
    readonly state: "running" | "succeeded" | "failed" | "timed_out" | "missed" | "unknown";
    /** Number of the event with the log. */
    readonly event: number;
    /** When the schedule expected the run; null for a run outside the schedule. */
    readonly expectedAt: string | null;
    /** When the run ended, or else started. */
    readonly at: string | null;
    /** The last lines as the job sent them, with terminal colours. At most 100 lines. */
    readonly text: string;
    /** Lines of `text` that probably name the problem, counted from 0. */
    readonly errorLines: readonly number[];
    /** Whether the log has earlier lines. */
    readonly isCut: boolean;
  } | null;
  /** If `log` is null: the end of the log of the last earlier run that sent one; null if there is none. */
  readonly previousLog: {
    readonly runID: string;
    /** Outcome of the run. */
    readonly state: "running" | "succeeded" | "failed" | "timed_out" | "missed" | "unknown";
    /** Number of the event with the log. */
    readonly event: number;
    /** When the schedule expected the run; null for a run outside the schedule. */
    readonly expectedAt: string | null;
    /** When the run ended, or else started. */
    readonly at: string | null;
    /** The last lines as the job sent them, with terminal colours. At most 100 lines. */
    readonly text: string;
    /** Lines of `text` that probably name the problem, counted from 0. */
    readonly errorLines: readonly number[];
    /** Whether the log has earlier lines. */
    readonly isCut: boolean;
  } | null;
  /** The last ping that arrived before the end of the incident; null if it is not among the newest stored events. */
  readonly lastReport: {
    /** 1, 2, 3… per monitor, without gaps. */
    readonly event: number;
    /** Ping type. `ignored`: the monitor's `pingFilter` decided that the ping doesn't count. */
    readonly type: "ping" | "start" | "fail" | "end" | "log" | "ignored";
    /** Time of arrival. */
    readonly at: string;
    /** Exit status of the job, if the ping had one; else null. */
    readonly exitStatus: number | null;
    readonly remoteAddress: string;
    readonly userAgent: string;
  } | null;
  readonly earlier: EarlierIncidents;
  /** Null for tokens limited to projects. */
  readonly nextAlerts: {
    /** When the next reminder is due; null if none is. */
    readonly reminderAt: string | null;
    /** When the next step of the escalation is due; null if none is, or if an alert of the incident is held. */
    readonly escalationAt: string | null;
    /** Number of that step in the escalation policy, counted from 1; null without a step. */
    readonly escalationStep: number | null;
  } | null;
  /** Everything that happened, oldest first: alerts with their outcome, acknowledgements, notes, the end. Tokens limited to projects see no alerts. */
  readonly history: readonly IncidentStep[];
  /** Incidents of the team that opened within five minutes before or after this incident, itself included. */
  readonly openedTogether: {
    /** Number of incidents, at most 100. */
    readonly count: number;
    /** Whether there are more. */
    readonly isMore: boolean;
    /** When the first of them opened. */
    readonly from: string;
    /** When the last of them opened. */
    readonly to: string;
  };
  /** The incidents of other monitors that have most in common, at most five, one per monitor: those with the relation `host` first, then `tag`, then `time`. */
  readonly related: readonly ({
    /** Identifies the incident in this API. */
    readonly incidentID: string;
    readonly monitor: {
      readonly shortID: string;
      readonly name: string;
      readonly projectShortID: string;
      /** Severity of the monitor now. */
      readonly severity: "low" | "normal" | "high" | "critical";
      /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
      readonly runbookURL: string;
    };
    /** Why the monitor went down. */
    readonly reason: "failed" | "timed_out" | "missed";
    /** When the monitor went down. */
    readonly openedAt: string;
    /** When the incident ended; null while open. */
    readonly closedAt: string | null;
    /** Why the incident ended; null while open. */
    readonly closedBy: "recovered" | "paused" | "deleted" | null;
    /** Seconds, up to now while open. */
    readonly duration: number;
    /** Run that brought the monitor down; null if it is no longer stored. */
    readonly runID: string | null;
    /** When a member acknowledged the incident; null if none has. */
    readonly acknowledgedAt: string | null;
    /** Name, or else email, of the member who acknowledged the incident; null if none has. */
    readonly acknowledgedBy: string | null;
    /** Note of the acknowledgement; null if there is none. */
    readonly note: string | null;
    /** Time until which a member has postponed reminders and escalation; null if no snooze is in force. */
    readonly snoozedUntil: string | null;
    /** Name, or else email, of the member who snoozed the incident; null if no snooze is in force. */
    readonly snoozedBy: string | null;
    /** `time`: opened within five minutes before or after. `host`: the last pings came from the same address, and both were down at the same time. `tag`: both have a tag in common and were down at the same time. */
    readonly relations: readonly ("time" | "host" | "tag")[];
    /** Tags that both monitors have. */
    readonly commonTags: readonly string[];
  })[];
}

export interface IncidentNote {
  readonly noteID: string;
  /** Creation time. */
  readonly at: string;
  /** The author's name, or else the email. */
  readonly author: string;
  readonly text: string;
}

/** Earlier incidents of the same monitor. */
export interface EarlierIncidents {
  /** At most 100. */
  readonly count: number;
  /** Number of days before the incident in which earlier incidents are counted. */
  readonly days: number;
  /** Newest first, at most 5. */
  readonly incidents: readonly ({
    /** Identifies the incident in this API. */
    readonly incidentID: string;
    readonly monitor: {
      readonly shortID: string;
      readonly name: string;
      readonly projectShortID: string;
      /** Severity of the monitor now. */
      readonly severity: "low" | "normal" | "high" | "critical";
      /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
      readonly runbookURL: string;
    };
    /** Why the monitor went down. */
    readonly reason: "failed" | "timed_out" | "missed";
    /** When the monitor went down. */
    readonly openedAt: string;
    /** When the incident ended; null while open. */
    readonly closedAt: string | null;
    /** Why the incident ended; null while open. */
    readonly closedBy: "recovered" | "paused" | "deleted" | null;
    /** Seconds, up to now while open. */
    readonly duration: number;
    /** Run that brought the monitor down; null if it is no longer stored. */
    readonly runID: string | null;
    /** When a member acknowledged the incident; null if none has. */
    readonly acknowledgedAt: string | null;
    /** Name, or else email, of the member who acknowledged the incident; null if none has. */
    readonly acknowledgedBy: string | null;
    /** Note of the acknowledgement; null if there is none. */
    readonly note: string | null;
    /** Time until which a member has postponed reminders and escalation; null if no snooze is in force. */
    readonly snoozedUntil: string | null;
    /** Name, or else email, of the member who snoozed the incident; null if no snooze is in force. */
    readonly snoozedBy: string | null;
    /** The last note; null if there is none. */
    readonly lastNote: string | null;
  })[];
}

export interface IncidentStep {
  /** Time of the step. */
  readonly at: string;
  /** `opened` · `alerted`: a message to a channel · `not_alerted` · `held`: alerts are postponed · `acknowledged` · `taken_over`: another member acknowledged instead of `from` · `unacknowledged`: the acknowledgement was taken back · `snoozed` · `unsnoozed` · `noted` · `healed`: the report of the missed run came late · `recovered`, `paused` or `deleted`: why the incident ended. */
  readonly kind: "opened" | "alerted" | "not_alerted" | "held" | "acknowledged" | "taken_over" | "unacknowledged" | "snoozed" | "unsnoozed" | "noted" | "healed" | "recovered" | "paused" | "deleted";
  /** Name of the member or the channel; null if the step has none. */
  readonly name: string | null;
  /** The note, the reason, or why a message could not be sent; null if there is none. */
  readonly text: string | null;
  /** The message; null unless `alerted`. */
  readonly message: {
    /** Kind of alert. */
    readonly kind: "down" | "recovered" | "failing" | "up" | "paused" | "resumed" | "reminder" | "escalation" | "blind_window" | "channel_disabled" | "report";
    /** `shortID` of the channel; empty for a message mailed directly to a member. */
    readonly channel: string;
    /** `key` of the delivery. */
    readonly delivery: string;
    readonly state: "waiting" | "sent" | "failed" | "merged";
    /** Number of attempts. */
    readonly attempts: number;
    /** Time of the next attempt; null unless waiting. */
    readonly nextAttemptAt: string | null;
  } | null;
  /** End of the snooze; null unless `snoozed`. */
  readonly until: string | null;
  /** Name of the member whose acknowledgement was taken over; null unless `taken_over`. */
  readonly from: string | null;
}

export interface Acknowledgement {
  /** Note for other members, at most 1000 characters. */
  readonly note?: string | undefined;
  /** Replaces the acknowledgement of another member, if there is one. */
  readonly takeOver?: boolean | undefined;
}

export interface SnoozeInput {
  /** End of the snooze, at most 7 days ahead. */
  readonly until?: string | undefined;
  /** `hour`: one hour from now. `morning`: the next 08:00 in the monitor's time zone that is at least one hour away. */
  readonly preset?: "hour" | "morning" | undefined;
}

/** The period from a monitor going down until it recovers. */
export interface Incident {
  /** Identifies the incident in this API. */
  readonly incidentID: string;
  readonly monitor: {
    readonly shortID: string;
    readonly name: string;
    readonly projectShortID: string;
    /** Severity of the monitor now. */
    readonly severity: "low" | "normal" | "high" | "critical";
    /** Link to instructions for handling failures, http or https, at most 2000 characters; empty when there is none. Shown with the monitor and its incidents, and in its alerts. */
    readonly runbookURL: string;
  };
  /** Why the monitor went down. */
  readonly reason: "failed" | "timed_out" | "missed";
  /** When the monitor went down. */
  readonly openedAt: string;
  /** When the incident ended; null while open. */
  readonly closedAt: string | null;
  /** Why the incident ended; null while open. */
  readonly closedBy: "recovered" | "paused" | "deleted" | null;
  /** Seconds, up to now while open. */
  readonly duration: number;
  /** Run that brought the monitor down; null if it is no longer stored. */
  readonly runID: string | null;
  /** When a member acknowledged the incident; null if none has. */
  readonly acknowledgedAt: string | null;
  /** Name, or else email, of the member who acknowledged the incident; null if none has. */
  readonly acknowledgedBy: string | null;
  /** Note of the acknowledgement; null if there is none. */
  readonly note: string | null;
  /** Time until which a member has postponed reminders and escalation; null if no snooze is in force. */
  readonly snoozedUntil: string | null;
  /** Name, or else email, of the member who snoozed the incident; null if no snooze is in force. */
  readonly snoozedBy: string | null;
}

/** The log of a failed run compared with that of the last successful run. Times, durations, process IDs, random IDs, hashes and temporary paths are ignored. */
export interface LogComparison {
  /** The failed run; null if none has sent a log. */
  readonly failed: {
    readonly runID: string;
    /** Outcome of the run. */
    readonly state: "running" | "succeeded" | "failed" | "timed_out" | "missed" | "unknown";
    /** Number of the event with the log. */
    readonly event: number;
    /** When the schedule expected the run; null for a run outside the schedule. */
    readonly expectedAt: string | null;
    /** When the run ended, or else started. */
    readonly at: string | null;
  } | null;
  /** The last successful run before the failed one; null if none has sent a log. */
  readonly succeeded: {
    readonly runID: string;
    /** Outcome of the run. */
    readonly state: "running" | "succeeded" | "failed" | "timed_out" | "missed" | "unknown";
    /** Number of the event with the log. */
    readonly event: number;
    /** When the schedule expected the run; null for a run outside the schedule. */
    readonly expectedAt: string | null;
    /** When the run ended, or else started. */
    readonly at: string | null;
  } | null;
  /** `same`: the logs differ only in times and other changing parts. `too_different`: most lines differ. `no_log`: one of the logs is missing. */
  readonly outcome: "same" | "different" | "too_different" | "no_log";
  /** The differences with surrounding lines, at most 300 lines. */
  readonly lines: readonly LogDiffLine[];
  /** Whether the list of differences is incomplete, or the logs are longer than the 2,000 lines compared. */
  readonly isCut: boolean;
}

export interface LogDiffLine {
  /** `same`: in both logs. `added`: only in the log of the failed run. `removed`: only in the log of the successful run. `skipped`: stands for `count` lines that are in both logs. */
  readonly kind: "same" | "added" | "removed" | "skipped";
  /** The line without colours; empty if `skipped`. */
  readonly text: string;
  /** Number of lines. */
  readonly count: number;
}

export interface IncidentNoteInput {
  /** At most 5000 characters. */
  readonly text: string;
}

export interface SearchResult {
  readonly kind: "monitor" | "incident" | "log";
  /** The monitor found, or the monitor of the incident or log. */
  readonly monitor: {
    readonly shortID: string;
    readonly name: string;
    readonly projectShortID: string;
  };
  /** The incident; null for other kinds. */
  readonly incident: {
    readonly incidentID: string;
    readonly reason: "failed" | "timed_out" | "missed";
    /** When the monitor went down. */
    readonly openedAt: string;
    /** When the incident ended; null while open. */
    readonly closedAt: string | null;
  } | null;
  /** The event with the log; null for other kinds. */
  readonly event: {
    /** 1, 2, 3… per monitor, without gaps. */
    readonly number: number;
    /** Ping type. `ignored`: the monitor's `pingFilter` decided that the ping doesn't count. */
    readonly type: "ping" | "start" | "fail" | "end" | "log" | "ignored";
    /** Time of arrival. */
    readonly at: string;
    readonly runID: string;
  } | null;
  /** Where `text` was found. */
  readonly field: "name" | "tag" | "description" | "shortID" | "note" | "acknowledgedBy" | "log";
  /** The line with the most matches, cut to 240 characters. Plain text, never markup. */
  readonly text: string;
  /** The matches in `text`, in UTF-16 code units, in order, at most 20. */
  readonly matches: readonly ({
    readonly start: number;
    /** Exclusive. */
    readonly end: number;
  })[];
  /** Line number in the log, from 1; null if unknown, and for other kinds. */
  readonly line: number | null;
}

export interface ChannelType {
  /** A channel's `type`. */
  readonly type: string;
  /** Display name. */
  readonly title: string;
  /** Where the application lists the type: chats, alerts on phones, services for on-call teams, or everything else. */
  readonly category: "chat" | "phone" | "on_call" | "other";
  /** Whether people often host the receiver in their own network. The service must then allow its private address. */
  readonly isOftenSelfHosted: boolean;
  /** Whether the receiver tracks incidents. If so, each monitor's alarm and recovery are sent separately. */
  readonly tracksIncidents: boolean;
  /** JSON Schema of `settings`. Fields with `writeOnly` are secrets. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A destination for alerts. */
export interface Channel {
  /** Identifies the channel in this API. */
  readonly shortID: string;
  /** Channel type. */
  readonly type: string;
  /** Display name. */
  readonly name: string;
  /** Settings of the channel type. Secrets are masked. Empty for a `viewer`, who may not see where alerts go. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** URL to which the chat service sends button presses; null if messages of this type have no buttons, and for a `viewer`. */
  readonly pressURL: string | null;
  /** Whether to alert this channel about a monitor if neither the monitor nor its project names channels. */
  readonly isDefault: boolean;
  readonly subscriptions: readonly ("down" | "recovered" | "reminder" | "failing" | "blind_window" | "report_weekly" | "report_monthly")[];
  readonly tags: readonly string[];
  /** Alerts only about monitors of at least this severity. */
  readonly minSeverity: "low" | "normal" | "high" | "critical";
  /** Members of a `group`. */
  readonly channels: readonly string[];
  /** Why the channel is disabled; null if it is enabled. */
  readonly disabled: string | null;
  /** Creation time. */
  readonly createdAt: string;
  /** When the channel was disabled; null if it is enabled. */
  readonly disabledAt: string | null;
  /** When a message or a test alert was last delivered; null if never. */
  readonly lastSentAt: string | null;
  /** The last attempt, which may be a test alert, if it failed; null if it succeeded. */
  readonly lastError: {
    /** Time of the attempt. */
    readonly at: string;
    /** The receiver's response. */
    readonly answer: string;
  } | null;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

export interface ChannelInput {
  /** Channel type. It can't be changed later. */
  readonly type: string;
  /** Display name. */
  readonly name: string;
  /** Settings of the type, according to its schema in GET /v1/channel-types/. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Whether to alert this channel about a monitor if neither the monitor nor its project names channels. */
  readonly isDefault?: boolean | undefined;
  /** Alert kinds that the channel subscribes to. `failing`: a failure that does not open an incident yet. `blind_window`: a period in which the service itself could not see pings. Escalations and alerts about a broken channel are always sent. */
  readonly subscriptions?: readonly ("down" | "recovered" | "reminder" | "failing" | "blind_window" | "report_weekly" | "report_monthly")[] | undefined;
  /** Alerts only about monitors with one of these tags; empty for all monitors. */
  readonly tags?: readonly string[] | undefined;
  /** Alerts only about monitors of at least this severity. */
  readonly minSeverity?: "low" | "normal" | "high" | "critical" | undefined;
  /** Members of a `group`, by `shortID`: at most 20 channels, no groups. */
  readonly channels?: readonly string[] | undefined;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface ChannelEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** Omitted settings, and secrets that are sent back masked, keep their value. null removes an optional setting. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Whether to alert this channel about a monitor if neither the monitor nor its project names channels. */
  readonly isDefault?: boolean | undefined;
  /** Alert kinds that the channel subscribes to. `failing`: a failure that does not open an incident yet. `blind_window`: a period in which the service itself could not see pings. Escalations and alerts about a broken channel are always sent. */
  readonly subscriptions?: readonly ("down" | "recovered" | "reminder" | "failing" | "blind_window" | "report_weekly" | "report_monthly")[] | undefined;
  /** Alerts only about monitors with one of these tags; empty for all monitors. */
  readonly tags?: readonly string[] | undefined;
  /** Alerts only about monitors of at least this severity. */
  readonly minSeverity?: "low" | "normal" | "high" | "critical" | undefined;
  /** Members of a `group`, by `shortID`: at most 20 channels, no groups. */
  readonly channels?: readonly string[] | undefined;
  /** Reason for disabling the channel; null enables it again. */
  readonly disabled?: string | null | undefined;
  /** Identifies the channel in this API. */
  readonly shortID?: string | undefined;
  /** Channel type. */
  readonly type?: string | undefined;
  /** Creation time. */
  readonly createdAt?: string | undefined;
  /** URL to which the chat service sends button presses; null if messages of this type have no buttons, and for a `viewer`. */
  readonly pressURL?: string | null | undefined;
  /** When the channel was disabled; null if it is enabled. */
  readonly disabledAt?: string | null | undefined;
  /** When a message or a test alert was last delivered; null if never. */
  readonly lastSentAt?: string | null | undefined;
  /** The last attempt, which may be a test alert, if it failed; null if it succeeded. */
  readonly lastError?: {
    /** Time of the attempt. */
    readonly at: string;
    /** The receiver's response. */
    readonly answer: string;
  } | null | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

export interface TestAttempt {
  /** `sent`: delivered. `failed`: a retry may succeed. `refused`: the receiver will never accept this message. `gone`: the receiver will never accept any message. */
  readonly outcome: "sent" | "failed" | "refused" | "gone";
  /** The receiver's status code; null if there was none. */
  readonly status: number | null;
  /** The receiver's response, or the error. */
  readonly answer: string;
  /** Duration of the attempt in seconds. */
  readonly latency: number;
}

/** One message to one channel, or to one member by mail. */
export interface Delivery {
  /** Identifies the delivery. Receivers get it with each attempt and can use it to drop duplicates. */
  readonly key: string;
  /** `waiting`: the next attempt is pending. `sent`: delivered. `failed`: given up. `merged`: combined with another message. */
  readonly state: "waiting" | "sent" | "failed" | "merged";
  /** `combined` is one message about many monitors. */
  readonly kind: "down" | "recovered" | "failing" | "reminder" | "escalation" | "blind_window" | "channel_disabled" | "report" | "combined" | "test";
  readonly title: string;
  /** Paragraphs. */
  readonly text: readonly string[];
  /** Destination. */
  readonly channel: {
    /** Empty if the message is mailed directly to an owner or admin because no channel accepted it. */
    readonly shortID: string;
    /** Name of the channel, or the address of a directly mailed message. */
    readonly name: string;
    readonly type: string;
  };
  /** Creation time. */
  readonly createdAt: string;
  /** Time of the next attempt; null unless waiting. */
  readonly nextAttemptAt: string | null;
  /** When Overdue stops retrying an undelivered message. */
  readonly expiresAt: string;
  /** When the delivery stopped waiting; null while waiting. */
  readonly doneAt: string | null;
  /** Number of attempts. */
  readonly attempts: number;
  /** `key` of the delivery that a `merged` one is combined with; null otherwise. */
  readonly mergedInto: string | null;
}

export interface Attempt {
  /** Time of the attempt. */
  readonly at: string;
  /** `sent`: delivered. `failed`: a retry may succeed. `refused`: the receiver will never accept this message. `gone`: the receiver will never accept any message. */
  readonly outcome: "sent" | "failed" | "refused" | "gone";
  /** The receiver's status code; null if there was none. */
  readonly status: number | null;
  /** The receiver's response, or the error. */
  readonly answer: string;
  /** Duration of the attempt in seconds. */
  readonly latency: number;
  /** Time of the next attempt; null if there is none. */
  readonly nextAt: string | null;
}

/** Which channels were alerted about a status change, which were not, and why. */
export interface TransitionAlerts {
  /** `due`: about to be planned. `held`: postponed. `planned`: the channels to alert are decided. */
  readonly state: "due" | "held" | "planned";
  /** Why alerts are postponed; null unless `held`. */
  readonly reason: string | null;
  /** When held alerts are planned again; null unless `held`. */
  readonly plannedAgainAt: string | null;
  /** Every channel considered, whether alerted or not. */
  readonly decisions: readonly ChannelDecision[];
}

export interface ChannelDecision {
  /** `shortID` of the channel; empty if the reason applies to all channels. */
  readonly channel: string;
  /** Name of the channel when the alert was planned. */
  readonly name: string;
  /** `key` of the delivery; null if nothing is sent. */
  readonly delivery: string | null;
  /** Why the channel was alerted or not. */
  readonly reason: string;
}

/** A period in which Overdue evaluates monitors but holds their alerts. Covers the whole team if `monitors`, `tags` and `projects` are empty. */
export interface MaintenanceWindow {
  /** Identifies the window in this API. */
  readonly shortID: string;
  readonly name: string;
  /** Monitors that the window covers, by `shortID`. */
  readonly monitors: readonly string[];
  /** The window covers monitors with one of these tags. */
  readonly tags: readonly string[];
  /** The window covers the monitors of these projects, by `shortID`. */
  readonly projects: readonly string[];
  /** Start; null for a recurring window. */
  readonly startsAt: string | null;
  /** End; null for a recurring window. */
  readonly endsAt: string | null;
  /** Starts as a cron expression; null for a one-time window. */
  readonly cron: string | null;
  /** Time zone of the cron expression; null for a one-time window. */
  readonly timezone: string | null;
  /** Length of each recurrence in seconds; null for a one-time window. */
  readonly duration: number | null;
  /** Whether the window is active now. */
  readonly active: boolean;
  /** Next start; null if there is none. */
  readonly nextStartsAt: string | null;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

/** Set either `startsAt` and `endsAt`, or `cron` and `duration`. A window without monitors, tags and projects covers the whole team. */
export interface MaintenanceInput {
  /** Display name. */
  readonly name: string;
  /** Monitors that the window covers, by `shortID`, at most 500. */
  readonly monitors?: readonly string[] | undefined;
  /** The window covers monitors with one of these tags, at most 100. */
  readonly tags?: readonly string[] | undefined;
  /** The window covers the monitors of these projects, by `shortID`, at most 100. */
  readonly projects?: readonly string[] | undefined;
  /** Start of a one-time window, RFC 3339. */
  readonly startsAt?: string | null | undefined;
  /** End of a one-time window, RFC 3339. */
  readonly endsAt?: string | null | undefined;
  /** Starts of a recurring window: a cron expression as in schedules. */
  readonly cron?: string | null | undefined;
  /** IANA time zone of the cron expression. Default: UTC. */
  readonly timezone?: string | null | undefined;
  /** Length of each recurrence in seconds, 60 to 2592000 (30 days). */
  readonly duration?: number | null | undefined;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. Sending the times of the other kind (one-time or recurring) changes the kind. */
export interface MaintenanceEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** Monitors that the window covers, by `shortID`, at most 500. */
  readonly monitors?: readonly string[] | undefined;
  /** The window covers monitors with one of these tags, at most 100. */
  readonly tags?: readonly string[] | undefined;
  /** The window covers the monitors of these projects, by `shortID`, at most 100. */
  readonly projects?: readonly string[] | undefined;
  /** Start of a one-time window, RFC 3339. */
  readonly startsAt?: string | null | undefined;
  /** End of a one-time window, RFC 3339. */
  readonly endsAt?: string | null | undefined;
  /** Starts of a recurring window: a cron expression as in schedules. */
  readonly cron?: string | null | undefined;
  /** IANA time zone of the cron expression. Default: UTC. */
  readonly timezone?: string | null | undefined;
  /** Length of each recurrence in seconds, 60 to 2592000 (30 days). */
  readonly duration?: number | null | undefined;
  /** Identifies the window in this API. */
  readonly shortID?: string | undefined;
  /** Whether the window is active now. */
  readonly active?: boolean | undefined;
  /** Next start; null if there is none. */
  readonly nextStartsAt?: string | null | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

/** Channels to alert while an incident is not acknowledged. */
export interface EscalationPolicy {
  /** Identifies the policy in this API. */
  readonly shortID: string;
  readonly name: string;
  /** Steps in order. */
  readonly steps: readonly ({
    /** Seconds since the incident opened. */
    readonly after: number;
    /** Channels to alert, by `shortID`, regardless of their subscriptions. May be empty if `onCall` names a schedule. */
    readonly channels: readonly string[];
    /** On-call schedules, by `shortID`: the step alerts the member on call at the time of the step. */
    readonly onCall: readonly string[];
  })[];
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

export interface EscalationInput {
  /** Display name. */
  readonly name: string;
  /** 1 to 10 steps, each later than the previous one. */
  readonly steps: readonly ({
    /** Seconds since the incident opened. */
    readonly after: number;
    /** Channels to alert, by `shortID`, regardless of their subscriptions. May be empty if `onCall` names a schedule. */
    readonly channels: readonly string[];
    /** On-call schedules, by `shortID`: the step alerts the member on call at the time of the step. */
    readonly onCall?: readonly string[] | undefined;
  })[];
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface EscalationEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** 1 to 10 steps, each later than the previous one. */
  readonly steps?: readonly ({
    /** Seconds since the incident opened. */
    readonly after: number;
    /** Channels to alert, by `shortID`, regardless of their subscriptions. May be empty if `onCall` names a schedule. */
    readonly channels: readonly string[];
    /** On-call schedules, by `shortID`: the step alerts the member on call at the time of the step. */
    readonly onCall?: readonly string[] | undefined;
  })[] | undefined;
  /** Identifies the policy in this API. */
  readonly shortID?: string | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

export interface OnCall {
  readonly schedule: {
    readonly shortID: string;
    readonly name: string;
  };
  /** Member on call now; null in a gap. */
  readonly member: {
    readonly memberID: string;
    /** The member's name, or else the email. */
    readonly name: string;
  } | null;
  /** When the next member takes over, or the gap ends; null if that is more than two months away. */
  readonly until: string | null;
  /** Member on call afterwards; null in a gap. */
  readonly next: {
    readonly memberID: string;
    /** The member's name, or else the email. */
    readonly name: string;
  } | null;
}

export interface OnCallSpan {
  /** Start. */
  readonly startsAt: string;
  /** End, exclusive. */
  readonly endsAt: string;
  readonly member: OnCallMember;
  /** `shortID` of the override that put the member on call; null for a regular shift. */
  readonly override: string | null;
}

export interface OnCallMember {
  readonly memberID: string;
  /** The member's name, or else the email. */
  readonly name: string;
}

/** A period in which no member is on call. */
export interface OnCallGap {
  /** Start. */
  readonly startsAt: string;
  /** End, exclusive. */
  readonly endsAt: string;
}

/** Rotations of the members on call, and the member on call now. */
export interface OnCallSchedule {
  /** Identifies the schedule in this API. */
  readonly shortID: string;
  readonly name: string;
  readonly timezone: string;
  /** Rotations, at most 5. If several have a member on call at the same time, the first one applies. */
  readonly rotations: readonly Rotation[];
  readonly now: OnCallNow;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

/** Members who take turns. Times are in the time zone of the schedule. */
export interface Rotation {
  /** Members who take turns, by `memberID`, at most 50. Empty if all of them have left the team. */
  readonly members: readonly string[];
  /** Date of the first handover. Nobody is on call before it. */
  readonly startsOn: string;
  /** Time of day at which shifts change. */
  readonly handoverAt: string;
  /** Days from one handover to the next: 1 for daily, 7 for weekly. */
  readonly shiftDays: number;
  /** Times of the week that the rotation covers; null for all. If `to` is not later than `from`, the hours end on the next day. */
  readonly hours: {
    /** Days on which the hours begin: 1 is Monday, 7 is Sunday. */
    readonly weekdays: readonly number[];
    readonly from: string;
    readonly to: string;
  } | null;
}

export interface OnCallNow {
  /** Member on call now; null in a gap. */
  readonly member: {
    readonly memberID: string;
    /** The member's name, or else the email. */
    readonly name: string;
  } | null;
  /** When the next member takes over, or the gap ends; null if that is more than two months away. */
  readonly until: string | null;
  /** Member on call afterwards; null in a gap. */
  readonly next: {
    readonly memberID: string;
    /** The member's name, or else the email. */
    readonly name: string;
  } | null;
}

export interface OnCallScheduleInput {
  /** Display name. */
  readonly name: string;
  /** IANA time zone of handovers and hours. */
  readonly timezone: string;
  /** Rotations, at most 5. If several have a member on call at the same time, the first one applies. */
  readonly rotations: readonly RotationInput[];
}

export interface RotationInput {
  /** Members who take turns, by `memberID`, at most 50. Empty if all of them have left the team. */
  readonly members: readonly string[];
  /** Date of the first handover. Nobody is on call before it. */
  readonly startsOn: string;
  /** Time of day at which shifts change. */
  readonly handoverAt: string;
  /** Days from one handover to the next: 1 for daily, 7 for weekly. */
  readonly shiftDays?: number | undefined;
  /** Times of the week that the rotation covers; null for all. If `to` is not later than `from`, the hours end on the next day. */
  readonly hours?: {
    readonly weekdays: readonly number[];
    readonly from: string;
    readonly to: string;
  } | null | undefined;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface OnCallScheduleEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** IANA time zone of handovers and hours. */
  readonly timezone?: string | undefined;
  /** Rotations, at most 5. If several have a member on call at the same time, the first one applies. */
  readonly rotations?: readonly RotationInput[] | undefined;
  /** Identifies the schedule in this API. */
  readonly shortID?: string | undefined;
  readonly now?: {
    /** Member on call now; null in a gap. */
    readonly member: {
      readonly memberID: string;
      /** The member's name, or else the email. */
      readonly name: string;
    } | null;
    /** When the next member takes over, or the gap ends; null if that is more than two months away. */
    readonly until: string | null;
    /** Member on call afterwards; null in a gap. */
    readonly next: {
      readonly memberID: string;
      /** The member's name, or else the email. */
      readonly name: string;
    } | null;
  } | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

/** A period in which a member takes over shifts. */
export interface OnCallOverride {
  /** Identifies the override in this API. */
  readonly shortID: string;
  /** Member who is on call. */
  readonly member: {
    readonly memberID: string;
    /** The member's name, or else the email. */
    readonly name: string;
  };
  /** Member whose shifts are covered; null for the whole period. */
  readonly replaces: {
    readonly memberID: string;
    /** The member's name, or else the email. */
    readonly name: string;
  } | null;
  /** Start. */
  readonly startsAt: string;
  /** End, exclusive. */
  readonly endsAt: string;
}

export interface OnCallOverrideInput {
  /** Member who is on call. */
  readonly memberID: string;
  /** Member whose shifts are covered, by `memberID`; null covers the whole period. */
  readonly replaces?: string | null | undefined;
  /** Start, RFC 3339. */
  readonly startsAt: string;
  /** End, RFC 3339, exclusive. */
  readonly endsAt: string;
}

/** How a member on call is alerted. */
export interface OnCallContact {
  readonly memberID: string;
  readonly name: string;
  /** Address that gets every alert. */
  readonly email: string;
  /** Channels through which the member is alerted, by `shortID`, besides mail to `email`. */
  readonly channels: readonly string[];
  /** Whether the member has a phone or browser that shows alerts as notifications. */
  readonly hasDevices: boolean;
  /** Whether an alert would reach the member: the service sends email, the member has a device, or one of `channels` is enabled. */
  readonly isReachable: boolean;
  /** Whether the member is you. */
  readonly isYou: boolean;
}

export interface OnCallContactEdit {
  /** Channels through which the member is alerted, by `shortID`, besides mail to `email`. */
  readonly channels: readonly string[];
}

/** A public view of some monitors, readable without an account. */
export interface Share {
  /** Identifies the share in this API. */
  readonly shareID: string;
  /** Kind of share. */
  readonly kind: "badge" | "status_page" | "calendar";
  readonly title: string;
  readonly scope: ShareScope;
  /** Public address. Badges and status pages are also available as JSON: replace `.svg` with `.json`, or append `.json`. */
  readonly url: string;
  readonly options: ShareOptions;
  /** Creation time. */
  readonly createdAt: string;
  /** The creator's name, or else the email. */
  readonly createdBy: string;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

/** Monitors in the share: all in the team, all in a project, all with a tag, or a single one. */
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
  /** Kind of share. */
  readonly kind: "badge" | "status_page" | "calendar";
  /** Public title: the left half of a badge, the heading of a page, or the name of a calendar. */
  readonly title: string;
  readonly scope: ShareScope;
  /** For a status page: the last part of its address. Anyone who guesses it can read the page. Without a slug, the address can't be guessed. */
  readonly slug?: string | undefined;
  readonly options?: ShareOptionsInput | undefined;
}

export interface ShareOptionsInput {
  /** For a status page: text below the title, at most 1000 characters. */
  readonly description?: string | undefined;
  /** For a status page: IANA time zone of all times. Default: UTC. */
  readonly timezone?: string | undefined;
  /** For a status page: whether search engines may list it. Default: false. */
  readonly indexed?: boolean | undefined;
  /** For a badge: round or square corners. */
  readonly style?: "flat" | "flat-square" | undefined;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. The same applies within `options`. */
export interface ShareEdit {
  /** Public title: the left half of a badge, the heading of a page, or the name of a calendar. */
  readonly title?: string | undefined;
  readonly options?: ShareOptionsInput | undefined;
  /** Identifies the share in this API. */
  readonly shareID?: string | undefined;
  /** Kind of share. */
  readonly kind?: "badge" | "status_page" | "calendar" | undefined;
  /** Monitors in the share: all in the team, all in a project, all with a tag, or a single one. */
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
  /** Public address. Badges and status pages are also available as JSON: replace `.svg` with `.json`, or append `.json`. */
  readonly url?: string | undefined;
  /** Creation time. */
  readonly createdAt?: string | undefined;
  /** The creator's name, or else the email. */
  readonly createdBy?: string | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

/** Filters, order and grouping of the monitor list, under a name. */
export interface View {
  /** Identifies the view in this API. */
  readonly shortID: string;
  /** Name, unique among the shared views of the team, or among your private views. */
  readonly name: string;
  /** Whether the whole team sees the view. Otherwise only the member who created the view sees it. */
  readonly shared: boolean;
  /** Words that must all occur in the name, tags, description or IDs of a monitor. */
  readonly q: string;
  /** Only monitors of these projects, by `shortID`. */
  readonly projects: readonly string[];
  /** Only monitors with one of these statuses. */
  readonly statuses: readonly ("down" | "failing" | "late" | "new" | "paused" | "up")[];
  /** Only monitors with all of these tags. */
  readonly tags: readonly string[];
  /** Only monitors with one of these severities. */
  readonly severities: readonly ("low" | "normal" | "high" | "critical")[];
  /** `worst`: worst status first. `name`, `nameDescending`, `project`. `next`: next run first. `last`: last ping first; `lastAscending`: last. `streak`: most failures in a row first. `created`: newest first. */
  readonly sort: "worst" | "name" | "nameDescending" | "project" | "next" | "last" | "lastAscending" | "streak" | "created";
  /** Groups of the list. A monitor is in the group of its first tag. */
  readonly group: "none" | "project" | "tag";
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

export interface ViewInput {
  /** Name, unique among the shared views of the team, or among your private views. */
  readonly name: string;
  /** Whether the whole team sees the view. Otherwise only the member who created the view sees it. Default: false. */
  readonly shared?: boolean | undefined;
  /** Words that must all occur in the name, tags, description or IDs of a monitor. */
  readonly q?: string | undefined;
  /** Only monitors of these projects, by `shortID`. */
  readonly projects?: readonly string[] | undefined;
  /** Only monitors with one of these statuses. */
  readonly statuses?: readonly ("down" | "failing" | "late" | "new" | "paused" | "up")[] | undefined;
  /** Only monitors with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Only monitors with one of these severities. */
  readonly severities?: readonly ("low" | "normal" | "high" | "critical")[] | undefined;
  /** `worst`: worst status first. `name`, `nameDescending`, `project`. `next`: next run first. `last`: last ping first; `lastAscending`: last. `streak`: most failures in a row first. `created`: newest first. */
  readonly sort?: "worst" | "name" | "nameDescending" | "project" | "next" | "last" | "lastAscending" | "streak" | "created" | undefined;
  /** Groups of the list. A monitor is in the group of its first tag. */
  readonly group?: "none" | "project" | "tag" | undefined;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface ViewEdit {
  /** Name, unique among the shared views of the team, or among your private views. */
  readonly name?: string | undefined;
  /** Whether the whole team sees the view. Otherwise only the member who created the view sees it. */
  readonly shared?: boolean | undefined;
  /** Words that must all occur in the name, tags, description or IDs of a monitor. */
  readonly q?: string | undefined;
  /** Only monitors of these projects, by `shortID`. */
  readonly projects?: readonly string[] | undefined;
  /** Only monitors with one of these statuses. */
  readonly statuses?: readonly ("down" | "failing" | "late" | "new" | "paused" | "up")[] | undefined;
  /** Only monitors with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Only monitors with one of these severities. */
  readonly severities?: readonly ("low" | "normal" | "high" | "critical")[] | undefined;
  /** `worst`: worst status first. `name`, `nameDescending`, `project`. `next`: next run first. `last`: last ping first; `lastAscending`: last. `streak`: most failures in a row first. `created`: newest first. */
  readonly sort?: "worst" | "name" | "nameDescending" | "project" | "next" | "last" | "lastAscending" | "streak" | "created" | undefined;
  /** Groups of the list. A monitor is in the group of its first tag. */
  readonly group?: "none" | "project" | "tag" | undefined;
  /** Identifies the view in this API. */
  readonly shortID?: string | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

export interface Team {
  readonly name: string;
  readonly alerting: TeamAlerting;
  /** Whether members need a second factor. Members without one, and their tokens, get 403 `two_factor_required` for all requests about this team. */
  readonly requireTwoFactor: boolean;
  /** Maximum lifetime of tokens and project keys in days, also for existing ones; null for no limit. */
  readonly tokenDaysMax: number | null;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

/** Noise reduction. */
export interface TeamAlerting {
  /** If a channel gets more alarms than this within `gatherWithin`, further alarms are combined into one message; 0 turns this off. */
  readonly gatherAbove: number;
  /** Seconds, 10 to 3600. See `gatherAbove`. */
  readonly gatherWithin: number;
  /** A monitor that goes down or recovers more often than this within `flapWithin` is flapping; 0 turns this off. */
  readonly flapAbove: number;
  /** Seconds, 60 to 604800. */
  readonly flapWithin: number;
  /** Seconds for which a flapping monitor must keep its status before an alert is sent, 60 to 86400. */
  readonly flapQuiet: number;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. The same applies within `alerting`. */
export interface TeamEdit {
  /** Requires an owner or admin. */
  readonly name?: string | undefined;
  readonly alerting?: TeamAlertingEdit | undefined;
  /** Whether members need a second factor. Members without one, and their tokens, get 403 `two_factor_required` for all requests about this team. */
  readonly requireTwoFactor?: boolean | undefined;
  /** Maximum lifetime of tokens and project keys in days, also for existing ones; null for no limit. */
  readonly tokenDaysMax?: number | null | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

export interface TeamAlertingEdit {
  /** If a channel gets more alarms than this within `gatherWithin`, further alarms are combined into one message; 0 turns this off. */
  readonly gatherAbove?: number | undefined;
  /** Seconds, 10 to 3600. See `gatherAbove`. */
  readonly gatherWithin?: number | undefined;
  /** A monitor that goes down or recovers more often than this within `flapWithin` is flapping; 0 turns this off. */
  readonly flapAbove?: number | undefined;
  /** Seconds, 60 to 604800. */
  readonly flapWithin?: number | undefined;
  /** Seconds for which a flapping monitor must keep its status before an alert is sent, 60 to 86400. */
  readonly flapQuiet?: number | undefined;
}

export interface TeamUsage {
  readonly monitors: {
    /** Monitors of the team. */
    readonly used: number;
    /** Maximum number of monitors. */
    readonly allowance: number;
    /** Monitors that the team may still create. */
    readonly remaining: number;
  };
  readonly channels: {
    /** Channels of the team. */
    readonly used: number;
    /** Maximum number of channels. */
    readonly allowance: number;
    /** Channels that the team may still create. */
    readonly remaining: number;
  };
  /** Members of the team. */
  readonly members: number;
  /** Projects of the team. */
  readonly projects: number;
}

/** `viewer` can only read. `member` can also change monitors and everything that belongs to them. `admin` can also manage members. `owner` can also manage owners. */
export type Role = "owner" | "admin" | "member" | "viewer";

export interface TeamInput {
  readonly name: string;
}

export interface Member {
  readonly memberID: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** When the member joined the team. */
  readonly joinedAt: string;
  /** Whether the member has a second factor: a code, a passkey, or an identity provider. Null unless you administer the team. */
  readonly hasTwoFactor: boolean | null;
  /** When the member last used the application, in any team, accurate to the minute. Null if all of the member's sessions have ended, or if you do not administer the team. */
  readonly lastActiveAt: string | null;
  /** Whether the member is you. */
  readonly isYou: boolean;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

export interface TeamTransfer {
  /** `memberID` of the new owner. */
  readonly memberID: string;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface MemberEdit {
  readonly role: Role;
  readonly memberID?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** When the member joined the team. */
  readonly joinedAt?: string | undefined;
  /** Whether the member is you. */
  readonly isYou?: boolean | undefined;
  /** Whether the member has a second factor: a code, a passkey, or an identity provider. Null unless you administer the team. */
  readonly hasTwoFactor?: boolean | null | undefined;
  /** When the member last used the application, in any team, accurate to the minute. Null if all of the member's sessions have ended, or if you do not administer the team. */
  readonly lastActiveAt?: string | null | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

export interface Token {
  /** Identifies the token in this API. */
  readonly id: string;
  readonly name: string;
  /** `read` allows reading; `write` also allows changes; `admin` also allows managing members, invitations, the keys of projects and the rules of the team. */
  readonly scope: "read" | "write" | "admin";
  /** First characters of the token, for recognizing it. */
  readonly prefix: string;
  /** Creation time. */
  readonly createdAt: string;
  /** Time of the last use, to the minute; null if never used. */
  readonly lastUsedAt: string | null;
  /** Expiry time, set for the token or by the team; null if the token does not expire. */
  readonly expiresAt: string | null;
  /** `shortID`s of the projects that the token is limited to; empty for the whole team. */
  readonly projects: readonly string[];
}

export interface OpenInvitation {
  /** The name of the team. */
  readonly team: string;
  /** Role of the new member. Only owners can make a member an owner. */
  readonly role: "admin" | "member" | "viewer";
  /** The only address that may accept the invitation; null if anyone with the link may. */
  readonly email: string | null;
  /** Name of the member who sent the invitation. */
  readonly invitedBy: string;
  /** Expiry time. */
  readonly expiresAt: string;
}

export interface InvitationToken {
  /** The part of the link after `/invite/`. */
  readonly token: string;
}

export interface InvitationAcceptance {
  /** The part of the link after `/invite/`. */
  readonly token: string;
  /** Display name of a new account. */
  readonly name?: string | undefined;
  /** Email address of a new account, if the invitation names none. */
  readonly email?: string | undefined;
  /** Password of a new account. */
  readonly password?: string | undefined;
}

export interface Invitation {
  readonly invitationID: string;
  /** Invited address; null if anyone with the link may accept. */
  readonly email: string | null;
  /** Role of the new member. Only owners can make a member an owner. */
  readonly role: "admin" | "member" | "viewer";
  /** Creation time. */
  readonly createdAt: string;
  /** Expiry time. */
  readonly expiresAt: string;
  /** Name of the member who sent the invitation. */
  readonly invitedBy: string;
}

export interface CreatedInvitation {
  readonly invitationID: string;
  /** Invited address; null if anyone with the link may accept. */
  readonly email: string | null;
  /** Role of the new member. Only owners can make a member an owner. */
  readonly role: "admin" | "member" | "viewer";
  /** Creation time. */
  readonly createdAt: string;
  /** Expiry time. */
  readonly expiresAt: string;
  /** Name of the member who sent the invitation. */
  readonly invitedBy: string;
  /** The link. It is never shown again. */
  readonly url: string;
  /** Whether the link was mailed. If not, pass it on yourself. */
  readonly mailed: boolean;
}

export interface InvitationInput {
  /** The only address that may accept the invitation. Without it, anyone with the link may accept. */
  readonly email?: string | null | undefined;
  /** Role of the new member. Only owners can make a member an owner. */
  readonly role: "admin" | "member" | "viewer";
  /** 1 to 30. Default: 7. */
  readonly expiresInDays?: number | undefined;
}

export interface AuditEntry {
  readonly entryID: number;
  /** Time of the action. */
  readonly at: string;
  readonly actor: {
    /** `session`: a person in a browser. `token`: an API token. `system`: the command line of the server. `visitor`: a person who was not signed in. */
    readonly kind: "session" | "token" | "system" | "visitor";
    readonly name: string;
    readonly email: string;
    /** Name of the token; null if there is none. */
    readonly token: string | null;
  };
  /** Name of the action. */
  readonly action: string;
  /** The changed resource; null if there is no single one. */
  readonly target: {
    readonly kind: string;
    readonly id: string;
    /** Name of the resource at the time of the action. */
    readonly name: string;
  } | null;
  /** Further details, never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Address of the request; empty on the command line. */
  readonly remoteAddress: string;
}

export interface Project {
  /** Identifies the project in this API. */
  readonly shortID: string;
  readonly name: string;
  /** Whether new monitors go here by default. The default project can't be deleted. */
  readonly isDefault: boolean;
  /** Creation time. */
  readonly createdAt: string;
  /** Number of monitors in the project. */
  readonly monitors: number;
  /** Channels to alert for monitors without their own, by `shortID`, at most 50. `[]` turns alerts off. Null for the team's default channels. */
  readonly channels: readonly string[] | null;
  /** Escalation policy, by `shortID`; empty for none. */
  readonly escalation: string;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 turns reminders off (default). */
  readonly remindEvery: number;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

export interface ProjectInput {
  /** Display name. */
  readonly name: string;
  /** Channels to alert for monitors without their own, by `shortID`, at most 50. `[]` turns alerts off. Null for the team's default channels. */
  readonly channels?: readonly string[] | null | undefined;
  /** Escalation policy, by `shortID`; empty for none. */
  readonly escalation?: string | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 turns reminders off (default). */
  readonly remindEvery?: number | undefined;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface ProjectEdit {
  /** Display name. */
  readonly name?: string | undefined;
  /** Channels to alert for monitors without their own, by `shortID`, at most 50. `[]` turns alerts off. Null for the team's default channels. */
  readonly channels?: readonly string[] | null | undefined;
  /** Escalation policy, by `shortID`; empty for none. */
  readonly escalation?: string | undefined;
  /** Seconds between reminders while an incident is open and not acknowledged, at least 300; 0 turns reminders off (default). */
  readonly remindEvery?: number | undefined;
  /** Identifies the project in this API. */
  readonly shortID?: string | undefined;
  /** Whether new monitors go here by default. The default project can't be deleted. */
  readonly isDefault?: boolean | undefined;
  /** Creation time. */
  readonly createdAt?: string | undefined;
  /** Number of monitors in the project. */
  readonly monitors?: number | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

export interface ProjectKey {
  /** Identifies the key in this API. */
  readonly shortID: string;
  /** `ping`: reports runs by a monitor's slug, and may create monitors. `read_write`: manages the project's monitors through the APIs of other services. `read`: reads them. */
  readonly kind: "ping" | "read_write" | "read";
  readonly name: string;
  /** First characters of the secret. */
  readonly prefix: string;
  /** Creation time. */
  readonly createdAt: string;
  /** The creator's name, or else the email. */
  readonly createdBy: string;
  /** Time of the last request with the key, to the minute; null if there was none. Not recorded for `ping` keys. */
  readonly lastUsedAt: string | null;
  /** Expiry time, set for the key or by the team; null if the key does not expire. */
  readonly expiresAt: string | null;
}

export interface CreatedProjectKey {
  /** Identifies the key in this API. */
  readonly shortID: string;
  /** `ping`: reports runs by a monitor's slug, and may create monitors. `read_write`: manages the project's monitors through the APIs of other services. `read`: reads them. */
  readonly kind: "ping" | "read_write" | "read";
  readonly name: string;
  /** First characters of the secret. */
  readonly prefix: string;
  /** Creation time. */
  readonly createdAt: string;
  /** The creator's name, or else the email. */
  readonly createdBy: string;
  /** Time of the last request with the key, to the minute; null if there was none. Not recorded for `ping` keys. */
  readonly lastUsedAt: string | null;
  /** Expiry time, set for the key or by the team; null if the key does not expire. */
  readonly expiresAt: string | null;
  /** The key itself: 22 letters and digits for the kind `ping`, 32 for the others. It is never shown again. */
  readonly secret: string;
  /** The key as a DSN for Sentry clients; null unless the kind is `ping`. */
  readonly dsn: string | null;
}

export interface ProjectKeyInput {
  /** `ping`: reports runs by a monitor's slug, and may create monitors. `read_write`: manages the project's monitors through the APIs of other services. `read`: reads them. */
  readonly kind: "ping" | "read_write" | "read";
  /** Purpose of the key. */
  readonly name: string;
  /** RFC 3339 time in the future at which the key expires. Default: never, or the latest time that the team allows. A key that an expiring token creates ends with the token. */
  readonly expiresAt?: string | null | undefined;
}

export interface CreatedToken {
  /** Identifies the token in this API. */
  readonly id: string;
  readonly name: string;
  /** `read` allows reading; `write` also allows changes; `admin` also allows managing members, invitations, the keys of projects and the rules of the team. */
  readonly scope: "read" | "write" | "admin";
  /** First characters of the token, for recognizing it. */
  readonly prefix: string;
  /** Creation time. */
  readonly createdAt: string;
  /** Time of the last use, to the minute; null if never used. */
  readonly lastUsedAt: string | null;
  /** Expiry time, set for the token or by the team; null if the token does not expire. */
  readonly expiresAt: string | null;
  /** `shortID`s of the projects that the token is limited to; empty for the whole team. */
  readonly projects: readonly string[];
  /** The token itself. It is never shown again. */
  readonly token: string;
}

export interface TokenInput {
  /** Purpose of the token. */
  readonly name: string;
  /** Default: `write`, or `read` if your role is read-only. The scope `admin` is never a default: a token with it can give others access. */
  readonly scope?: "read" | "write" | "admin" | undefined;
  /** RFC 3339 time in the future at which the token expires. Default: never, or the latest time that the team allows. */
  readonly expiresAt?: string | null | undefined;
  /** `shortID`s of up to 100 projects. The token then reads and changes only these projects and their monitors, and nothing that belongs to the whole team. Empty for the whole team. */
  readonly projects?: readonly string[] | undefined;
}

export interface DeviceAuthorization {
  /** Host name that the program reported; empty if unknown. */
  readonly hostName: string;
  /** Address of the request. */
  readonly remoteAddress: string;
  /** Scope that the program asks for. */
  readonly scope: "read" | "write" | "admin";
  /** Start of the login. */
  readonly createdAt: string;
  /** Time until which the login can be confirmed. */
  readonly expiresAt: string;
}

export interface UserCode {
  /** Code that the program shows. Case, spaces and hyphens make no difference. */
  readonly userCode: string;
}

export interface DeviceApproval {
  /** Purpose of the token. */
  readonly name: string;
  /** Default: the scope that the program asks for, as far as your role allows, but never `admin`: only an explicit choice gives it. */
  readonly scope?: "read" | "write" | "admin" | undefined;
  /** RFC 3339 time in the future at which the token expires. Default: never, or the latest time that the team allows. */
  readonly expiresAt?: string | null | undefined;
  /** `shortID`s of up to 100 projects. The token then reads and changes only these projects and their monitors, and nothing that belongs to the whole team. Empty for the whole team. */
  readonly projects?: readonly string[] | undefined;
  /** Code that the program shows. Case, spaces and hyphens make no difference. */
  readonly userCode: string;
}

export interface Account {
  readonly email: string;
  readonly name: string;
  /** False if you sign in only with an identity provider or a passkey. */
  readonly hasPassword: boolean;
  /** Whether signing in also requires a code. */
  readonly twoFactor: boolean;
  /** Team that requests apply to; null if you belong to no team. */
  readonly team: {
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  } | null;
  /** Whether the team requires a second factor that you lack. All requests about the team then fail with 403 `two_factor_required`. */
  readonly needsTwoFactor: boolean;
  /** Whether you may create a team. */
  readonly mayCreateTeams: boolean;
  /** Your teams, in the order you joined them. */
  readonly teams: readonly ({
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  })[];
  /** How this request is authenticated. */
  readonly via: "session" | "token";
  readonly service: {
    readonly version: string;
    readonly baseURL: string;
    /** Domain of the addresses for pings by email, as in `{pingID}@{mailPingHost}`; empty if the service accepts none. */
    readonly mailPingHost: string;
    /** Whether the service can send mail, because the operator has set `SMTP_URL`. */
    readonly hasMail: boolean;
    /** Whether channels may send to any address that is not public, because the operator has set `ALLOW_PRIVATE_ADDRESSES`. */
    readonly allowsPrivateAddresses: boolean;
  };
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision: number;
}

/** Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged. */
export interface AccountEdit {
  /** Your display name. */
  readonly name?: string | undefined;
  /** Team to switch this session to. */
  readonly teamID?: string | undefined;
  readonly email?: string | undefined;
  /** False if you sign in only with an identity provider or a passkey. */
  readonly hasPassword?: boolean | undefined;
  /** Whether signing in also requires a code. */
  readonly twoFactor?: boolean | undefined;
  /** How this request is authenticated. */
  readonly via?: "session" | "token" | undefined;
  /** Team that requests apply to; null if you belong to no team. */
  readonly team?: {
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  } | null | undefined;
  /** Your teams, in the order you joined them. */
  readonly teams?: readonly ({
    readonly teamID: string;
    readonly name: string;
    readonly role: "owner" | "admin" | "member" | "viewer";
  })[] | undefined;
  readonly service?: {
    readonly version: string;
    readonly baseURL: string;
    /** Domain of the addresses for pings by email, as in `{pingID}@{mailPingHost}`; empty if the service accepts none. */
    readonly mailPingHost: string;
    /** Whether the service can send mail, because the operator has set `SMTP_URL`. */
    readonly hasMail: boolean;
    /** Whether channels may send to any address that is not public, because the operator has set `ALLOW_PRIVATE_ADDRESSES`. */
    readonly allowsPrivateAddresses: boolean;
  } | undefined;
  /** Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes. */
  readonly revision?: number | undefined;
}

export interface Session {
  readonly sessionID: string;
  /** Whether this request came from the session. */
  readonly isCurrent: boolean;
  /** Time of the sign-in. */
  readonly createdAt: string;
  /** Time of the last use, to the minute. */
  readonly usedAt: string;
  /** When the session expires if it is not used. */
  readonly expiresAt: string;
  /** When the session ends even if it is used: 90 days after the sign-in. */
  readonly endsAt: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface EmailChange {
  /** The new address. */
  readonly email: string;
  /** How long the link works, in minutes. */
  readonly minutes: number;
}

export interface EmailChangeInput {
  /** The new address. */
  readonly email: string;
}

export interface EmailChangeConfirmation {
  /** End of the mailed link. */
  readonly token: string;
}

export interface AccountDeletion {
  /** Address of the account. */
  readonly email: string;
}

export interface AccountDeletionInput {
  /** Address of your account, so that no other account that has signed in meanwhile is deleted. */
  readonly email: string;
}

export interface BackupCodes {
  /** Number of unused codes; null without two-factor authentication. */
  readonly remaining: number | null;
}

export interface TrustedBrowser {
  readonly browserID: string;
  /** Whether this request came from the browser. */
  readonly isCurrent: boolean;
  /** Time of the last sign-in. */
  readonly usedAt: string;
  /** Time from which signing in requires a code again. Signing in does not extend it. */
  readonly trustedUntil: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface Device {
  readonly deviceID: string;
  readonly name: string;
  /** Whether this session added the device. */
  readonly isCurrent: boolean;
  /** When the device was added. */
  readonly createdAt: string;
  /** Time of the last accepted notification, to the minute; null if there was none. */
  readonly usedAt: string | null;
}

export interface DeviceInput {
  /** Name shown in device lists. */
  readonly name: string;
  /** The browser’s push subscription, as `PushSubscription.toJSON()` without `expirationTime`. */
  readonly subscription: {
    /** Address of the browser’s push service. */
    readonly endpoint: string;
    readonly keys: {
      /** Public key of the subscription. */
      readonly p256dh: string;
      /** Secret of the subscription. */
      readonly auth: string;
    };
  };
}

export interface DeviceTestAttempt {
  /** `sent`: delivered. `failed`: a retry may succeed. `refused`: the receiver will never accept this message. `gone`: the receiver will never accept any message. */
  readonly outcome: "sent" | "failed" | "refused" | "gone";
  /** The receiver's status code; null if there was none. */
  readonly status: number | null;
  /** The receiver's response, or the error. */
  readonly answer: string;
  /** Duration of the attempt in seconds. */
  readonly latency: number;
}

export interface Setup {
  /** Whether no account exists yet. The first visitor then creates one. */
  readonly needed: boolean;
  /** Whether the service sends mail, such as sign-in links and password resets. */
  readonly mail: boolean;
  /** Identity provider; null if none is configured. */
  readonly oidc: {
    /** Name on the sign-in button. */
    readonly name: string;
  } | null;
  /** Whether password sign-in is enabled. */
  readonly passwords: boolean;
}

export interface SetupInput {
  /** Your display name. */
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Name of your team. */
  readonly team: string;
}

/** Status of the monitor right after this ping; empty while the database is unavailable. */
export type PingStatus = "new" | "up" | "late" | "failing" | "down" | "paused" | "";

export interface PingEvent {
  /** 1, 2, 3… per monitor, without gaps; 0 while the database is unavailable. The ping is then safe on disk and gets its number later. */
  readonly number: number;
  /** Ping type. `ignored`: the monitor's `pingFilter` decided that the ping doesn't count. */
  readonly type: "ping" | "start" | "fail" | "end" | "log" | "ignored";
  /** Duration of the run in seconds; 0 if not measured, as with every start. */
  readonly duration: number;
  /** The `rid` that was sent, or else an ID that Overdue generated. The job can send the ID generated for a start as `rid` from then on. While the database is unavailable, a closing ping without a `rid` gets the ID of a new run. */
  readonly runID: string;
  /** Parts of the ping that were ignored, and why. */
  readonly warnings: readonly string[];
}

export interface ListMonitorRowsQuery {
  /** Maximum number of monitors. Default: all. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Only monitors of the project with this `shortID`. */
  readonly project?: string | undefined;
  /** Only monitors with one of these statuses, joined by commas: new, up, late, failing, down, paused. */
  readonly status?: string | undefined;
  /** Only monitors with this tag. */
  readonly tag?: string | undefined;
  /** Only monitors whose name contains this text, ignoring case. */
  readonly q?: string | undefined;
}

export interface ListMonitorRowsData {
  readonly monitors: readonly MonitorRow[];
  readonly usage: Usage;
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListMonitorsQuery {
  /** Maximum number of monitors. Default: all. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Only monitors of the project with this `shortID`. */
  readonly project?: string | undefined;
  /** Only monitors with one of these statuses, joined by commas: new, up, late, failing, down, paused. */
  readonly status?: string | undefined;
  /** Only monitors with this tag. */
  readonly tag?: string | undefined;
  /** Only monitors whose name contains this text, ignoring case. */
  readonly q?: string | undefined;
}

export interface ListMonitorsData {
  readonly monitors: readonly Monitor[];
  readonly usage: Usage;
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListEventsQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListEventsData {
  readonly events: readonly Event[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListRunsQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListRunsData {
  readonly runs: readonly Run[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListRunsOfMonitorsQuery {
  /** The `shortID`s of 1 to 200 monitors, joined by commas. */
  readonly monitors: string;
  /** Maximum runs per monitor, without `from`. */
  readonly limit?: number | undefined;
  /** Only runs that took place at or after this time, RFC 3339. */
  readonly from?: string | undefined;
  /** Only runs that took place before this time, RFC 3339. Default: now. */
  readonly to?: string | undefined;
}

export interface ReadStatisticsQuery {
  /** Only runs that began at or after this time, RFC 3339. Default: 30 days before `to`. */
  readonly from?: string | undefined;
  /** Only runs that took place before this time, RFC 3339. Default: now. */
  readonly to?: string | undefined;
  /** Number of parts. */
  readonly buckets?: number | undefined;
}

export interface ListMonitorDaysQuery {
  /** IANA time zone of the days. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Number of days. The last one is today. */
  readonly days?: number | undefined;
}

export interface ListMonitorDaysData {
  /** Oldest first. A day lasts 23 or 25 hours if the clocks change. */
  readonly days: readonly RunDay[];
  /** Whether the days have more than 100,000 stored runs or 50,000 incidents. Only the newest count. */
  readonly truncated: boolean;
}

export interface ListTeamDaysQuery {
  /** IANA time zone of the days. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Number of days. The last one is today. */
  readonly days?: number | undefined;
}

export interface ListTeamDaysData {
  /** Oldest first. A day lasts 23 or 25 hours if the clocks change. */
  readonly days: readonly RunDay[];
  /** Whether the days have more than 100,000 stored runs or 50,000 incidents. Only the newest count. */
  readonly truncated: boolean;
}

export interface ListExpectedRunsQuery {
  /** Start, RFC 3339. Default, and earliest: now. */
  readonly from?: string | undefined;
  /** End, RFC 3339, at most 8 days later. Default: a day later. */
  readonly to?: string | undefined;
  /** Only monitors of the project with this `shortID`. */
  readonly project?: string | undefined;
  /** Only monitors with this tag. */
  readonly tag?: string | undefined;
}

export interface ListTransitionsQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListTransitionsData {
  readonly transitions: readonly Transition[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface PreviewScheduleData {
  readonly occurrences: readonly string[];
  /** The schedule in English. */
  readonly summary: string;
  /** Grace period that fits the schedule, in seconds: a tenth of the shortest gap between the next runs, from 60 to 3600. */
  readonly suggestedGraceDuration: number;
  /** The same occurrences in local time. */
  readonly details: readonly PreviewDetail[];
}

export interface ExportConfigurationQuery {
  /** Name of the file to export. Items that it manages keep their keys. */
  readonly file?: string | undefined;
}

export interface ListManagedResourcesQuery {
  /** Only resources of this kind. */
  readonly kind?: "channel" | "on_call_schedule" | "escalation" | "project" | "monitor" | "maintenance" | "status_page" | "view" | undefined;
}

export interface FollowTeamQuery {
  /** `rows`: the monitors of events are those of `GET /v1/monitors/rows/`, and the stream is compressed if the client accepts gzip. */
  readonly view?: "rows" | undefined;
}

export interface ListIncidentsQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** `opened`: the most recently opened incident first. `ended`: the most recently ended incident first, without open incidents. */
  readonly order?: "opened" | "ended" | undefined;
  /** Only open incidents, or only closed ones. */
  readonly state?: "open" | "closed" | undefined;
  /** Only incidents of the monitor with this `shortID`. */
  readonly monitor?: string | undefined;
  /** Only incidents of monitors in these projects: up to 100 `shortID`s, joined by commas. */
  readonly project?: string | undefined;
  /** Only incidents of monitors with all of these tags: up to 20, joined by commas. Within a tag, write `%2C` for a comma and `%25` for a percent sign. */
  readonly tag?: string | undefined;
  /** Only incidents of monitors with one of these severities, joined by commas: low, normal, high, critical. */
  readonly severity?: string | undefined;
  /** Only incidents that opened at or after this time, RFC 3339. */
  readonly from?: string | undefined;
  /** Only incidents that opened before this time, RFC 3339. */
  readonly to?: string | undefined;
}

export interface ListIncidentsData {
  readonly incidents: readonly Incident[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface CountOpenIncidentsData {
  /** Open incidents. */
  readonly open: number;
  /** Open incidents without an acknowledgement. */
  readonly unacknowledged: number;
}

export interface SearchQuery {
  /** Words that must all be found. Words in quotation marks must follow one another. The last word, and each word with `*` at its end, also finds longer words. Any text is a valid query. */
  readonly q: string;
  /** Only results of this kind. */
  readonly kind?: "monitor" | "incident" | "log" | undefined;
  /** Only in the project with this `shortID`. */
  readonly project?: string | undefined;
  /** Only of the monitor with this `shortID`. */
  readonly monitor?: string | undefined;
  /** Only incidents that opened and logs that arrived at or after this time, RFC 3339. */
  readonly from?: string | undefined;
  /** Only incidents that opened and logs that arrived before this time, RFC 3339. */
  readonly to?: string | undefined;
  /** Maximum results of each kind. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface SearchData {
  readonly results: readonly SearchResult[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListChannelsQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListChannelsData {
  readonly channels: readonly Channel[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListDeliveriesQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Only deliveries in this state. */
  readonly state?: "waiting" | "sent" | "failed" | "merged" | undefined;
  /** Only to the channel with this `shortID`. */
  readonly channel?: string | undefined;
  /** Only about the monitor with this `shortID`. */
  readonly monitor?: string | undefined;
  /** Only about the incident with this `incidentID`. */
  readonly incident?: string | undefined;
}

export interface ListDeliveriesData {
  readonly deliveries: readonly Delivery[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ReadDeliveryData {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

export interface ReadOnCallCoverageQuery {
  /** Start. Default: now. */
  readonly from?: string | undefined;
  /** End. Default: 28 days after `from`. */
  readonly to?: string | undefined;
}

export interface ReadOnCallCoverageData {
  readonly spans: readonly OnCallSpan[];
  readonly gaps: readonly OnCallGap[];
}

export interface CreateOnCallCalendarData {
  /** A calendar of your shifts at a secret address. */
  readonly calendar: {
    /** Creation time of the address. */
    readonly createdAt: string;
  };
  /** Address to subscribe to, shown only now. Anyone with the address can see your shifts. */
  readonly url: string;
}

export interface ListMembersQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListMembersData {
  readonly members: readonly Member[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListMemberTokensQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListMemberTokensData {
  readonly tokens: readonly Token[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListInvitationsQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListInvitationsData {
  readonly invitations: readonly Invitation[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListAuditQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Only actions of the person with this email address. */
  readonly actor?: string | undefined;
  /** Only this action, or all actions of a kind such as `monitor`. */
  readonly action?: string | undefined;
}

export interface ListAuditData {
  readonly entries: readonly AuditEntry[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListProjectsQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListProjectsData {
  readonly projects: readonly Project[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListTokensQuery {
  /** Maximum number of entries. */
  readonly limit?: number | undefined;
  /** `data.nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListTokensData {
  readonly tokens: readonly Token[];
  /** Send it as `cursor` to get the next page; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListDevicesData {
  readonly devices: readonly Device[];
  /** Public key of this service for push services, base64url. */
  readonly serverKey: string;
}

export interface PingData {
  readonly monitor: {
    /** Ping ID from the path. */
    readonly pingID: string;
    readonly status: PingStatus;
  };
  readonly event: PingEvent;
}

/** The operations of the API. Each resolves to the only field of its `data`, or to the whole `data`. */
export interface Operations {
  /** List monitors in short. Like `GET /v1/monitors/`, but without the settings that no list shows. */
  readonly listMonitorRows: (query?: ListMonitorRowsQuery, options?: RequestOptions) => Promise<ListMonitorRowsData>;
  /** List monitors. All monitors of the team, oldest first, with the team's usage. With `If-None-Match`, the response is 304 if nothing has changed. */
  readonly listMonitors: (query?: ListMonitorsQuery, options?: RequestOptions) => Promise<ListMonitorsData>;
  /** Create a monitor. Only `name` is required. Without a schedule, Overdue expects a run every day with one hour of grace. The first run is expected after the first ping. Unknown fields are refused. */
  readonly createMonitor: (input: MonitorInput, options?: RequestOptions) => Promise<Monitor>;
  /** Change many monitors. Pauses, resumes, mutes, tags, moves or deletes up to 1000 monitors. Each monitor succeeds or fails separately, and `results` has one entry for each, in the order of the request. A monitor that is already as requested counts as done. */
  readonly changeMonitors: (input: BulkInput, options?: RequestOptions) => Promise<readonly BulkResult[]>;
  /** Read a monitor. One monitor as it is now. */
  readonly readMonitor: (shortID: string, options?: RequestOptions) => Promise<Monitor>;
  /** Delete a monitor. Deletes the monitor with its whole history. Its ping URL then answers 404. */
  readonly deleteMonitor: (shortID: string, options?: RequestOptions) => Promise<Monitor>;
  /** Change a monitor. Omitted fields keep their value, also within `schedule` and `pingFilter`. A new schedule applies from now on. An edit alone never makes a monitor go down. */
  readonly editMonitor: (shortID: string, input: MonitorEdit, options?: RequestOptions) => Promise<Monitor>;
  /** Pause a monitor. Pings are still recorded, but they are not evaluated and no alerts are sent. Repeating the request changes nothing. Accepts no body. */
  readonly pauseMonitor: (shortID: string, options?: RequestOptions) => Promise<Monitor>;
  /** Resume a monitor. Restarts the monitor as if the last expected run had been reported. Repeating the request changes nothing. Accepts no body. */
  readonly resumeMonitor: (shortID: string, options?: RequestOptions) => Promise<Monitor>;
  /** Dismiss a monitor's notices. Removes the notices about requests to the ping URL. The next such request creates a new notice. Repeating the request changes nothing. */
  readonly dismissNotices: (shortID: string, options?: RequestOptions) => Promise<Monitor>;
  /** Read the state of a monitor's forwarding. Says whether the pings of the monitor reach `forwardTo`. Overdue forwards them in order, retries for an hour, and then drops them. */
  readonly readForwarding: (shortID: string, options?: RequestOptions) => Promise<Forwarding>;
  /** List a monitor's events. Every ping is an event. Newest first. */
  readonly listEvents: (shortID: string, query?: ListEventsQuery, options?: RequestOptions) => Promise<ListEventsData>;
  /** List a monitor's runs. One entry for each expected run and for each run outside the schedule. Newest first, sorted by when they became known. */
  readonly listRuns: (shortID: string, query?: ListRunsQuery, options?: RequestOptions) => Promise<ListRunsData>;
  /** List the runs of many monitors. The newest runs of each monitor. With `from`, the runs that took place at least partly within a span, up to 500 per monitor. Unknown and deleted monitors are left out. */
  readonly listRunsOfMonitors: (query: ListRunsOfMonitorsQuery, options?: RequestOptions) => Promise<readonly MonitorRuns[]>;
  /** Read a monitor's statistics. Counts and measures the runs that began in a span, in total and in equal parts. Only the newest 100,000 runs count. */
  readonly readStatistics: (shortID: string, query?: ReadStatisticsQuery, options?: RequestOptions) => Promise<Statistics>;
  /** List a monitor's days. How the runs of each day ended, and how long the monitor was down. Runs already deleted by retention still count, on their UTC day. Downtime is known as long as incidents are kept. */
  readonly listMonitorDays: (shortID: string, query?: ListMonitorDaysQuery, options?: RequestOptions) => Promise<ListMonitorDaysData>;
  /** List the team's days. How the runs of all monitors ended on each day, including those of monitors deleted since, and how long monitors were down. Counts are kept for 400 days. Downtime is known as long as incidents are kept. */
  readonly listTeamDays: (query?: ListTeamDaysQuery, options?: RequestOptions) => Promise<ListTeamDaysData>;
  /** List expected runs. When each job is expected to run, and how long it usually takes. Leaves out monitors that expect no run in the span, and paused ones. Once the response has 50,000 spans, each further monitor gets a single span from its first to its last run. */
  readonly listExpectedRuns: (query?: ListExpectedRunsQuery, options?: RequestOptions) => Promise<readonly ExpectedRuns[]>;
  /** List a monitor's transitions. Every status change with its reason, newest first. */
  readonly listTransitions: (shortID: string, query?: ListTransitionsQuery, options?: RequestOptions) => Promise<ListTransitionsData>;
  /** Preview a schedule. Lists when runs would be expected, without creating anything. For an interval, assumes that each run starts when expected. */
  readonly previewSchedule: (input: SchedulePreviewInput, options?: RequestOptions) => Promise<PreviewScheduleData>;
  /** Read a crontab line. Parses a pasted crontab line to prefill a monitor. Creates nothing. */
  readonly readCrontab: (input: CrontabInput, options?: RequestOptions) => Promise<Crontab>;
  /** Import monitors. Reads monitors from another service, or from crontabs and systemd timers. By default, the response only shows the plan: what each item becomes, what can’t be kept and why, and what collides. With `"dryRun": false`, everything is created in one transaction, or nothing. Importing twice changes nothing. Up to 20,000 items and 20 MB. A new monitor is `new` until its first ping, unless `continueStatus` is true. An import itself causes no alerts. With `Accept: application/x-ndjson`, the response is a stream of lines: `progress` with `step` (`read`, `plan`, `write` or `history`), `done` and `total` (null if unknown), at least every 10 s, and a last line with the `status` and `body` of the usual response. Closing the connection before the step `write` cancels the import. */
  readonly importMonitors: (input: ImportInput, options?: RequestOptions) => Promise<Import>;
  /** Apply a configuration file. Compares a file with the team and returns the plan: each changed setting with its old and new value. With `"dryRun": false`, all changes are made in one transaction, or none. A file manages the resources that it created or took over, each under a key, and no resource belongs to two files. Settings that the file leaves out get their defaults. Up to 20000 items and 20 MB. */
  readonly applyConfiguration: (input: ConfigurationInput, options?: RequestOptions) => Promise<ConfigurationPlan>;
  /** Export the team as a configuration file. Returns the team’s resources as the items of a file. Applying the file changes no settings, but the file then manages the resources. Leaves out secrets, settings that have their defaults, and resources that other files manage. */
  readonly exportConfiguration: (query?: ExportConfigurationQuery, options?: RequestOptions) => Promise<ConfigurationExport>;
  /** List the resources that files manage. Responds with the IDs of all resources that configuration files manage, by file and kind. */
  readonly listManagedResources: (query?: ListManagedResourcesQuery, options?: RequestOptions) => Promise<readonly ({
    /** Name of the file. It identifies the resources that the file manages. */
    readonly file: string;
    readonly kind: "channel" | "on_call_schedule" | "escalation" | "project" | "monitor" | "maintenance" | "status_page" | "view";
    /** IDs of the resources in the API. */
    readonly managedIDs: readonly string[];
  })[]>;
  /** Read which file manages a resource. Responds with the configuration file that manages a monitor, a channel or another resource; null if none does. The next apply of the file reverts edits to the resource. */
  readonly readManagedResource: (managedID: string, options?: RequestOptions) => Promise<{
    /** Name of the file. It identifies the resources that the file manages. */
    readonly file: string;
    readonly kind: "channel" | "on_call_schedule" | "escalation" | "project" | "monitor" | "maintenance" | "status_page" | "view";
    /** Key in the file. */
    readonly key: string;
  } | null>;
  /** Release a resource from its file. The resource stays as it is, and its file no longer manages it. If the file still contains the key, the next apply creates a new resource. */
  readonly releaseManagedResource: (managedID: string, options?: RequestOptions) => Promise<ManagedResource>;
  /** Acknowledge an incident. Stops the reminders and the escalation of the incident. The recovery alert is still sent. */
  readonly acknowledgeIncident: (incidentID: string, input: Acknowledgement, options?: RequestOptions) => Promise<IncidentWithFailures>;
  /** Take back an acknowledgement. Takes back the acknowledgement of the incident. Reminders and escalation continue. The next step of the escalation comes after the delay that remained when the incident was acknowledged. */
  readonly unacknowledgeIncident: (incidentID: string, options?: RequestOptions) => Promise<IncidentWithFailures>;
  /** Snooze an incident. Postpones the reminders and the escalation of the incident. At the end of the snooze, everybody who was alerted gets a reminder, and the escalation continues. A new snooze replaces the one in force. The recovery alert is still sent. */
  readonly snoozeIncident: (incidentID: string, input: SnoozeInput, options?: RequestOptions) => Promise<IncidentWithFailures>;
  /** End a snooze. Ends the snooze of the incident immediately. Reminders and escalation continue as if the incident had been snoozed only until now. */
  readonly unsnoozeIncident: (incidentID: string, options?: RequestOptions) => Promise<IncidentWithFailures>;
  /** List incidents. The team's incidents, newest first, or the most recently ended first. */
  readonly listIncidents: (query?: ListIncidentsQuery, options?: RequestOptions) => Promise<ListIncidentsData>;
  /** Count open incidents. The number of open incidents, and how many of them no member has acknowledged. */
  readonly countOpenIncidents: (options?: RequestOptions) => Promise<CountOpenIncidentsData>;
  /** Read an incident. One incident with the end of the log of its last failed run, its history, its failed runs and notes, and related incidents. */
  readonly readIncident: (incidentID: string, options?: RequestOptions) => Promise<IncidentWithFailures>;
  /** Compare with the last successful run. Compares the log of the last failed run of the incident with the log of the last successful run before that run. */
  readonly compareIncidentLogs: (incidentID: string, options?: RequestOptions) => Promise<LogComparison>;
  /** Add a note. Adds a note for other members, also after the incident has ended. At most 200 notes per incident. */
  readonly addIncidentNote: (incidentID: string, input: IncidentNoteInput, options?: RequestOptions) => Promise<IncidentNote>;
  /** Search monitors, incidents and logs. Finds monitors by name, tag, description and `shortID`, incidents by their notes, their monitor and who acknowledged them, and the logs that jobs sent. Monitors come first, best matches at the top, followed by incidents and logs, newest first. A page may have fewer results than `limit`, or none, although more follow: continue while `nextCursor` is not null. A new log can be found after a second or two. Only the end of a log longer than 100,000 bytes is searched. */
  readonly search: (query: SearchQuery, options?: RequestOptions) => Promise<SearchData>;
  /** List channel types. All channel types and their settings, in one response. */
  readonly listChannelTypes: (options?: RequestOptions) => Promise<readonly ChannelType[]>;
  /** List channels. Oldest first. */
  readonly listChannels: (query?: ListChannelsQuery, options?: RequestOptions) => Promise<ListChannelsData>;
  /** Create a channel. A `group` stands for other channels. A team has at most 100 channels. Secrets are encrypted and never shown in full again. */
  readonly createChannel: (input: ChannelInput, options?: RequestOptions) => Promise<Channel>;
  /** Read a channel. One channel as it is now. */
  readonly readChannel: (channelShortID: string, options?: RequestOptions) => Promise<Channel>;
  /** Change a channel. Omitted fields keep their value, also within `settings`. If the destination changes to another scheme, host or port, stored secrets are not kept: send each secret again, or null to remove it. `disabled` disables the channel with your reason; null enables it again and sends the waiting alerts. */
  readonly editChannel: (channelShortID: string, input: ChannelEdit, options?: RequestOptions) => Promise<Channel>;
  /** Delete a channel. Deletes the channel and its deliveries. Waiting messages are not sent. The channel is removed from groups, monitors, projects and escalation steps that name it. If it was the last channel in a list, the list stays empty and alerts no channel. */
  readonly deleteChannel: (channelShortID: string, options?: RequestOptions) => Promise<Channel>;
  /** Send a test alert. Sends a test alert immediately, even if the channel is disabled, and returns the outcome. At most 10 per minute and team. The channel’s `lastSentAt` and `lastError` show the outcome. Accepts no body. */
  readonly testChannel: (channelShortID: string, options?: RequestOptions) => Promise<TestAttempt>;
  /** List deliveries. Sent and waiting messages, newest first. An entry must match all filters. */
  readonly listDeliveries: (query?: ListDeliveriesQuery, options?: RequestOptions) => Promise<ListDeliveriesData>;
  /** Read a delivery. One message to one channel, with its newest 200 attempts, oldest first. */
  readonly readDelivery: (key: string, options?: RequestOptions) => Promise<ReadDeliveryData>;
  /** Send a message again. Sends a `sent`, `failed` or `merged` message once more with the same `key`, and retries for 24 hours. Accepts no body. */
  readonly sendAgain: (key: string, options?: RequestOptions) => Promise<Delivery>;
  /** Read the alerts of a transition. Which channels were alerted, which were not, and why. The outcome of each message is in its delivery. */
  readonly readTransitionAlerts: (shortID: string, transitionID: number, options?: RequestOptions) => Promise<TransitionAlerts>;
  /** List maintenance windows. All windows, oldest first. A team has at most 100. */
  readonly listMaintenance: (options?: RequestOptions) => Promise<readonly MaintenanceWindow[]>;
  /** Create a maintenance window. One-time with `startsAt` and `endsAt`, or recurring with `cron`, `timezone` and `duration`. */
  readonly createMaintenance: (input: MaintenanceInput, options?: RequestOptions) => Promise<MaintenanceWindow>;
  /** Read a maintenance window. One window as it is now. */
  readonly readMaintenance: (maintenanceShortID: string, options?: RequestOptions) => Promise<MaintenanceWindow>;
  /** Change a maintenance window. Omitted fields keep their value. To end a window now, set its `endsAt`. */
  readonly editMaintenance: (maintenanceShortID: string, input: MaintenanceEdit, options?: RequestOptions) => Promise<MaintenanceWindow>;
  /** Delete a maintenance window. Ends maintenance for its monitors. */
  readonly deleteMaintenance: (maintenanceShortID: string, options?: RequestOptions) => Promise<MaintenanceWindow>;
  /** List escalation policies. All policies, oldest first. A team has at most 50. */
  readonly listEscalations: (options?: RequestOptions) => Promise<readonly EscalationPolicy[]>;
  /** Create an escalation policy. The policy applies to monitors and projects that name it in `escalation`. */
  readonly createEscalation: (input: EscalationInput, options?: RequestOptions) => Promise<EscalationPolicy>;
  /** Read an escalation policy. One policy. */
  readonly readEscalation: (escalationShortID: string, options?: RequestOptions) => Promise<EscalationPolicy>;
  /** Change an escalation policy. Omitted fields keep their value. `steps` are replaced as a whole. */
  readonly editEscalation: (escalationShortID: string, input: EscalationEdit, options?: RequestOptions) => Promise<EscalationPolicy>;
  /** Delete an escalation policy. Monitors and projects that name the policy get an empty `escalation`, which means none. */
  readonly deleteEscalation: (escalationShortID: string, options?: RequestOptions) => Promise<EscalationPolicy>;
  /** Read who is on call now. The member on call in each schedule, and the member on call afterwards. */
  readonly readOnCall: (options?: RequestOptions) => Promise<readonly OnCall[]>;
  /** Read who is on call in a period. Shifts of the members on call, and the gaps without a member. The period has at most 100 days. */
  readonly readOnCallCoverage: (onCallShortID: string, query?: ReadOnCallCoverageQuery, options?: RequestOptions) => Promise<ReadOnCallCoverageData>;
  /** List on-call schedules. All schedules, oldest first, each with the member on call now. A team has at most 50. */
  readonly listOnCallSchedules: (options?: RequestOptions) => Promise<readonly OnCallSchedule[]>;
  /** Create an on-call schedule. To alert the member on call, list the schedule in `onCall` of an escalation step. */
  readonly createOnCallSchedule: (input: OnCallScheduleInput, options?: RequestOptions) => Promise<OnCallSchedule>;
  /** Read an on-call schedule. One schedule, with the member on call now. */
  readonly readOnCallSchedule: (onCallShortID: string, options?: RequestOptions) => Promise<OnCallSchedule>;
  /** Change an on-call schedule. Omitted fields keep their value. `rotations` are replaced as a whole. */
  readonly editOnCallSchedule: (onCallShortID: string, input: OnCallScheduleEdit, options?: RequestOptions) => Promise<OnCallSchedule>;
  /** Delete an on-call schedule. Also deletes its overrides, and removes the schedule from escalation policies. */
  readonly deleteOnCallSchedule: (onCallShortID: string, options?: RequestOptions) => Promise<OnCallSchedule>;
  /** List overrides. All overrides of a schedule, oldest first, including past ones of the last 400 days. Later overrides take precedence. */
  readonly listOnCallOverrides: (onCallShortID: string, options?: RequestOptions) => Promise<readonly OnCallOverride[]>;
  /** Cover for a member. Puts a member on call for a period of at most 400 days, either for the whole period or only for the shifts of another member. */
  readonly createOnCallOverride: (onCallShortID: string, input: OnCallOverrideInput, options?: RequestOptions) => Promise<OnCallOverride>;
  /** Delete an override. The regular shifts apply again. */
  readonly deleteOnCallOverride: (onCallShortID: string, overrideShortID: string, options?: RequestOptions) => Promise<OnCallOverride>;
  /** List how members on call are alerted. All members of the team, in the order in which they joined. */
  readonly listOnCallContacts: (options?: RequestOptions) => Promise<readonly OnCallContact[]>;
  /** Change how a member on call is alerted. Every member may change their own contact. Changing the contact of another member requires an admin. */
  readonly editOnCallContact: (memberID: string, input: OnCallContactEdit, options?: RequestOptions) => Promise<OnCallContact>;
  /** Read your calendar of shifts. Says whether you have a calendar. Its address was shown when it was created and can’t be read again. */
  readonly readOnCallCalendar: (options?: RequestOptions) => Promise<{
    /** Creation time of the address. */
    readonly createdAt: string;
  } | null>;
  /** Create the address of your calendar. Returns the secret address of an iCalendar file with your shifts of all schedules. An earlier address stops working. A token that expires needs the scope `admin`, because the address keeps working. */
  readonly createOnCallCalendar: (options?: RequestOptions) => Promise<CreateOnCallCalendarData>;
  /** Revoke the address of your calendar. The address stops working immediately. */
  readonly deleteOnCallCalendar: (options?: RequestOptions) => Promise<null>;
  /** List shares. All shares, oldest first. A team has at most 100. */
  readonly listShares: (options?: RequestOptions) => Promise<readonly Share[]>;
  /** Create a share. Creates a badge, a status page or a calendar that anyone with its address can read. Ping IDs, descriptions of monitors, notes and logs are never shown. A token that expires needs the scope `admin`, because the address keeps working. */
  readonly createShare: (input: ShareInput, options?: RequestOptions) => Promise<Share>;
  /** Change a share. Omitted fields keep their value. The address and the scope never change. */
  readonly editShare: (shareID: string, input: ShareEdit, options?: RequestOptions) => Promise<Share>;
  /** Revoke a share. The address stops working immediately and is never generated again. */
  readonly deleteShare: (shareID: string, options?: RequestOptions) => Promise<Share>;
  /** List views. The shared views of the team and your private views, oldest first: at most 100 and 50. */
  readonly listViews: (options?: RequestOptions) => Promise<readonly View[]>;
  /** Create a view. Every member may keep private views. Shared views require the permission to change monitors. */
  readonly createView: (input: ViewInput, options?: RequestOptions) => Promise<View>;
  /** Read a view. One shared view, or one of your private views. */
  readonly readView: (viewShortID: string, options?: RequestOptions) => Promise<View>;
  /** Change a view. Omitted fields keep their value. A shared view that stops being shared becomes your private view. Every member may keep private views. Shared views require the permission to change monitors. */
  readonly editView: (viewShortID: string, input: ViewEdit, options?: RequestOptions) => Promise<View>;
  /** Delete a view. Every member may keep private views. Shared views require the permission to change monitors. */
  readonly deleteView: (viewShortID: string, options?: RequestOptions) => Promise<View>;
  /** Read the team. The team of your token, with its noise reduction and security rules. */
  readonly readTeam: (options?: RequestOptions) => Promise<Team>;
  /** Change the team. Omitted fields keep their value. Renaming requires an owner or admin, the rules for second factors and tokens an owner with a fresh sign-in. A token needs the scope `admin` for both, and can’t loosen the rules. */
  readonly editTeam: (input: TeamEdit, options?: RequestOptions) => Promise<Team>;
  /** Read the team's usage. Number of monitors, channels, members and projects in the team, and the limits on monitors and channels. */
  readonly readUsage: (options?: RequestOptions) => Promise<TeamUsage>;
  /** Create a team. Creates another team with a default project. You own the team. To work in it, switch to it with PATCH /v1/account/. A person owns at most 20 teams. */
  readonly createTeam: (input: TeamInput, options?: RequestOptions) => Promise<{
    readonly teamID: string;
    readonly name: string;
    readonly role: Role;
  }>;
  /** Transfer the team. Makes a member the owner of the team and makes you an admin, in one step. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly transferTeam: (input: TeamTransfer, options?: RequestOptions) => Promise<Member>;
  /** Delete a team. Deletes the team in which you work, for all its members, with its projects, channels, schedules, public pages, tokens and incidents. Only an owner who is signed in can do this, and only after the last monitor of the team is deleted and its alerts are sent. The audit log stays in the database until its entries are old. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly deleteTeam: (teamID: string, options?: RequestOptions) => Promise<{
    readonly teamID: string;
    readonly name: string;
    readonly role: Role;
  }>;
  /** List members. The members of the team, in the order they joined. */
  readonly listMembers: (query?: ListMembersQuery, options?: RequestOptions) => Promise<ListMembersData>;
  /** Change the role of a member. The new role applies from the next request on, to tokens and sessions alike. Only owners can change owners or make a member an owner, and a team keeps at least one owner. Open invitations by a member who may no longer invite are revoked. To make a member admin or owner, a session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly changeMemberRole: (memberID: string, input: MemberEdit, options?: RequestOptions) => Promise<Member>;
  /** Remove a member or leave the team. The member's tokens, session access and open invitations are revoked immediately. Every member may leave. Removing others requires an admin, and removing an owner requires an owner. The last owner can't leave: transfer the team first. A token needs the scope `admin`. */
  readonly removeMember: (memberID: string, options?: RequestOptions) => Promise<Member>;
  /** List a member's tokens. A member's tokens for this team, oldest first, without the secret part. */
  readonly listMemberTokens: (memberID: string, query?: ListMemberTokensQuery, options?: RequestOptions) => Promise<ListMemberTokensData>;
  /** Revoke a member's token. The token stops working immediately. Only owners can revoke the tokens of owners. */
  readonly revokeMemberToken: (memberID: string, memberTokenID: string, options?: RequestOptions) => Promise<{
    /** Identifies the token in this API. */
    readonly id: string;
  }>;
  /** Look up an invitation. Shows an invitation. The token is its credential. Send it in the body, so that it appears in no log. */
  readonly lookUpInvitation: (input: InvitationToken, options?: RequestOptions) => Promise<OpenInvitation>;
  /** Accept an invitation. A signed-in person joins the team. Anyone else gets a new account and is signed in. A new account requires `name`, `password` and, if the invitation names no address, `email`. An invitation works once. The session switches to the new team. */
  readonly acceptInvitation: (input: InvitationAcceptance, options?: RequestOptions) => Promise<{
    readonly teamID: string;
    readonly name: string;
    readonly role: Role;
  }>;
  /** List open invitations. Invitations that can still be accepted, oldest first, without their links. */
  readonly listInvitations: (query?: ListInvitationsQuery, options?: RequestOptions) => Promise<ListInvitationsData>;
  /** Invite a person. Creates a link that can be accepted once. With an email address, only that address can accept the invitation, and the service mails the link if it can. A new invitation replaces an open one to the same address. A team has at most 100 open invitations. A token needs the scope `admin`, and its invitations end with the token. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly createInvitation: (input: InvitationInput, options?: RequestOptions) => Promise<CreatedInvitation>;
  /** Revoke an invitation. The link stops working immediately. */
  readonly revokeInvitation: (invitationID: string, options?: RequestOptions) => Promise<Invitation>;
  /** List the audit log. Changes in the team, newest first, with the person or token behind each: changes through the API, sign-ins, and actions on the command line. */
  readonly listAudit: (query?: ListAuditQuery, options?: RequestOptions) => Promise<ListAuditData>;
  /** List projects. Oldest first. */
  readonly listProjects: (query?: ListProjectsQuery, options?: RequestOptions) => Promise<ListProjectsData>;
  /** Create a project. Names need not be unique. */
  readonly createProject: (input: ProjectInput, options?: RequestOptions) => Promise<Project>;
  /** Read a project. One project. */
  readonly readProject: (projectShortID: string, options?: RequestOptions) => Promise<Project>;
  /** Change a project. Omitted fields keep their value. The `shortID` never changes. */
  readonly editProject: (projectShortID: string, input: ProjectEdit, options?: RequestOptions) => Promise<Project>;
  /** Delete a project. Only a project without monitors can be deleted. The default project can't be deleted. */
  readonly deleteProject: (projectShortID: string, options?: RequestOptions) => Promise<Project>;
  /** List the keys of a project. All keys, oldest first, without their secrets. A project has at most 50. */
  readonly listProjectKeys: (projectShortID: string, options?: RequestOptions) => Promise<readonly ProjectKey[]>;
  /** Create a key. Creates a key for clients of other services. The key belongs to the project: unlike a token, it outlives its creator's membership. A token needs the scope `admin`; if the token expires or is revoked before its expiry, the key ends with the token. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly createProjectKey: (projectShortID: string, input: ProjectKeyInput, options?: RequestOptions) => Promise<CreatedProjectKey>;
  /** Delete a key. The key stops working: immediately on the node that answers, and within five seconds on other nodes. A token needs the scope `admin`. */
  readonly deleteProjectKey: (projectShortID: string, keyShortID: string, options?: RequestOptions) => Promise<ProjectKey>;
  /** List your tokens. Your tokens for this team, oldest first, without the secret part. */
  readonly listTokens: (query?: ListTokensQuery, options?: RequestOptions) => Promise<ListTokensData>;
  /** Create a token. Creates a personal token for this team. The token is revoked when your membership ends. Only a signed-in person can create one: a token can't create tokens. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly createToken: (input: TokenInput, options?: RequestOptions) => Promise<CreatedToken>;
  /** Revoke a token. The token stops working immediately. A token with the scope `read` can revoke only itself. */
  readonly revokeToken: (tokenID: string, options?: RequestOptions) => Promise<{
    /** Identifies the token in this API. */
    readonly id: string;
  }>;
  /** Find a program login. A program on a host, such as `overdue login`, shows a code and waits for confirmation. This endpoint finds the login by its code. After ten wrong codes in 15 minutes, further ones are refused. */
  readonly findDeviceAuthorization: (input: UserCode, options?: RequestOptions) => Promise<DeviceAuthorization>;
  /** Approve a program login. Creates a token for this team, which the program gets once, with its next request before the login expires. A login can be approved once. Only a signed-in person can approve one: a token can't. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly approveDeviceAuthorization: (input: DeviceApproval, options?: RequestOptions) => Promise<Token>;
  /** Deny a program login. The program gets no token. */
  readonly denyDeviceAuthorization: (input: UserCode, options?: RequestOptions) => Promise<DeviceAuthorization>;
  /** Read your account. Your account, your teams, and the version and address of the service. */
  readonly readAccount: (options?: RequestOptions) => Promise<Account>;
  /** Change your name or switch teams. A session works in one team at a time and remembers that team. */
  readonly editAccount: (input: AccountEdit, options?: RequestOptions) => Promise<Account>;
  /** List your sessions. Your browser sessions, most recently used first. */
  readonly listSessions: (options?: RequestOptions) => Promise<readonly Session[]>;
  /** Sign out everywhere else. Ends all other sessions and stops trusting all other browsers, immediately. */
  readonly revokeOtherSessions: (options?: RequestOptions) => Promise<number>;
  /** End a session. The browser is signed out immediately. */
  readonly revokeSession: (sessionID: string, options?: RequestOptions) => Promise<{
    readonly sessionID: string;
  }>;
  /** Change your email address. Mails a link to the new address. The address changes when you open the link and confirm. An address that already has an account gets no mail. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly requestEmailChange: (input: EmailChangeInput, options?: RequestOptions) => Promise<EmailChange>;
  /** Look up a new email address. Returns the address that a mailed link confirms. The page behind the link shows the address before you confirm. */
  readonly lookUpEmailChange: (input: EmailChangeConfirmation, options?: RequestOptions) => Promise<{
    /** The new address. */
    readonly email: string;
  }>;
  /** Confirm your new email address. The page behind the mailed link sends this request. From then on you sign in with the new address, and the previous address gets a mail about the change. */
  readonly confirmEmailChange: (input: EmailChangeConfirmation, options?: RequestOptions) => Promise<{
    /** The new address. */
    readonly email: string;
  }>;
  /** Delete your account. Leaves all your teams, then deletes your account with its sessions, tokens, passkeys and devices. Monitors and everything else that you created stay in their teams. The only owner of a team must first make another member an owner, or delete the team. If no account remains, the service can be set up again. A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 `fresh_sign_in_required`. */
  readonly deleteAccount: (input: AccountDeletionInput, options?: RequestOptions) => Promise<AccountDeletion>;
  /** Count your backup codes. How many backup codes of your two-factor authentication are left. */
  readonly countBackupCodes: (options?: RequestOptions) => Promise<BackupCodes>;
  /** List trusted browsers. Browsers in which you sign in without a code, most recently used first. Trust ends after 30 days, when the password changes, and when the second factor changes. */
  readonly listTrustedBrowsers: (options?: RequestOptions) => Promise<readonly TrustedBrowser[]>;
  /** Stop trusting all browsers. The next sign-in from any browser, including this one, requires a code. Sessions continue. */
  readonly revokeTrustedBrowsers: (options?: RequestOptions) => Promise<number>;
  /** Stop trusting a browser. The next sign-in from this browser requires a code. Its sessions continue. */
  readonly revokeTrustedBrowser: (browserID: string, options?: RequestOptions) => Promise<{
    readonly browserID: string;
  }>;
  /** List your devices. Phones and browsers that show alerts to you as notifications, oldest first. `serverKey` is the `applicationServerKey` of a browser’s subscription. */
  readonly listDevices: (options?: RequestOptions) => Promise<ListDevicesData>;
  /** Add a device. Shows alerts to you on this phone or in this browser, in all your teams. Adding the same subscription again replaces the device, even if it belongs to another account. Ending the session removes the device. An account has at most 10 devices. */
  readonly addDevice: (input: DeviceInput, options?: RequestOptions) => Promise<Device>;
  /** Remove a device. The device shows no further alerts. */
  readonly removeDevice: (deviceID: string, options?: RequestOptions) => Promise<{
    readonly deviceID: string;
  }>;
  /** Send a test notification. Sends a notification to the device immediately, and returns the outcome. At most 10 per minute and account. `gone` also removes the device. Accepts no body. */
  readonly testDevice: (deviceID: string, options?: RequestOptions) => Promise<DeviceTestAttempt>;
  /** Read the setup status. Whether the first account still has to be created, and which sign-in methods are enabled. */
  readonly readSetup: (options?: RequestOptions) => Promise<Setup>;
  /** Create the first account. Creates the first user as owner of a team with a default project, and signs the browser in. The request must come from the host of `BASE_URL`, or from `localhost` or an IP address if `BASE_URL` is not set. */
  readonly setUp: (input: SetupInput, options?: RequestOptions) => Promise<Setup>;
}

/** Method and path of each operation, its arguments after those in the path, and the field or fields of `data` to which it resolves. */
export const ROUTES = {
  listMonitorRows: { method: 'GET', path: '/v1/monitors/rows/', takes: ['query'], returns: ['monitors', 'usage', 'nextCursor'] },
  listMonitors: { method: 'GET', path: '/v1/monitors/', takes: ['query'], returns: ['monitors', 'usage', 'nextCursor'] },
  createMonitor: { method: 'POST', path: '/v1/monitors/', takes: ['body'], returns: 'monitor' },
  changeMonitors: { method: 'POST', path: '/v1/monitors/bulk/', takes: ['body'], returns: 'results' },
  readMonitor: { method: 'GET', path: '/v1/monitors/{shortID}/', takes: [], returns: 'monitor' },
  deleteMonitor: { method: 'DELETE', path: '/v1/monitors/{shortID}/', takes: [], returns: 'monitor' },
  editMonitor: { method: 'PATCH', path: '/v1/monitors/{shortID}/', takes: ['body'], returns: 'monitor' },
  pauseMonitor: { method: 'POST', path: '/v1/monitors/{shortID}/pause/', takes: [], returns: 'monitor' },
  resumeMonitor: { method: 'POST', path: '/v1/monitors/{shortID}/resume/', takes: [], returns: 'monitor' },
  dismissNotices: { method: 'DELETE', path: '/v1/monitors/{shortID}/notices/', takes: [], returns: 'monitor' },
  readForwarding: { method: 'GET', path: '/v1/monitors/{shortID}/forwarding/', takes: [], returns: 'forwarding' },
  listEvents: { method: 'GET', path: '/v1/monitors/{shortID}/events/', takes: ['query'], returns: ['events', 'nextCursor'] },
  readEventBody: { method: 'GET', path: '/v1/monitors/{shortID}/events/{number}/body/', takes: [], returns: [] },
  listRuns: { method: 'GET', path: '/v1/monitors/{shortID}/runs/', takes: ['query'], returns: ['runs', 'nextCursor'] },
  listRunsOfMonitors: { method: 'GET', path: '/v1/runs/', takes: ['query'], returns: 'runs' },
  readStatistics: { method: 'GET', path: '/v1/monitors/{shortID}/statistics/', takes: ['query'], returns: 'statistics' },
  listMonitorDays: { method: 'GET', path: '/v1/monitors/{shortID}/days/', takes: ['query'], returns: ['days', 'truncated'] },
  listTeamDays: { method: 'GET', path: '/v1/days/', takes: ['query'], returns: ['days', 'truncated'] },
  listExpectedRuns: { method: 'GET', path: '/v1/runs/expected/', takes: ['query'], returns: 'expected' },
  listTransitions: { method: 'GET', path: '/v1/monitors/{shortID}/transitions/', takes: ['query'], returns: ['transitions', 'nextCursor'] },
  previewSchedule: { method: 'POST', path: '/v1/schedules/preview/', takes: ['body'], returns: ['occurrences', 'summary', 'suggestedGraceDuration', 'details'] },
  readCrontab: { method: 'POST', path: '/v1/schedules/crontab/', takes: ['body'], returns: 'crontab' },
  importMonitors: { method: 'POST', path: '/v1/imports/', takes: ['body'], returns: 'import' },
  applyConfiguration: { method: 'POST', path: '/v1/configuration/', takes: ['body'], returns: 'plan' },
  exportConfiguration: { method: 'GET', path: '/v1/configuration/', takes: ['query'], returns: 'configuration' },
  listManagedResources: { method: 'GET', path: '/v1/configuration/resources/', takes: ['query'], returns: 'files' },
  readManagedResource: { method: 'GET', path: '/v1/configuration/resources/{managedID}/', takes: [], returns: 'managed' },
  releaseManagedResource: { method: 'DELETE', path: '/v1/configuration/resources/{managedID}/', takes: [], returns: 'managed' },
  followTeam: { method: 'GET', path: '/v1/live/', takes: ['query'], returns: [] },
  acknowledgeIncident: { method: 'POST', path: '/v1/incidents/{incidentID}/acknowledge/', takes: ['body'], returns: 'incident' },
  unacknowledgeIncident: { method: 'POST', path: '/v1/incidents/{incidentID}/unacknowledge/', takes: [], returns: 'incident' },
  snoozeIncident: { method: 'POST', path: '/v1/incidents/{incidentID}/snooze/', takes: ['body'], returns: 'incident' },
  unsnoozeIncident: { method: 'POST', path: '/v1/incidents/{incidentID}/unsnooze/', takes: [], returns: 'incident' },
  listIncidents: { method: 'GET', path: '/v1/incidents/', takes: ['query'], returns: ['incidents', 'nextCursor'] },
  countOpenIncidents: { method: 'GET', path: '/v1/incidents/open/', takes: [], returns: ['open', 'unacknowledged'] },
  readIncident: { method: 'GET', path: '/v1/incidents/{incidentID}/', takes: [], returns: 'incident' },
  compareIncidentLogs: { method: 'GET', path: '/v1/incidents/{incidentID}/comparison/', takes: [], returns: 'comparison' },
  addIncidentNote: { method: 'POST', path: '/v1/incidents/{incidentID}/notes/', takes: ['body'], returns: 'note' },
  exportIncident: { method: 'GET', path: '/v1/incidents/{incidentID}/export/', takes: [], returns: [] },
  search: { method: 'GET', path: '/v1/search/', takes: ['query'], returns: ['results', 'nextCursor'] },
  listChannelTypes: { method: 'GET', path: '/v1/channel-types/', takes: [], returns: 'channelTypes' },
  listChannels: { method: 'GET', path: '/v1/channels/', takes: ['query'], returns: ['channels', 'nextCursor'] },
  createChannel: { method: 'POST', path: '/v1/channels/', takes: ['body'], returns: 'channel' },
  readChannel: { method: 'GET', path: '/v1/channels/{channelShortID}/', takes: [], returns: 'channel' },
  editChannel: { method: 'PATCH', path: '/v1/channels/{channelShortID}/', takes: ['body'], returns: 'channel' },
  deleteChannel: { method: 'DELETE', path: '/v1/channels/{channelShortID}/', takes: [], returns: 'channel' },
  testChannel: { method: 'POST', path: '/v1/channels/{channelShortID}/test/', takes: [], returns: 'attempt' },
  listDeliveries: { method: 'GET', path: '/v1/deliveries/', takes: ['query'], returns: ['deliveries', 'nextCursor'] },
  readDelivery: { method: 'GET', path: '/v1/deliveries/{key}/', takes: [], returns: ['delivery', 'attempts'] },
  sendAgain: { method: 'POST', path: '/v1/deliveries/{key}/send-again/', takes: [], returns: 'delivery' },
  readTransitionAlerts: { method: 'GET', path: '/v1/monitors/{shortID}/transitions/{transitionID}/alerts/', takes: [], returns: 'alerts' },
  listMaintenance: { method: 'GET', path: '/v1/maintenance/', takes: [], returns: 'windows' },
  createMaintenance: { method: 'POST', path: '/v1/maintenance/', takes: ['body'], returns: 'window' },
  readMaintenance: { method: 'GET', path: '/v1/maintenance/{maintenanceShortID}/', takes: [], returns: 'window' },
  editMaintenance: { method: 'PATCH', path: '/v1/maintenance/{maintenanceShortID}/', takes: ['body'], returns: 'window' },
  deleteMaintenance: { method: 'DELETE', path: '/v1/maintenance/{maintenanceShortID}/', takes: [], returns: 'window' },
  listEscalations: { method: 'GET', path: '/v1/escalations/', takes: [], returns: 'escalations' },
  createEscalation: { method: 'POST', path: '/v1/escalations/', takes: ['body'], returns: 'escalation' },
  readEscalation: { method: 'GET', path: '/v1/escalations/{escalationShortID}/', takes: [], returns: 'escalation' },
  editEscalation: { method: 'PATCH', path: '/v1/escalations/{escalationShortID}/', takes: ['body'], returns: 'escalation' },
  deleteEscalation: { method: 'DELETE', path: '/v1/escalations/{escalationShortID}/', takes: [], returns: 'escalation' },
  readOnCall: { method: 'GET', path: '/v1/on-call/', takes: [], returns: 'onCall' },
  readOnCallCoverage: { method: 'GET', path: '/v1/on-call/schedules/{onCallShortID}/coverage/', takes: ['query'], returns: ['spans', 'gaps'] },
  listOnCallSchedules: { method: 'GET', path: '/v1/on-call/schedules/', takes: [], returns: 'schedules' },
  createOnCallSchedule: { method: 'POST', path: '/v1/on-call/schedules/', takes: ['body'], returns: 'schedule' },
  readOnCallSchedule: { method: 'GET', path: '/v1/on-call/schedules/{onCallShortID}/', takes: [], returns: 'schedule' },
  editOnCallSchedule: { method: 'PATCH', path: '/v1/on-call/schedules/{onCallShortID}/', takes: ['body'], returns: 'schedule' },
  deleteOnCallSchedule: { method: 'DELETE', path: '/v1/on-call/schedules/{onCallShortID}/', takes: [], returns: 'schedule' },
  listOnCallOverrides: { method: 'GET', path: '/v1/on-call/schedules/{onCallShortID}/overrides/', takes: [], returns: 'overrides' },
  createOnCallOverride: { method: 'POST', path: '/v1/on-call/schedules/{onCallShortID}/overrides/', takes: ['body'], returns: 'override' },
  deleteOnCallOverride: { method: 'DELETE', path: '/v1/on-call/schedules/{onCallShortID}/overrides/{overrideShortID}/', takes: [], returns: 'override' },
  listOnCallContacts: { method: 'GET', path: '/v1/on-call/contacts/', takes: [], returns: 'contacts' },
  editOnCallContact: { method: 'PATCH', path: '/v1/on-call/contacts/{memberID}/', takes: ['body'], returns: 'contact' },
  readOnCallCalendar: { method: 'GET', path: '/v1/on-call/calendar/', takes: [], returns: 'calendar' },
  createOnCallCalendar: { method: 'POST', path: '/v1/on-call/calendar/', takes: [], returns: ['calendar', 'url'] },
  deleteOnCallCalendar: { method: 'DELETE', path: '/v1/on-call/calendar/', takes: [], returns: 'calendar' },
  listShares: { method: 'GET', path: '/v1/shares/', takes: [], returns: 'shares' },
  createShare: { method: 'POST', path: '/v1/shares/', takes: ['body'], returns: 'share' },
  editShare: { method: 'PATCH', path: '/v1/shares/{shareID}/', takes: ['body'], returns: 'share' },
  deleteShare: { method: 'DELETE', path: '/v1/shares/{shareID}/', takes: [], returns: 'share' },
  listViews: { method: 'GET', path: '/v1/views/', takes: [], returns: 'views' },
  createView: { method: 'POST', path: '/v1/views/', takes: ['body'], returns: 'view' },
  readView: { method: 'GET', path: '/v1/views/{viewShortID}/', takes: [], returns: 'view' },
  editView: { method: 'PATCH', path: '/v1/views/{viewShortID}/', takes: ['body'], returns: 'view' },
  deleteView: { method: 'DELETE', path: '/v1/views/{viewShortID}/', takes: [], returns: 'view' },
  readTeam: { method: 'GET', path: '/v1/team/', takes: [], returns: 'team' },
  editTeam: { method: 'PATCH', path: '/v1/team/', takes: ['body'], returns: 'team' },
  readUsage: { method: 'GET', path: '/v1/usage/', takes: [], returns: 'usage' },
  createTeam: { method: 'POST', path: '/v1/teams/', takes: ['body'], returns: 'team' },
  transferTeam: { method: 'POST', path: '/v1/team/transfer/', takes: ['body'], returns: 'member' },
  deleteTeam: { method: 'DELETE', path: '/v1/teams/{teamID}/', takes: [], returns: 'team' },
  listMembers: { method: 'GET', path: '/v1/members/', takes: ['query'], returns: ['members', 'nextCursor'] },
  changeMemberRole: { method: 'PATCH', path: '/v1/members/{memberID}/', takes: ['body'], returns: 'member' },
  removeMember: { method: 'DELETE', path: '/v1/members/{memberID}/', takes: [], returns: 'member' },
  listMemberTokens: { method: 'GET', path: '/v1/members/{memberID}/tokens/', takes: ['query'], returns: ['tokens', 'nextCursor'] },
  revokeMemberToken: { method: 'DELETE', path: '/v1/members/{memberID}/tokens/{memberTokenID}/', takes: [], returns: 'token' },
  lookUpInvitation: { method: 'POST', path: '/v1/invitations/look-up/', takes: ['body'], returns: 'invitation' },
  acceptInvitation: { method: 'POST', path: '/v1/invitations/accept/', takes: ['body'], returns: 'team' },
  listInvitations: { method: 'GET', path: '/v1/invitations/', takes: ['query'], returns: ['invitations', 'nextCursor'] },
  createInvitation: { method: 'POST', path: '/v1/invitations/', takes: ['body'], returns: 'invitation' },
  revokeInvitation: { method: 'DELETE', path: '/v1/invitations/{invitationID}/', takes: [], returns: 'invitation' },
  listAudit: { method: 'GET', path: '/v1/audit/', takes: ['query'], returns: ['entries', 'nextCursor'] },
  listProjects: { method: 'GET', path: '/v1/projects/', takes: ['query'], returns: ['projects', 'nextCursor'] },
  createProject: { method: 'POST', path: '/v1/projects/', takes: ['body'], returns: 'project' },
  readProject: { method: 'GET', path: '/v1/projects/{projectShortID}/', takes: [], returns: 'project' },
  editProject: { method: 'PATCH', path: '/v1/projects/{projectShortID}/', takes: ['body'], returns: 'project' },
  deleteProject: { method: 'DELETE', path: '/v1/projects/{projectShortID}/', takes: [], returns: 'project' },
  listProjectKeys: { method: 'GET', path: '/v1/projects/{projectShortID}/keys/', takes: [], returns: 'keys' },
  createProjectKey: { method: 'POST', path: '/v1/projects/{projectShortID}/keys/', takes: ['body'], returns: 'key' },
  deleteProjectKey: { method: 'DELETE', path: '/v1/projects/{projectShortID}/keys/{keyShortID}/', takes: [], returns: 'key' },
  listTokens: { method: 'GET', path: '/v1/tokens/', takes: ['query'], returns: ['tokens', 'nextCursor'] },
  createToken: { method: 'POST', path: '/v1/tokens/', takes: ['body'], returns: 'token' },
  revokeToken: { method: 'DELETE', path: '/v1/tokens/{tokenID}/', takes: [], returns: 'token' },
  findDeviceAuthorization: { method: 'POST', path: '/v1/device-authorizations/find/', takes: ['body'], returns: 'deviceAuthorization' },
  approveDeviceAuthorization: { method: 'POST', path: '/v1/device-authorizations/approve/', takes: ['body'], returns: 'token' },
  denyDeviceAuthorization: { method: 'POST', path: '/v1/device-authorizations/deny/', takes: ['body'], returns: 'deviceAuthorization' },
  readAccount: { method: 'GET', path: '/v1/account/', takes: [], returns: 'account' },
  editAccount: { method: 'PATCH', path: '/v1/account/', takes: ['body'], returns: 'account' },
  listSessions: { method: 'GET', path: '/v1/account/sessions/', takes: [], returns: 'sessions' },
  revokeOtherSessions: { method: 'DELETE', path: '/v1/account/sessions/', takes: [], returns: 'revoked' },
  revokeSession: { method: 'DELETE', path: '/v1/account/sessions/{sessionID}/', takes: [], returns: 'session' },
  requestEmailChange: { method: 'POST', path: '/v1/account/email-change/', takes: ['body'], returns: 'emailChange' },
  lookUpEmailChange: { method: 'POST', path: '/v1/account/email-change/look-up/', takes: ['body'], returns: 'emailChange' },
  confirmEmailChange: { method: 'POST', path: '/v1/account/email-change/confirm/', takes: ['body'], returns: 'emailChange' },
  deleteAccount: { method: 'POST', path: '/v1/account/deletion/', takes: ['body'], returns: 'accountDeletion' },
  countBackupCodes: { method: 'GET', path: '/v1/account/backup-codes/', takes: [], returns: 'backupCodes' },
  listTrustedBrowsers: { method: 'GET', path: '/v1/account/trusted-browsers/', takes: [], returns: 'trustedBrowsers' },
  revokeTrustedBrowsers: { method: 'DELETE', path: '/v1/account/trusted-browsers/', takes: [], returns: 'revoked' },
  revokeTrustedBrowser: { method: 'DELETE', path: '/v1/account/trusted-browsers/{browserID}/', takes: [], returns: 'trustedBrowser' },
  listDevices: { method: 'GET', path: '/v1/account/devices/', takes: [], returns: ['devices', 'serverKey'] },
  addDevice: { method: 'POST', path: '/v1/account/devices/', takes: ['body'], returns: 'device' },
  removeDevice: { method: 'DELETE', path: '/v1/account/devices/{deviceID}/', takes: [], returns: 'device' },
  testDevice: { method: 'POST', path: '/v1/account/devices/{deviceID}/test/', takes: [], returns: 'attempt' },
  readSetup: { method: 'GET', path: '/v1/setup/', takes: [], returns: 'setup' },
  setUp: { method: 'POST', path: '/v1/setup/', takes: ['body'], returns: 'setup' },
} as const;
