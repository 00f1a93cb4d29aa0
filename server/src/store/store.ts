import type { Role, Scope } from '../domain/access.ts';
import type { MonitorAlerting, ProjectAlerting } from '../domain/alerting/settings.ts';
import type { BlindWindow, WatchedTime } from '../domain/blind-window.ts';
import type { Command } from '../domain/decide.ts';
import type { Transition } from '../domain/draft.ts';
import type { Monitor, Status } from '../domain/monitor.ts';
import type { Event } from '../domain/pairing.ts';
import type { PingNotice } from '../domain/ping-notice.ts';
import type { Run } from '../domain/run.ts';
import type { AccountStore } from './account-store.ts';
import type { AlertSettingsStore, ChannelStore, IncidentStore, NotifyStore } from './alert-store.ts';
import type { Check, MonitorEdit, References } from './edit-store.ts';
import type { GaugeStore } from './gauge-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { IncidentNoteStore } from './incident-note-store.ts';
import type { KeyStore } from './key-store.ts';
import type { LiveStore } from './live-store.ts';
import type { MonitorListStore } from './monitor-list-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { PingNoticeStore } from './ping-notice-store.ts';
import type { ProjectStore } from './project-store.ts';
import type { RetentionStore } from './retention-store.ts';
import type { ShareStore } from './share-store.ts';
import type { PingQueue, StoredElsewhere } from './stored-elsewhere.ts';
import type { AuditStore, InvitationStore, MembershipStore } from './team-store.ts';
import type { TokenStore } from './token-store.ts';
import type { UsageStore } from './usage-store.ts';

/** How a ping came, for its event. */
export interface PingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** At most 200 characters; '' when none was sent. */
  readonly userAgent: string;
  readonly remoteAddress: string;
  readonly exitStatus: number | null;
  /** The run's log as it is kept, cut at the limit; null when there was none. */
  readonly body: Uint8Array | null;
}

/** What of a monitor no rule reads. */
export interface MonitorDetails {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly projectID: number;
  readonly alerting: MonitorAlerting;
}

/** One command for one monitor. */
export interface CommandInput {
  readonly monitorID: number;
  readonly command: Command;
  /** With a ping: how it came. */
  readonly request?: PingRequest;
}

/** A command, or a change of settings that becomes one once the settings are known. */
export type Input = CommandInput | MonitorEdit;

/**
 * `gone`: the monitor does not exist (any more). `failed`: this input could not be applied; the others were.
 * `already_applied`: its ticket shows that it was, in a batch whose answer was lost.
 */
export type Applied =
  | {
      readonly outcome: 'applied';
      readonly teamID: string;
      readonly status: Status;
      readonly event: Event | null;
      /** Whether it has left transitions, and with them outbox rows. */
      readonly changedStatus: boolean;
    }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'failed'; readonly error: unknown }
  | { readonly outcome: 'already_applied' };

/** The monitor that a ping key belongs to. */
export interface PingedMonitor {
  readonly monitorID: number;
  readonly pingID: string;
}

/**
 * Numbers that one life of a process gives to its pings, so that a batch whose commit is in doubt can be applied again: what
 * was applied is left out then. Each number is higher than all before it, also across batches.
 */
export interface Tickets {
  /** Names what counts them, a part of one life: no two share one. */
  readonly epoch: string;
  /** The life of the process, as its signs name it; only with new pings, which must not overtake those that others keep. */
  readonly life?: string;
  /** One for each input, ascending; holes are fine. */
  readonly numbers: readonly number[];
}

export interface MonitorRecord extends Monitor {
  readonly id: number;
  readonly teamID: string;
  readonly shortID: string;
  readonly projectShortID: string;
  readonly pingID: string;
  readonly createdAt: number;
  readonly details: MonitorDetails;
  readonly notices: readonly PingNotice[];
  readonly revision: number;
}

export interface NewMonitor {
  readonly teamID: string;
  readonly shortID: string;
  readonly pingID: string;
  readonly pingKey: string;
  readonly createdAt: number;
  readonly details: MonitorDetails;
  readonly monitor: Monitor;
}

export type Created =
  | { readonly outcome: 'created'; readonly monitor: MonitorRecord }
  | { readonly outcome: 'allowance_used_up' }
  | { readonly outcome: 'project_gone' }
  | { readonly outcome: 'ping_id_taken' }
  | { readonly outcome: 'short_id_taken' };

/** All filters are joined by "and". `q` is looked for in the name, in any case. */
export interface EventRecord extends Event {
  readonly request: Omit<PingRequest, 'body'>;
  /** Bytes kept of the body; 0 when there was none, or it is no longer kept. */
  readonly bodySize: number;
}

export interface TransitionRecord extends Transition {
  readonly id: number;
  readonly runID: string | null;
}

/** A page of a list that runs from new to old: rows before a number (event number, run seq, transition id). */
export interface Page {
  readonly before?: number;
  readonly limit: number;
}

