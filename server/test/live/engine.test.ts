import { expect, onTestFinished, test } from 'vitest';
import type { MonitorVersion } from '../../src/live/contract.ts';
import { LISTENERS_MAX, LISTENERS_PER_PERSON_MAX, LISTENERS_PER_TEAM_MAX } from '../../src/live/listeners.ts';
import { createLive } from '../../src/live/live.ts';
import type { Listener } from '../../src/live/team-listeners.ts';
import { openEmptyStore } from '../empty-store.ts';
import { createFakeClock } from '../fake-clock.ts';
import { makeMonitors, NOON } from '../store/suite/fixtures.ts';

const SECOND = 1000;

/** Simulates the messages between nodes. */
function createBus() {
  const callbacks: ((message: string) => void)[] = [];
  return {
    sent: [] as string[],
    publish(message: string) {
      this.sent.push(message);
      for (const callback of callbacks) callback(message);
    },
    subscribe: (callback: (message: string) => void) => void callbacks.push(callback),
  };
}

/** Creates live events over a store that counts its reads. */
async function openLive(monitors = 3) {
  const store = await openEmptyStore(() => '');
  onTestFinished(() => store.close());
  const made = await makeMonitors(store, monitors);
  const clock = createFakeClock(NOON);
  const bus = createBus();
  const reads: number[] = [];
  const world: { broken: boolean; versions: Map<number, MonitorVersion> | null } = {
    broken: false,
    versions: null,
  };
  const node = (epoch: string) => {
    const live = createLive({
      store: {
        ...store,
        async findMonitors(teamID, selection) {
          if ('ids' in selection) reads.push(selection.ids.length);
          if (world.broken) throw new Error('away');
          return store.findMonitors(teamID, selection);
        },
        listVersions: async () => world.versions,
        publish: (message) => bus.publish(message),
      },
      clock,
      log: { warn() {} },
      epoch,
      write: async (_, records, { showsPingURL }) =>
        records.map(({ shortID }) => JSON.stringify(showsPingURL ? { shortID } : { shortID, hidden: true })),
    });
    bus.subscribe(live.receive);
    return live;
  };
  const teamID = made[0]!.teamID;
  return { live: node('here'), node, clock, bus, reads, world, made, teamID };
}

let people = 0;

/** Returns a listener. Each listener belongs to a different person. */
function listener(more: Partial<Listener> = {}) {
  const heard: string[] = [];
  let ended = 0;
  people += 1;
  const own: Listener = {
    userID: `person ${people}`,
    send(events) {
      const text = new TextDecoder().decode(events);
      if (!text.startsWith(':')) heard.push(text.replace(/^event: (\w+)\ndata: (.*)\n\n$/s, '$1 $2'));
      return true;
    },
    end() {
      ended += 1;
    },
    audience: { rowsOnly: false, showsPingURL: true, projects: null },
    hasAccess: async () => true,
    ...more,
  };
  return { ...own, heard, ended: () => ended };
}

const monitorsOf = (...shortIDs: readonly string[]) =>
  `monitors {"monitors":[${shortIDs.map((shortID) => `{"shortID":"${shortID}"}`).join(',')}],"deleted":[]}`;

test('no data is read and no timer runs without followers', async () => {
  const { live, clock, reads, bus, made, teamID } = await openLive();
  live.monitorChanged(teamID, made[0]!.id);
  live.changed(teamID, 'projects');
  await clock.settle();
  expect([live.isNeeded(), clock.pending(), reads, bus.sent]).toEqual([false, 0, [], []]);
});

test('a first change is sent immediately, and later ones are collected for a quarter of a second', async () => {
  const { live, clock, reads, made, teamID } = await openLive();
  const follower = listener();
  await live.join(teamID, follower);
  const [a, b, c] = made.map(({ id }) => id);
  live.monitorChanged(teamID, a!);
  await clock.advance(0);
  expect(follower.heard).toEqual([monitorsOf('short-job-1')]);
  for (const id of [b!, c!, b!]) live.monitorChanged(teamID, id);
  live.monitorChanged('another team', a!);
  await clock.advance(249);
  expect(follower.heard).toHaveLength(1);
  await clock.advance(1);
  expect(follower.heard.slice(1)).toEqual([monitorsOf('short-job-2', 'short-job-3')]);
  expect(reads).toEqual([1, 2]);
  live.monitorDeleted(teamID, 'gone');
  live.changed(teamID, 'channels');
  live.changed(teamID, 'incidents');
  await clock.advance(250);
  expect(follower.heard.slice(2)).toEqual([
    'monitors {"monitors":[],"deleted":["gone"]}',
    'changed {"kinds":["channels","incidents"]}',
  ]);
});

