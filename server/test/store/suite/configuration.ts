import { describe, expect, test } from 'vitest';
import type { ManagedResource, TeamTransaction } from '../../../src/configuration/contract.ts';
import { createMonitorEdit, recordOf } from '../../edits.ts';
import { newChannel } from './channels.ts';
import {
  eachTest,
  makeMonitor,
  makeTeam,
  NOON,
  newMonitor,
  newProject,
  type OpenDatabase,
} from './fixtures.ts';

const LIMITS = { monitors: 10, channels: 10 };
const NO_ROWS = { monitors: [], channels: [], projectKeys: [], edits: [], legacyIDs: [] };

export function describeConfiguration(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('changes of several kinds', () => {
    /** Creates, edits and deletes resources. */
    async function prepare() {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const edited = await makeMonitor(store, { teamID, projectID, name: 'edited' });
      const doomed = await makeMonitor(store, { teamID, projectID, name: 'doomed' });
      const added = newMonitor({ teamID, projectID, name: 'added' });
      const work = async (changes: TeamTransaction) => {
        const channel = recordOf(await changes.channels.create(newChannel('Ops', { teamID })));
        const project = recordOf(await changes.projects.create(newProject(teamID, 'side', NOON)));
        const inProject = { ...added, details: { ...added.details, projectID: project.id } };
        const rename = createMonitorEdit(edited, NOON, { name: 'renamed' });
        await changes.importMonitors({ ...NO_ROWS, teamID, monitors: [inProject], edits: [rename] }, LIMITS);
        expect(await changes.deleteMonitor(doomed.id, NOON)).toBe(true);
        const managed = { teamID, file: 'production', kind: 'channel', key: 'ops' } as const;
        await changes.manage([{ ...managed, resourceID: channel.shortID }]);
        return channel.shortID;
      };
      const names = async () => (await store.listMonitors(teamID, {})).map((row) => row.read().details.name);
      return { store, teamID, added, doomed, work, names };
    }

    test('changes of several kinds are saved together', async () => {
      const { store, teamID, added, doomed, work, names } = await prepare();
      const channelID = await store.changeTogether(teamID, work);
      expect(await names()).toEqual(['renamed', 'added']);
      expect(await store.channels.list(teamID)).toMatchObject([{ shortID: channelID }]);
      expect(await store.managed.list(teamID)).toEqual([
        { teamID, resourceID: channelID, file: 'production', kind: 'channel', key: 'ops', revision: 1 },
      ]);
      expect(await store.monitorsByPingID.find(added.normalizedPingID, 0)).not.toBeNull();
      expect(await store.monitorsByPingID.find(doomed.pingID, 0)).toBeNull();
      await store.changeTogether(teamID, (changes) => changes.release([channelID]));
      expect(await store.managed.list(teamID)).toEqual([]);
    });

    test('no change is saved if the work throws at the end', async () => {
      const { store, teamID, work, names } = await prepare();
      const failing = store.changeTogether(teamID, async (changes) => {
        await work(changes);
        throw new Error('Not today.');
      });
      await expect(failing).rejects.toThrow('Not today.');
      expect(await names()).toEqual(['edited', 'doomed']);
      expect(await store.channels.list(teamID)).toEqual([]);
      expect(await store.managed.list(teamID)).toEqual([]);
      expect(await store.projects.list(teamID)).toHaveLength(1);
    });
  });

  test('a resource of a team belongs to one file, and a key to one resource', async () => {
    const { store } = database;
    const { id: teamID } = await makeTeam(store, 'acme');
    const { id: otherID } = await makeTeam(store, 'other');
    const ops: ManagedResource = {
      teamID,
      resourceID: 'c1',
      file: 'production',
      kind: 'channel',
      key: 'ops',
    };
    const outcome = async (more: Partial<ManagedResource>) =>
      (await store.managed.create({ ...ops, ...more })).outcome;
    expect(await outcome({})).toBe('created');
    expect(await outcome({ file: 'staging' })).toBe('taken');
    expect(await outcome({ resourceID: 'c2' })).toBe('taken');
    expect(await outcome({ teamID: otherID })).toBe('created');
    expect(await store.managed.find(otherID, 'c1')).toMatchObject({ teamID: otherID });
    expect(await store.managed.delete(otherID, 'c1')).toMatchObject({ outcome: 'deleted' });
    expect(await store.managed.find(teamID, 'c1')).toMatchObject({ file: 'production' });
  });
}
