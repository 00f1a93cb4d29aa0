import { describe, expect, test } from 'vitest';
import {
  applyOne,
  DAY,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitors,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

export function describeIncidentNotes(open: OpenDatabase): void {
  const database = eachTest(open);

  async function goDown() {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'fail', NOON));
    const [incident] = await store.listIncidents(monitor!.teamID, { limit: 1 });
    return { store, monitor: monitor!, incident: incident! };
  }

  const note = (noteID: string, at = NOON) => ({ noteID, at, author: 'Ann', text: `What ${noteID} says.\n` });

  describe('changeIncident with a note, and listNotes', () => {
    test('notes keep their order, up to a limit', async () => {
      const { store, incident } = await goDown();
      expect(await store.listNotes(incident.id)).toEqual([]);
      for (const id of ['b', 'a'])
        expect(await store.changeIncident(incident, { kind: 'add_note', note: note(id), max: 2 })).toBe(true);
      expect(await store.changeIncident(incident, { kind: 'add_note', note: note('c'), max: 2 })).toBe(false);
      expect(await store.listNotes(incident.id)).toEqual([note('b'), note('a')]);
      expect(await store.listNotes(incident.id + 1)).toEqual([]);
    });
  });

  test('incidents are found by the time at which they opened', async () => {
    const { store } = database;
    const monitors = await makeMonitors(store, 3);
    for (const [index, { id }] of monitors.entries())
      await applyOne(store, ping(id, 'fail', NOON + index * MINUTE));
    const opened = async (from: number, to: number) =>
      (
        await store.listIncidents(monitors[0]!.teamID, {
          openedFrom: NOON + from,
          openedTo: NOON + to,
          limit: 9,
        })
      ).map(({ openedAt }) => openedAt - NOON);
    expect(await opened(0, MINUTE)).toEqual([MINUTE, 0]);
    expect(await opened(1, 2 * MINUTE)).toEqual([2 * MINUTE, MINUTE]);
    expect(await opened(3 * MINUTE, HOUR)).toEqual([]);
    expect(await opened(-DAY, -1)).toEqual([]);
  });

  test('countUsage counts the resources of a team', async () => {
    const { store, monitor } = await goDown();
    expect(await store.countUsage(monitor.teamID)).toEqual({
      monitors: 1,
      members: 1,
      projects: 1,
      channels: 0,
    });
    expect(await store.countUsage('nobody')).toEqual({ monitors: 0, members: 0, projects: 0, channels: 0 });
  });
}
