import { describe, expect, test } from 'vitest';
import type { MonitorUpsert } from '../../../sdk/src/index.ts';
import { isLongestRun } from '../length.ts';
import { startTestService } from './in-process.ts';

/** Number of races. `LONG_TESTS=1` runs more of them. */
const ROUNDS = isLongestRun ? 50 : 5;

async function open() {
  const service = await startTestService();
  const token = await service.addTeam();
  const client = service.client(token);
  return { service, token, client, monitors: client.monitors };
}

const WISH: MonitorUpsert = {
  name: 'nightly 100%_',
  schedule: { cron: '0 3 * * *', timezone: 'Europe/Riga', graceDuration: 1800 },
  tags: ['db', 'prod'],
  mutedUntil: '2099-01-01T02:00:00+02:00',
};

describe('an upsert', () => {
  test('creates a monitor, then finds no change, then changes only fields that differ', async () => {
    const { client, monitors } = await open();
    const first = await monitors.upsert(WISH);
    expect(first.outcome).toBe('created');
    expect(await monitors.upsert({ ...WISH, name: ` ${WISH.name} ` })).toMatchObject({
      outcome: 'unchanged',
    });
    await monitors.update(first.monitor.shortID, { description: 'Edited by hand.' });
    const changed = await monitors.upsert({ ...WISH, schedule: { graceDuration: 60 }, tags: ['db'] });
    expect(changed).toMatchObject({
      outcome: 'updated',
      monitor: {
        shortID: first.monitor.shortID,
        description: 'Edited by hand.',
        schedule: { cron: '0 3 * * *', graceDuration: 60 },
        tags: ['db'],
      },
    });
    const { entries } = await client.audit.list({ action: 'monitor.edit' });
    expect(entries[0]?.details).toEqual({ changed: ['tags', 'schedule'] });
  });

  test('distinguishes names of another project, and names that only contain the name', async () => {
    const { client, monitors } = await open();
    const project = await client.projects.create({ name: 'other' });
    const { monitor: longer } = await monitors.upsert({ name: 'nightly export' });
    const { monitor: here } = await monitors.upsert({ name: 'nightly' });
    const { monitor: there } = await monitors.upsert({ name: 'nightly', projectShortID: project.shortID });
    expect(new Set([longer, here, there].map(({ shortID }) => shortID)).size).toBe(3);
    expect(await monitors.upsert({ name: 'Nightly' })).toMatchObject({ outcome: 'created' });
    // Without a project, selects the team's oldest monitor with this name.
    expect((await monitors.upsert({ name: 'nightly' })).monitor.shortID).toBe(here.shortID);
  });

  test('takes the oldest of several monitors with the name', async () => {
    const { monitors } = await open();
    const [oldest] = [await monitors.create({ name: 'twin' }), await monitors.create({ name: 'twin' })];
    const { monitor, outcome } = await monitors.upsert({ name: 'twin', tags: ['x'] });
    expect([monitor.shortID, outcome]).toEqual([oldest?.shortID, 'updated']);
  });

  test('simultaneous upserts create one monitor', async () => {
    const { service, token, monitors } = await open();
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `job ${round}`;
      const clients = Array.from({ length: 8 }, () => service.client(token));
      const all = await Promise.all(clients.map((client) => client.monitors.upsert({ name, tags: ['x'] })));
      expect(new Set(all.map(({ monitor }) => monitor.shortID)).size).toBe(1);
      expect(all.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
      expect(
        (await monitors.list({ q: name })).monitors.filter((candidate) => candidate.name === name),
      ).toHaveLength(1);
    }
  });

  test('refuses a blank name before its first request', async () => {
    const { monitors } = await open();
    await expect(monitors.upsert({ name: ' ' })).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});
