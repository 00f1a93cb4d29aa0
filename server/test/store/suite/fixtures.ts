import {
  MONITOR_ALERTING_DEFAULT,
  type MonitorAlerting,
  PROJECT_ALERTING_DEFAULT,
} from '@overdue/domain/alerting/alert-settings.ts';
import type { BlindWindow } from '@overdue/domain/blind-window.ts';
import type { Command } from '@overdue/domain/decision/command.ts';
import { type MonitorRules, RULES_DEFAULT } from '@overdue/domain/monitor/rules.ts';
import { type Monitor, type MonitorState, newMonitorState } from '@overdue/domain/monitor/state.ts';
import type { Ping } from '@overdue/domain/ping/event.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import type { NewSession } from '../../../src/accounts/contract.ts';
import type {
  ApplyOutcome,
  BatchInput,
  CommandInput,
  MonitorRecord,
  PingRequest,
} from '../../../src/database/records.ts';
import type { MonitorFilter } from '../../../src/monitors/contract.ts';
import type { ProjectResource } from '../../../src/projects/contract.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import type { Store } from '../../../src/store/store.ts';
import type { NewMember } from '../../../src/teams/contract.ts';

/** Saturday, 21 November 2026, at noon. */
export const NOON = Date.UTC(2026, 10, 21, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface TestDatabase {
  readonly store: Store;
  /** Closes the store and opens the same database again. */
  reopen(): Promise<Store>;
  /** Returns the faults that `check` finds. */
  check(limit: number): Promise<readonly string[]>;
  drop(): Promise<void>;
}

export type OpenDatabase = () => Promise<TestDatabase>;

/** Gives each test of a suite an empty database, whose store is `database.store`. */
export function eachTest(open: OpenDatabase): { readonly store: Store; reopen(): Promise<void> } {
  let current: TestDatabase | undefined;
  const database = {
    get store(): Store {
      if (opened === undefined) throw new Error('There is a database only while a test runs.');
      return opened;
    },
    async reopen(): Promise<void> {
      opened = await current?.reopen();
    },
  };
  let opened: Store | undefined;
  beforeEach(async () => {
    current = await open();
    opened = current.store;
  });
  // After each test, the data must be consistent.
  afterEach(async () => {
    const findings = await current?.check(10);
    await current?.drop();
    opened = undefined;
    expect(findings).toEqual([]);
  });
  return database;
}

/** Returns a function that generates ascending IDs, like real IDs but the same in each run. */
export function countingIDs(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  };
}

export function newSession(name: string, more: Partial<NewSession> = {}): NewSession {
  return {
    id: `session-${name}`,
    userID: 'user-acme',
    token: `token-${name}`,
    createdAt: NOON,
    expiresAt: NOON + DAY,
    remoteAddress: '192.0.2.17',
    userAgent: 'Test/1.0',
    ...more,
  };
}

export function newMember(name: string, more: Partial<NewMember> = {}): NewMember {
  return {
    memberID: `member-${name}`,
    userID: `user-${name}`,
    email: `${name}@example.com`,
    name,
    role: 'owner',
    passwordHash: '$argon2id$not-a-real-hash',
    accountID: `account-${name}`,
    createdAt: NOON,
    ...more,
  };
}

/** Creates the team `team-<name>` with the owner `<name>@example.com`. */
export async function makeTeam(
  store: Store,
  name: string,
): Promise<{ readonly id: string; readonly projectID: number }> {
  const id = `team-${name}`;
  const team = { teamID: id, name, slug: name, projectShortID: `project-${name}`, createdAt: NOON };
  await store.createTeam(team, newMember(name, { memberID: `member-${name}`, userID: `user-${name}` }));
  return { id, projectID: (await findDefaultProject(store, id)).id };
}

export function newProject(teamID: string, name: string, createdAt = NOON): ProjectResource['new'] {
  return { teamID, shortID: name, name, createdAt, alerting: PROJECT_ALERTING_DEFAULT };
}

export const EVERY_HOUR: MonitorRules = {
  ...RULES_DEFAULT,
  schedule: { type: 'interval', intervalMs: HOUR, timezone: 'UTC', graceMs: 10 * MINUTE },
};

export interface MonitorFields {
  readonly teamID: string;
  readonly projectID: number;
  readonly name: string;
  readonly slug?: string;
  readonly tags?: readonly string[];
  readonly forwardTo?: string;
  readonly rules?: Partial<MonitorRules>;
  readonly state?: Partial<MonitorState>;
  readonly alerting?: MonitorAlerting;
}

export function newMonitor(wish: MonitorFields) {
  const { teamID, projectID, name, slug = name, tags = [], forwardTo = '', rules, state } = wish;
  const { alerting = MONITOR_ALERTING_DEFAULT } = wish;
  const monitor: Monitor = {
    rules: { ...EVERY_HOUR, ...rules },
    state: { ...newMonitorState({ kind: 'cron', createdAt: NOON, paused: false }), ...state },
  };
  const details = {
    name,
    slug,
    description: `The job ${name}.`,
    runbookURL: '',
    forwardTo,
    url: '',
    sealedCheck: '',
    tags,
    projectID,
    alerting,
  };
  return {
    teamID,
    shortID: `short-${name}`,
    pingID: `Ping-${name}`,
    normalizedPingID: `key-${name}`,
    createdAt: NOON,
    details,
    monitor,
  };
}