test('each listener gets the changes that its access allows, and the team is read once for all', async () => {
  const { live, clock, reads, made, teamID } = await openLive();
  const [writing, reading] = [
    listener(),
    listener({ audience: { rowsOnly: false, showsPingURL: false, projects: null } }),
  ];
  for (const member of [
    writing,
    reading,
    listener({ audience: { rowsOnly: false, showsPingURL: false, projects: null } }),
  ])
    await live.join(teamID, member);
  live.monitorChanged(teamID, made[0]!.id);
  live.monitorDeleted(teamID, 'gone');
  await clock.advance(0);
  expect(writing.heard).toEqual(['monitors {"monitors":[{"shortID":"short-job-1"}],"deleted":["gone"]}']);
  expect(reading.heard).toEqual([
    'monitors {"monitors":[{"shortID":"short-job-1","hidden":true}],"deleted":["gone"]}',
  ]);
  expect(reads).toEqual([1]);
});

test('a listener of one project receives only changes of its monitors', async () => {
  const { live, clock, made, teamID } = await openLive();
  const ofProject = (projects: readonly string[]) =>
    listener({ audience: { rowsOnly: false, showsPingURL: true, projects } });
  const [first] = made;
  const record = first!;
  const [inside, outside] = [ofProject([record.projectShortID]), ofProject(['another'])];
  for (const member of [inside, outside]) await live.join(teamID, member);
  live.monitorChanged(teamID, record.id);
  live.changed(teamID, 'incidents');
  live.changed(teamID, 'channels');
  await clock.advance(0);
  expect(inside.heard).toEqual([monitorsOf('short-job-1'), 'changed {"kinds":["incidents"]}']);
  expect(outside.heard).toEqual([]);
  live.monitorDeleted(teamID, 'gone');
  await clock.advance(250);
  expect(inside.heard.slice(2)).toEqual(['changed {"kinds":["projects"]}']);
  expect(outside.heard).toEqual(['changed {"kinds":["projects"]}']);
});

test('an event has at most 500 monitors, and the next event has the others', async () => {
  const { live, clock, reads, made, teamID } = await openLive(1200);
  await live.join(teamID, listener());
  for (const { id } of made) live.monitorChanged(teamID, id);
  await clock.advance(SECOND);
  expect(reads).toEqual([500, 500, 200]);
});

test('an unreadable change is sent once it can be read', async () => {
  const { live, clock, world, made, teamID } = await openLive();
  const follower = listener();
  await live.join(teamID, follower);
  world.broken = true;
  live.monitorChanged(teamID, made[0]!.id);
  await clock.advance(5 * SECOND);
  world.broken = false;
  await clock.advance(2 * SECOND);
  expect(follower.heard).toEqual([monitorsOf('short-job-1')]);
});

test('a slow stream, or one without access to the team, receives nothing more', async () => {
  const { live, clock, made, teamID } = await openLive();
  let holds = true;
  const full = listener({ send: () => false });
  const revoked = listener({ hasAccess: async () => holds });
  const removed = listener({ hasAccess: async () => holds });
  const staying = listener();
  for (const member of [full, revoked, staying]) await live.join(teamID, member);
  live.monitorChanged(teamID, made[0]!.id);
  await clock.advance(0);
  expect([full.ended(), revoked.ended(), live.listeners()]).toEqual([1, 0, 2]);
  holds = false;
  await clock.advance(SECOND);
  expect(revoked.ended()).toBe(1);
  holds = true;
  await live.join(teamID, removed);
  holds = false;
  live.changed(teamID, 'team');
  await clock.settle();
  expect([removed.ended(), staying.ended(), live.listeners()]).toEqual([1, 0, 1]);
});

test('a listener that leaves twice is removed only once, and a stop ends each listener only once', async () => {
  const { live, clock, teamID } = await openLive();
  const follower = listener();
  const { leave } = await live.join(teamID, follower);
  leave?.();
  leave?.();
  expect(live.listeners()).toBe(0);
  await clock.advance(2 * SECOND);
  expect(clock.pending()).toBe(0);
  await live.join(teamID, follower);
  live.stop();
  expect([follower.ended(), live.listeners(), (await live.join(teamID, follower)).leave]).toEqual([
    1,
    0,
    null,
  ]);
});

