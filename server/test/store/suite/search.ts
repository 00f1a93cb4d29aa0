import { describe, expect, test } from 'vitest';
import { PRUNE_START, type PrunePosition } from '../../../src/core/operations.ts';
import type { LogSearch } from '../../../src/search/contract.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  applyOne,
  DAY,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

async function indexAll(store: Store): Promise<void> {
  while (!(await store.indexLogs({ events: 3, bytes: 100_000 })));
}

function send(store: Store, monitorID: number, log: string, at = NOON) {
  return applyOne(store, ping(monitorID, 'end', at, { request: { body: Buffer.from(log) } }));
}

/** Returns the texts of all matching logs, page by page. */
async function found(
  store: Store,
  wanted: string,
  more: Partial<LogSearch> = {},
): Promise<readonly string[]> {
  const words = wanted
    .split(' ')
    .map((word) => ({ text: word.replace('*', ''), isPrefix: word.endsWith('*') }));
  const texts: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const search = { teamID: 'team-acme', words, ...more, ...(after === undefined ? {} : { after }) };
    const { logs, next } = await store.searchLogs(search);
    texts.push(...logs.map(({ log }) => Buffer.from(log).toString()));
    after = next;
  }
  return texts;
}

export function describeSearch(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('searchLogs', () => {
    test('logs are found by all of their words, newest first', async () => {
      const { store } = database;
      const [one, two] = await makeMonitors(store, 2);
      await send(store, one!.id, 'Dump failed: disk full');
      await send(store, two!.id, 'Dump FAILED: Größe 10.0.0.1', NOON + MINUTE);
      await applyOne(store, ping(one!.id, 'end', NOON + HOUR));
      expect(await found(store, 'failed')).toEqual([]);
      await indexAll(store);
      const both = ['Dump FAILED: Größe 10.0.0.1', 'Dump failed: disk full'];
      expect(await found(store, 'failed')).toEqual(both);
      expect(await found(store, 'dump disk')).toEqual([both[1]]);
      expect(await found(store, 'disk große')).toEqual([]);
      expect(await found(store, 'große 10')).toEqual([both[0]]);
      expect(await found(store, 'dis*')).toEqual([both[1]]);
      expect(await found(store, 'dis')).toEqual([]);
    });

    test('the event of each log is named', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, 'start', NOON));
      await send(store, monitor!.id, 'done', NOON + MINUTE);
      await indexAll(store);
      const words = [{ text: 'done', isPrefix: false }];
      const { logs } = await store.searchLogs({ teamID: 'team-acme', words });
      const [event] = await store.listEvents(monitor!.id, { limit: 1 });
      expect(logs).toEqual([
        {
          cursor: expect.stringMatching(/^\d+(?:-\d+){0,2}$/),
          monitor: { shortID: monitor!.shortID, name: 'job-1', projectShortID: 'project-acme' },
          number: 2,
          type: 'end',
          at: NOON + MINUTE,
          runID: event!.runID,
          log: expect.any(Uint8Array),
          isWhole: true,
        },
      ]);
    });

    test('a search can be limited to a monitor, to projects and to a time', async () => {
      const { store } = database;
      const [one, two] = await makeMonitors(store, 2);
      await send(store, one!.id, 'disk one');
      await send(store, two!.id, 'disk two', NOON + 40 * DAY);
      await indexAll(store);
      expect(await found(store, 'disk', { monitorID: one!.id })).toEqual(['disk one']);
      expect(await found(store, 'disk', { to: NOON + 40 * DAY })).toEqual(['disk one']);
      expect(await found(store, 'disk', { from: NOON + 1 })).toEqual(['disk two']);
      expect(await found(store, 'disk', { from: NOON, to: NOON + 1 })).toEqual(['disk one']);
      expect(await found(store, 'disk', { projects: ['elsewhere'] })).toEqual([]);
      expect(await found(store, 'disk', { projects: ['project-acme'] })).toEqual(['disk two', 'disk one']);
    });

    test('logs of another team are never found, even by the words of the index', async () => {
      const { store } = database;
      const [own] = await makeMonitors(store, 1);
      const { id: teamID, projectID } = await makeTeam(store, 'other');
      const other = await makeMonitor(store, { teamID, projectID, name: 'theirs' });
      await send(store, other.id, 'secret _tteamacme _m1');
      await send(store, own!.id, 'ours');
      await indexAll(store);
      for (const wanted of ['secret', 'tteamacme', '_tteamacme', '_m1', 't*', 'm*', 's*'])
        expect(await found(store, wanted), wanted).toEqual([]);
      expect(await found(store, 'secret', { monitorID: other.id })).toEqual([]);
      expect(await found(store, 'secret', { teamID })).toEqual(['secret _tteamacme _m1']);
      expect(await store.listTexts(teamID, { of: 'monitors', afterID: 0, limit: 9 })).toMatchObject([
        { monitor: { name: 'theirs' } },
      ]);
    });

    test('each log is in the pages of a search once, also logs of the same moment', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 3);
      for (let index = 0; index < 120; index += 1)
        await send(store, monitors[index % 3]!.id, `disk ${index}`, NOON + Math.floor(index / 40));
      await indexAll(store);
      const texts = await found(store, 'disk');
      expect(texts).toHaveLength(120);
      expect(new Set(texts).size).toBe(120);
    });

    test('hostile words and logs cause no error', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await send(
        store,
        monitor!.id,
        `"' OR 1=1 -- \0 NEAR(a b) 'x':* & | ! <-> \\ ( ) ^ é ${'w'.repeat(5000)}`,
      );
      await applyOne(
        store,
        ping(monitor!.id, 'end', NOON, { request: { body: Buffer.from([0xff, 0, 0xc3]) } }),
      );
      await indexAll(store);
      for (const wanted of ['"', "'", "a'b", 'x:*', 'near(', '\\', 'a\0b', '*', 'é', 'AND', '-', '\ud800'])
        await found(store, wanted);
      expect(await found(store, 'near')).toHaveLength(1);
    });
  });

  describe('indexLogs', () => {
    test('indexing continues after a restart, and indexes each log once', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      for (const log of ['one', 'two', 'three', 'four']) await send(store, monitor!.id, `disk ${log}`);
      expect(await store.indexLogs({ events: 3, bytes: 100_000 })).toBe(false);
      await database.reopen();
      await indexAll(database.store);
      expect(await found(database.store, 'disk')).toHaveLength(4);
      await send(database.store, monitor!.id, 'disk five');
      await indexAll(database.store);
      expect(await found(database.store, 'disk')).toHaveLength(5);
    });

    test('the newest logs of a monitor that was created after a deletion are found', async () => {
      const { store } = database;
      const [first] = await makeMonitors(store, 1);
      await send(store, first!.id, 'disk of the first');
      await indexAll(store);
      await store.deleteMonitors([first!.id], NOON);
      expect(await found(store, 'disk')).toEqual([]);
      const { teamID, details } = first!;
      const next = await makeMonitor(store, { teamID, projectID: details.projectID, name: 'next' });
      await send(store, next.id, 'disk of the next');
      await indexAll(store);
      expect(await found(store, 'disk')).toEqual(['disk of the next']);
      expect(await found(store, 'first')).toEqual([]);
    });

    test('only the words of kept logs stay in the index', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      for (let index = 0; index < 5; index += 1)
        await send(store, monitor!.id, `disk ${index}`, NOON + index);
      await indexAll(store);
      const policy = { now: NOON, keptPerMonitor: 2, oldBefore: 0, monitorsPerStep: 100, rowsPerStep: 100 };
      for (let from: PrunePosition | null = PRUNE_START; from !== null; )
        from = (await store.prune(policy, from)).next;
      expect(await found(store, 'disk')).toEqual(['disk 4', 'disk 3']);
      expect(await found(store, '0')).toEqual([]);
    });
  });

  describe('short texts', () => {
    test('short texts of monitors are found, oldest first', async () => {
      const { store } = database;
      const [one, two] = await makeMonitors(store, 2);
      const page = { of: 'monitors', afterID: 0, limit: 9 } as const;
      const texts = await store.listTexts('team-acme', page);
      expect(texts.map(({ id }) => id)).toEqual([one!.id, two!.id]);
      expect(texts[0]).toEqual({
        id: one!.id,
        monitor: { shortID: one!.shortID, name: 'job-1', projectShortID: 'project-acme' },
        incident: null,
        texts: [
          { field: 'name', text: 'job-1' },
          { field: 'description', text: 'The job job-1.' },
          { field: 'shortID', text: one!.shortID },
        ],
      });
      expect(await store.listTexts('team-acme', { ...page, projects: ['elsewhere'] })).toEqual([]);
      expect(await store.listTexts('team-acme', { ...page, afterID: one!.id })).toHaveLength(1);
      expect(await store.listTexts('team-other', page)).toEqual([]);
    });

    test('short texts of incidents with their notes are found, newest first', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 2);
      for (const [index, { id }] of monitors.entries())
        await applyOne(store, ping(id, 'fail', NOON + index * MINUTE));
      const [second, first] = await store.listIncidents('team-acme', { limit: 9 });
      await store.changeIncident(first!, { kind: 'acknowledge', at: NOON, by: 'Ann', note: 'On it.' });
      const note = { noteID: 'n', at: NOON, author: 'Ann', text: 'The disk was full.' };
      await store.changeIncident(first!, { kind: 'add_note', note, max: 9 });
      const page = { of: 'incidents', limit: 9 } as const;
      const texts = await store.listTexts('team-acme', page);
      expect(texts.map(({ id }) => id)).toEqual([second!.id, first!.id]);
      expect(texts[1]).toEqual({
        id: first!.id,
        monitor: { shortID: monitors[0]!.shortID, name: 'job-1', projectShortID: 'project-acme' },
        incident: {
          incidentID: first!.incidentID,
          reason: first!.reason,
          openedAt: NOON,
          closedAt: null,
        },
        texts: [
          { field: 'note', text: 'On it.' },
          { field: 'note', text: 'The disk was full.' },
          { field: 'name', text: 'job-1' },
          { field: 'acknowledgedBy', text: 'Ann' },
        ],
      });
      const older = { ...page, beforeID: second!.id, monitorShortID: monitors[0]!.shortID };
      expect(await store.listTexts('team-acme', { ...older, from: NOON, to: NOON + 1 })).toHaveLength(1);
      expect(await store.listTexts('team-acme', { ...older, from: NOON + 1, to: NOON + 2 })).toEqual([]);
      expect(await store.listTexts('team-other', page)).toEqual([]);
    });
  });
}