export async function makeMonitor(store: Store, wish: MonitorFields): Promise<MonitorRecord> {
  const created = await store.createMonitor(newMonitor(wish), 1_000_000);
  if (created.outcome !== 'created')
    throw new Error(`The monitor ${wish.name} was not created: ${created.outcome}.`);
  return created.monitor;
}

/** Removes a member as the command line does. */
export async function removeByEmail(store: Store, teamID: string, email: string): Promise<string> {
  const member = (await store.listMembers({ teamID })).find(
    (candidate) => candidate.email === email.toLowerCase(),
  );
  if (member === undefined) return 'not_found';
  const { outcome } = await store.changeMembership({
    teamID,
    actorID: null,
    memberID: member.id,
    action: 'remove',
  });
  return outcome;
}

/** Creates a team with `count` monitors. */
export async function makeMonitors(
  store: Store,
  count: number,
  rules: Partial<MonitorRules> = {},
): Promise<MonitorRecord[]> {
  const { id: teamID, projectID } = await makeTeam(store, 'acme');
  const monitors: MonitorRecord[] = [];
  for (let index = 1; index <= count; index += 1) {
    monitors.push(await makeMonitor(store, { teamID, projectID, name: `job-${index}`, rules }));
  }
  return monitors;
}

export const CURL: PingRequest = {
  method: 'GET',
  userAgent: 'curl/8.5.0',
  remoteAddress: '192.0.2.7',
  exitStatus: null,
  body: null,
};

export function ping(
  monitorID: number,
  type: Ping['type'],
  at: number,
  more: Partial<Ping> & { readonly request?: Partial<PingRequest> } = {},
): CommandInput {
  const { request, ...parameters } = more;
  const command: Ping = { kind: 'ping', type, at, rid: null, durationMs: null, warnings: [], ...parameters };
  return { monitorID, command, request: { ...CURL, ...request } };
}

export function command(monitorID: number, given: Exclude<Command, Ping>): CommandInput {
  return { monitorID, command: given };
}

/** Applies one input, which must succeed. */
export async function applyOne(
  store: Store,
  input: BatchInput,
): Promise<Extract<ApplyOutcome, { outcome: 'applied' }>> {
  const [applied] = await store.apply([input]);
  if (applied?.outcome !== 'applied')
    throw new Error(`Not applied: ${JSON.stringify(applied)}`, { cause: applied });
  return applied;
}

export async function foundMonitor(store: Store, { teamID, shortID }: MonitorRecord): Promise<MonitorRecord> {
  const found = (await store.findMonitors(teamID, { shortIDs: [shortID] }))[0] ?? null;
  if (found === null) throw new Error(`The monitor ${shortID} is gone.`);
  return found;
}

/** Returns the team's monitors as the list of monitors shows them. */
export async function listedMonitors(
  store: Store,
  teamID: string,
  filter: MonitorFilter = {},
): Promise<readonly MonitorRecord[]> {
  return (await store.listMonitors(teamID, filter)).map(({ read }) => read());
}

/** Returns the entries of all pages of a list. */
export async function collect<T>(
  pageBefore: (before: number | undefined) => Promise<readonly T[]>,
  positionOf: (row: T) => number,
): Promise<T[]> {
  const all: T[] = [];
  for (let before: number | undefined; ; ) {
    const page = await pageBefore(before);
    const last = page.at(-1);
    if (last === undefined) return all;
    all.push(...page);
    before = positionOf(last);
  }
}

/** Creates a blind window between two times, which must be more than 5 seconds apart. */
export async function createBlindWindow(store: Store, from: number, to: number): Promise<BlindWindow> {
  const report = { epoch: 'one', unstoredSince: null };
  // First reports an earlier time, far enough back to count as a clock correction, regardless of the previous watched time.
  for (const at of [from - HOUR, from]) await store.recordPresence({ ...report, since: 0, at });
  const window = await store.recordPresence({ ...report, since: to, at: to });
  if (window === null) throw new Error('The service saw no gap.');
  return window;
}

/** Follows the changes that a store reports. The returned function lists the changes since its last call, sorted. */
export function recordChanges(store: Pick<Store, 'reportChangesTo'>): () => readonly string[] {
  const reported = new Set<string>();
  store.reportChangesTo({
    isNeeded: () => true,
    monitorChanged: (_teamID, id) => void reported.add(`monitor ${id}`),
    monitorDeleted: (_teamID, shortID) => void reported.add(`deleted ${shortID}`),
    changed: (_teamID, kind) => void reported.add(kind),
    accessChanged: async () => void reported.add('access'),
  });
  return () => {
    const changes = [...reported].sort();
    reported.clear();
    return changes;
  };
}
