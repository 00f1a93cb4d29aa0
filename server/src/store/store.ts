import type { Access, Role, Scope } from '../domain/access.ts';
import type { NoticeKind } from '../domain/alert.ts';
import type { MonitorAlerting, ProjectAlerting } from '../domain/alerting/settings.ts';
import type { BlindWindow } from '../domain/blind-window.ts';
import type { Command } from '../domain/decide.ts';
import type { Transition } from '../domain/draft.ts';
import type { Monitor, Status } from '../domain/monitor.ts';
import type { Event } from '../domain/pairing.ts';
import type { Run } from '../domain/run.ts';
import type { AlertSettingsStore, ChannelStore, IncidentStore, NotifyStore } from './alert-store.ts';

/** How a ping came, for its event. */
export interface PingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
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

/** One command for one monitor, with what is to be saved beside its outcome. */
export interface Input {
  readonly monitorID: number;
  readonly command: Command;
  /** With a ping: how it came. */
  readonly request?: PingRequest;
  /** With an edit: the new details. */
  readonly details?: MonitorDetails;
}

/**
 * `gone`: the monitor does not exist (any more). `failed`: this input could not be applied; the others were.
 */
export type Applied =
  | {
      readonly outcome: 'applied';
      readonly status: Status;
      readonly event: Event | null;
      /** Whether it has left transitions, and with them outbox rows. */
      readonly changedStatus: boolean;
    }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'failed'; readonly error: unknown };

export interface MonitorRecord extends Monitor {
  readonly id: number;
  readonly teamID: string;
  readonly shortID: string;
  readonly projectShortID: string;
  readonly pingID: string;
  readonly createdAt: number;
  readonly details: MonitorDetails;
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
export interface MonitorFilter {
  readonly projectShortID?: string;
  readonly tag?: string;
  readonly q?: string;
  /** Only monitors created after this one. */
  readonly afterID?: number;
  readonly limit?: number;
}

export interface EventRecord extends Event {
  readonly request: Omit<PingRequest, 'body'>;
  /** Bytes kept of the body; 0 when there was none, or it is no longer kept. */
  readonly bodySize: number;
}

export interface TransitionRecord extends Transition {
  readonly id: number;
  readonly runID: string | null;
}

/**
 * A page of a list that runs from new to old: rows before a number (event number, run seq, transition id).
 */
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
}

export type NewProject = Omit<Project, 'id' | 'isDefault' | 'monitors'> & { readonly teamID: string };
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
  readonly createdAt: number;
}

export interface NewTeam {
  readonly teamID: string;
  readonly name: string;
  readonly slug: string;
  readonly projectShortID: string;
  readonly createdAt: number;
}

export interface OutboxRow {
  readonly id: number;
  readonly teamID: string;
  readonly monitorID: number | null;
  readonly kind: NoticeKind;
  readonly transitionID: number | null;
  readonly blindWindowID: number | null;
  readonly incidentID: number | null;
  readonly createdAt: number;
  /** When it was decided who is told of it; null while that is to come. */
  readonly plannedAt: number | null;
}

export interface IngestStore {
  /** Which monitor a ping key belongs to. A plain read: unknown keys never touch the write path. */
  findByPingKey(pingKey: string): Promise<{ readonly monitorID: number; readonly pingID: string } | null>;
  /**
   * Runs the commands through the domain's one door, in order, and saves all that comes of them (state,
   * event, runs, transitions, outbox rows) in one durable transaction: when the promise resolves, it is on
   * disk. An input that fails is left out whole and does not fail the others. Rejects only when nothing was
   * saved.
   */
  apply(inputs: readonly Input[]): Promise<readonly Applied[]>;
}

export interface WatchdogStore extends IngestStore {
  /** The earliest time at which some monitor changes by itself; null when none will. */
  nextWakeAt(): Promise<number | null>;
  /** Monitors whose wake time is at or before `now`, the longest overdue first. */
  overdueMonitors(now: number, limit: number): Promise<readonly number[]>;
  /** Until when the service is known to have been able to receive pings; null on a new database. */
  watchedUntil(): Promise<number | null>;
  saveWatchedUntil(at: number): Promise<void>;
  /** Records a blind window; from then on every verdict takes it into account. */
  openBlindWindow(from: number, to: number): Promise<BlindWindow>;
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
}