export interface Project {
  readonly id: number;
  readonly shortID: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly createdAt: number;
  readonly monitors: number;
  readonly alerting: ProjectAlerting;
  readonly revision: number;
}

export type NewProject = Omit<Project, 'id' | 'isDefault' | 'monitors' | 'revision'> & {
  readonly teamID: string;
};
export type ProjectChange = Partial<Pick<Project, 'name' | 'alerting'>>;

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** The first characters of the token, to tell it by. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  /** Short IDs of the projects that it is limited to; null for all. */
  readonly projects: readonly string[] | null;
}

export interface NewToken extends Omit<Token, 'lastUsedAt'> {
  readonly memberID: string;
  /** SHA-256 of the token; the token itself is never stored. */
  readonly hash: string;
}

export interface Member {
  readonly id: string;
  readonly userID: string;
  readonly teamID: string;
  readonly team: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly revision: number;
}

export interface NewMember {
  readonly memberID: string;
  /** Used when nobody has this email yet; else the existing user joins. */
  readonly userID: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly accountID: string;
  /** False when nobody knows whether the address is theirs, as of who joined by a link. */
  readonly emailVerified?: boolean;
  readonly createdAt: number;
}

export interface NewTeam {
  readonly teamID: string;
  readonly name: string;
  readonly slug: string;
  readonly projectShortID: string;
  readonly createdAt: number;
}

export interface IngestStore {
  /** Which monitor a ping key belongs to. A plain read: unknown keys never touch the write path. */
  findByPingKey(pingKey: string): Promise<PingedMonitor | null>;
  /** What is known of a ping key without waiting for a database: null when nobody has it, undefined when it must be asked. */
  recallPingKey(pingKey: string): PingedMonitor | null | undefined;
  /**
   * Runs the commands through the domain's one door, in order, and saves all that comes of them (state,
   * event, runs, transitions, outbox rows) in one durable transaction: when the promise resolves, it is on
   * disk. An input that fails is left out whole and does not fail the others. Rejects only when nothing was
   * saved; but with {@link import('./store-away.ts').StoreAway} all of it may have been: with the same tickets it is safely
   * applied again. With tickets that name a life, inputs are new pings: the store rejects with {@link import('./store-away.ts').PingsFirst}, having saved
   * nothing, when they could overtake pings that other processes keep. A store whose commits are never in doubt ignores tickets.
   */
  apply(inputs: readonly Input[], tickets?: Tickets): Promise<readonly Applied[]>;
}

/** What a process that takes pings says of itself, about once a second. */
export interface WatchReport extends WatchedTime {
  /** Names the life of the process, as in {@link Tickets}. */
  readonly epoch: string;
  /** When the oldest ping came that it has taken, and that is neither applied nor in the shared queue; null when there is none. */
  readonly waitingFrom: number | null;
  /** Whether it answers new pings from its spool; left out by a process that has none. */
  readonly keeps?: boolean;
}

/** A verdict batch's outcome for one monitor. */
export interface Judged {
  readonly monitorID: number;
  readonly applied: Applied;
}

/** Work that one process at a time does for all. */
export type LeaseName = 'blind_windows' | 'retention' | 'reports';

export interface WatchdogStore extends IngestStore, PingQueue {
  /** Whether other processes may use the database at the same time, so that what is due may change without a word. */
  readonly isShared: boolean;
  /** The earliest time at which some monitor changes by itself; null when none will. */
  nextWakeAt(): Promise<number | null>;
  /**
   * Tells overdue monitors (their wake time is at or before `at`) that it is `at` now, and saves what comes of it as `apply`
   * does: at most `limit` of them, the longest overdue first, `except` some. Monitors that another process judges at the
   * moment are left to it. Answers nothing when there was nothing to judge.
   */
  judgeOverdue(at: number, limit: number, except: ReadonlySet<number>): Promise<readonly Judged[]>;
  /**
   * Records that a process has watched. If nobody had watched right before it did, the time between is a blind window, which
   * is recorded and answered: from then on every verdict takes it into account.
   */
  extendWatch(report: WatchReport): Promise<BlindWindow | null>;
  /** To be called when a process that took pings ends and has stored all of them: nobody waits for it any more. */
  leaveWatch(epoch: string): Promise<void>;
  /**
   * Until when verdicts may look at a time: no further than somebody has watched, and than what other processes have stored
   * of the pings that they took. One that does not get on for 10 seconds, while the database is there, holds nobody up.
   *
   * @param epoch the asking process, if it watches itself: it sees to its own pings, and knows until when it watched
   */
  horizon(at: number, epoch: string | null): Promise<number>;
  /** Until when other processes have stored the pings that they took, as far as that is known; `at` at most. */
  storedElsewhere(question: StoredElsewhere): Promise<number>;
  /** Windows whose monitors have not all been looked at, oldest first: work left by a crash. */
  unsettledBlindWindows(): Promise<readonly BlindWindow[]>;
  /**
   * Monitors with an occurrence expected at or before `at` among the next `span` IDs after `afterID`; `next`
   * is where to go on, null at the end. Bounded work, however many monitors there are.
   */
  monitorsExpectedBefore(
    at: number,
    afterID: number,
    span: number,
  ): Promise<{ readonly ids: readonly number[]; readonly next: number | null }>;
  /**
   * Marks the window as looked at and writes one outbox row for each team that it hid something from, in one
   * transaction.
   */
  settleBlindWindow(id: number, at: number): Promise<void>;
  /**
   * Takes a lease, or prolongs it: true when it belongs to the holder until `until` then. Always true where processes do not
   * share the database.
   */
  takeLease(lease: {
    readonly name: LeaseName;
    readonly holder: string;
    readonly at: number;
    readonly until: number;
  }): Promise<boolean>;
  /** Gives a lease back before its time; nothing when somebody else has it. */
  dropLease(name: LeaseName, holder: string): Promise<void>;
}