test('streams of a team and of a process are limited', async () => {
  const { live, teamID } = await openLive();
  const leaves = [];
  for (let count = 0; count < LISTENERS_PER_TEAM_MAX; count += 1)
    leaves.push((await live.join(teamID, listener())).leave);
  expect(leaves).not.toContain(null);
  expect((await live.join(teamID, listener())).refused).toBe('full');
  for (let count = LISTENERS_PER_TEAM_MAX; count < LISTENERS_MAX; count += 1)
    expect((await live.join(`team ${count}`, listener())).leave).not.toBeNull();
  expect((await live.join('one more', listener())).refused).toBe('full');
  leaves[0]?.();
  expect((await live.join('one more', listener())).leave).not.toBeNull();
  live.stop();
  expect((await live.join(teamID, listener())).refused).toBe('stopping');
});

test('the limit of streams applies to each person, across teams', async () => {
  const { live } = await openLive();
  const userID = 'greedy';
  const joined = [];
  for (let count = 0; count < LISTENERS_PER_PERSON_MAX; count += 1)
    joined.push(await live.join(`team ${count % 12}`, listener({ userID })));
  expect(joined.map(({ refused }) => refused)).not.toContain('person_full');
  expect((await live.join('team 12', listener({ userID }))).refused).toBe('person_full');
  expect((await live.join('team 12', listener())).refused).toBeNull();
  joined[0]?.leave?.();
  expect((await live.join('team 12', listener({ userID }))).refused).toBeNull();
});

test('a listener without access ends with the change of access, on this node and on other nodes', async () => {
  const { live: here, node, clock, teamID } = await openLive();
  const there = node('there');
  let hasAccess = true;
  const holds = async () => hasAccess;
  const followers = [listener({ hasAccess: holds }), listener({ hasAccess: holds }), listener()];
  await here.join(teamID, followers[0]!);
  await there.join(teamID, followers[1]!);
  await here.join(teamID, followers[2]!);
  hasAccess = false;
  await here.accessChanged();
  await clock.settle();
  expect(followers.map(({ ended }) => ended())).toEqual([1, 1, 0]);
});

test('nodes inform one another only about teams with listeners, and only while there are listeners', async () => {
  const { live: here, node, clock, bus, made, teamID } = await openLive();
  const there = node('there');
  const follower = listener();
  const { leave } = await here.join(teamID, follower);
  expect([there.isNeeded(), bus.sent.length]).toEqual([true, 1]);
  there.monitorChanged(teamID, made[1]!.id);
  there.monitorChanged('nobody follows', made[1]!.id);
  there.monitorDeleted(teamID, 'gone');
  there.changed(teamID, 'projects');
  await clock.advance(SECOND);
  expect(follower.heard).toEqual([
    'monitors {"monitors":[{"shortID":"short-job-2"}],"deleted":["gone"]}',
    'changed {"kinds":["projects"]}',
  ]);
  expect(bus.sent.join()).not.toContain('nobody follows');
  bus.publish('no JSON');
  bus.publish(JSON.stringify({ from: 'later', team: teamID, ids: ['x', 1.5], kinds: ['news'], what: 1 }));
  await clock.advance(20 * SECOND);
  expect(there.isNeeded()).toBe(true);
  leave?.();
  await clock.advance(31 * SECOND);
  const before = bus.sent.length;
  there.monitorChanged(teamID, made[1]!.id);
  await clock.advance(SECOND);
  expect([there.isNeeded(), bus.sent.length]).toEqual([false, before]);
});

test('a poll every ten seconds finds unreported changes, and repeats no reported one', async () => {
  const { live, clock, world, made, teamID } = await openLive();
  const [a, b, c] = made;
  const version = (shortID: string, text: string) => ({ shortID, version: text });
  world.versions = new Map([
    [a!.id, version('short-job-1', '')],
    [b!.id, version('short-job-2', '1')],
    [c!.id, version('short-job-3', '1')],
  ]);
  const follower = listener();
  await live.join(teamID, follower);
  await clock.advance(11 * SECOND);
  expect(follower.heard).toEqual([]);
  world.versions = new Map([...world.versions, [b!.id, version('short-job-2', '2')]]);
  world.versions.delete(c!.id);
  await clock.advance(10 * SECOND);
  expect(follower.heard).toEqual([
    'monitors {"monitors":[{"shortID":"short-job-2"}],"deleted":["short-job-3"]}',
  ]);
});