export interface MonitorStore extends IngestStore {
  /** Counts and inserts in one transaction, so that racing creates never pass the allowance. */
  createMonitor(monitor: NewMonitor, allowance: number): Promise<Created>;
  /** Oldest first. */
  listMonitors(teamID: string, filter: MonitorFilter): Promise<readonly MonitorRecord[]>;
  countMonitors(teamID: string): Promise<number>;
  findMonitor(teamID: string, shortID: string): Promise<MonitorRecord | null>;
  /**
   * Deletes the monitor with its events, runs, bodies and transitions. Its open incident ends, and those who have the alarm
   * are told. False when it was gone already.
   */
  deleteMonitor(monitorID: number, at: number): Promise<boolean>;
  listEvents(monitorID: number, page: Page): Promise<readonly EventRecord[]>;
  /** Null when there is no such event or it has no body. */
  eventBody(monitorID: number, number: number): Promise<Uint8Array | null>;
  listRuns(monitorID: number, page: Page): Promise<readonly Run[]>;
  listTransitions(monitorID: number, page: Page): Promise<readonly TransitionRecord[]>;
}

export interface ProjectStore {
  /** Oldest first, after an ID. */
  listProjects(teamID: string, afterID: number, limit: number): Promise<readonly Project[]>;
  findProject(teamID: string, shortID: string): Promise<Project | null>;
  defaultProject(teamID: string): Promise<Project>;
  createProject(project: NewProject): Promise<Project>;
  changeProject(projectID: number, change: ProjectChange): Promise<void>;
  /** Refuses a project that has monitors, and the team's default one. */
  deleteProject(projectID: number): Promise<'deleted' | 'not_empty' | 'default' | 'gone'>;
}

export interface TokenStore {
  /** Who a token stands for: null when unknown, expired, or its membership has ended. */
  authenticate(hash: string, now: number): Promise<Access | null>;
  /** Notes the last use, at most once a minute for each token. */
  touchToken(tokenID: string, at: number): Promise<void>;
  /** The tokens of one membership, oldest first, after a position in that order. */
  listTokens(memberID: string, afterID: string, limit: number): Promise<readonly Token[]>;
  createToken(token: NewToken): Promise<void>;
  /** False when the membership has no such token. */
  revokeToken(memberID: string, tokenID: string): Promise<boolean>;
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

/**
 * Where a step of pruning starts: first monitor by monitor for what is too much, then table by table for what is
 * too old.
 */
export type PrunePosition =
  | { readonly by: 'count'; readonly afterMonitorID: number }
  | {
      readonly by: 'age';
      readonly table: 'events' | 'runs' | 'transitions' | 'outbox' | 'deliveries' | 'incidents';
      readonly afterRowID: number;
    };

export const PRUNE_START: PrunePosition = { by: 'count', afterMonitorID: 0 };

export interface PrunePolicy {
  /** Newest events and runs that each monitor keeps. */
  readonly keep: number;
  /** What is older than this goes. */
  readonly before: number;
  /** Monitors looked at in one step. */
  readonly span: number;
  /** Rows deleted in one step at most. */
  readonly rows: number;
}

export interface RetentionStore {
  /**
   * Deletes some of what the policy no longer keeps: events with their bodies, runs, and by age alone transitions
   * with their outbox rows, other outbox rows, deliveries and incidents. Open runs, rows that the rules still need,
   * and runs after them stay, so that a monitor's history has no holes; so may the very last rows of a table. What is
   * not planned, waits, or belongs to an open incident stays, however old. `next` is where to go on, null at the end. Begin with {@link PRUNE_START}; the other positions are the store's to make.
   */
  prune(
    policy: PrunePolicy,
    from: PrunePosition,
  ): Promise<{ readonly deleted: number; readonly next: PrunePosition | null }>;
}

export interface OutboxStore {
  /** Oldest first, after an ID. */
  listOutbox(afterID: number, limit: number): Promise<readonly OutboxRow[]>;
}

export interface OperationsStore {
  /** Resolves when the database can take a write; rejects with the reason otherwise. */
  probe(): Promise<void>;
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
  ProjectStore &
  TokenStore &
  ChannelStore &
  IncidentStore &
  AlertSettingsStore &
  IdentityStore &
  RetentionStore &
  OutboxStore &
  NotifyStore &
  OperationsStore;