export interface MonitorStore extends IngestStore, MonitorListStore {
  /** Counts and inserts in one transaction, so that racing creates never pass the allowance. */
  createMonitor(monitor: NewMonitor, allowance: number, references?: References): Promise<Created>;
  findMonitor(teamID: string, shortID: string): Promise<MonitorRecord | null>;
  /**
   * Deletes the monitor with its events, runs, bodies and transitions. Its open incident ends, and those who have the alarm
   * are told. False when it was gone already.
   */
  deleteMonitor(
    monitorID: number,
    at: number,
    check?: Check<{ readonly revision: number }>,
  ): Promise<boolean>;
  listEvents(monitorID: number, page: Page): Promise<readonly EventRecord[]>;
  /** Null when there is no such event or it has no body. */
  eventBody(monitorID: number, number: number): Promise<Uint8Array | null>;
  listRuns(monitorID: number, page: Page): Promise<readonly Run[]>;
  listTransitions(monitorID: number, page: Page): Promise<readonly TransitionRecord[]>;
}

export interface IdentityStore {
  /** Makes a team with its default project and its first owner. */
  createTeam(team: NewTeam, owner: NewMember): Promise<Member>;
  findTeams(): Promise<readonly { readonly id: string; readonly name: string; readonly slug: string }[]>;
  /** `exists` when the user is a member already. `created` says whether the user is new. */
  addMember(
    teamID: string,
    member: NewMember,
  ): Promise<
    | { readonly outcome: 'added'; readonly member: Member; readonly isNewUser: boolean }
    | { readonly outcome: 'exists' }
  >;
  /** Ends a membership; its tokens die in the same transaction. Refuses the team's last owner. */
  removeMember(teamID: string, email: string): Promise<'removed' | 'not_found' | 'last_owner'>;
  listMembers(teamID: string): Promise<readonly Member[]>;
}

export interface OperationsStore {
  /** Resolves when the database can take a write; rejects with the reason otherwise. */
  probe(): Promise<void>;
  /** What time it is for all processes that share the database, in epoch milliseconds; null where the process's own clock says. */
  databaseTime(): Promise<number | null>;
  /**
   * Calls back soon after some process has left news to be told; resolves or rejects when it hears of none any more, and at
   * once where there is no other process. Hints may stay away, and come for one's own news, too: whoever has to know looks once
   * a second.
   */
  listenForHints(callback: () => void): Promise<void>;
  /** Counts the alerts and messages that were set aside because they could not be read or planned. */
  countSetAside(): Promise<number>;
  /** Plans and sends again what was set aside. @returns how many alerts and messages that are */
  retrySetAside(again: { readonly now: number; readonly expiresAt: number }): Promise<number>;
  /**
   * How many monitors have each status at a time, among the next `span` IDs: for metrics, in bounded steps.
   */
  countStatuses(
    now: number,
    afterID: number,
    span: number,
  ): Promise<{ readonly counts: Readonly<Partial<Record<Status, number>>>; readonly next: number | null }>;
  /** Verifies the database and its invariants; answers what is wrong, in words, at most `limit` findings. */
  check(limit: number): Promise<readonly string[]>;
  /** Copies the database to a file while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

/** All that the engines need of a database. One object implements it; each engine sees its own view. */
export type Store = WatchdogStore &
  MonitorStore &
  HistoryStore &
  KeyStore &
  LiveStore &
  IncidentNoteStore &
  PingNoticeStore &
  UsageStore &
  ProjectStore &
  TokenStore &
  ChannelStore &
  IncidentStore &
  AlertSettingsStore &
  ShareStore &
  IdentityStore &
  AccountStore &
  MembershipStore &
  InvitationStore &
  AuditStore &
  RetentionStore &
  OutboxStore &
  NotifyStore &
  GaugeStore &
  OperationsStore;
