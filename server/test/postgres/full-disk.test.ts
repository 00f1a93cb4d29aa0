import { expect, onTestFinished, test } from 'vitest';
import { openNodesForTest } from '../nodes/nodes-for-test.ts';
import { until } from '../nodes/until.ts';

/** SQLSTATEs of a server that lacks disk space, memory or free connections. */
const NO_ROOM = ['53100', '53200', '53300'];
const TABLES = ['monitors', 'monitor_states', 'events', 'projects', 'channels', 'api_tokens', 'audit_log'];

/** Triggers that refuse writes while the table `full_disk` contains a row. The row contains the SQLSTATE to return. */
const PREPARE = `CREATE TABLE full_disk (code text NOT NULL);
  CREATE FUNCTION refuse_when_full() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE code text := (SELECT max(full_disk.code) FROM full_disk);
  BEGIN
    IF code IS NOT NULL THEN
      RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = code;
    END IF;
    RETURN NEW;
  END $$;
  ${TABLES.map((table) => `CREATE TRIGGER refuse_when_full BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_when_full();`).join('\n')}`;
const REMOVE = 'DROP FUNCTION refuse_when_full() CASCADE; DROP TABLE full_disk';

/**
 * Opens nodes on a database that a test can make full. The triggers exist from before the first node starts until the
 * last node has stopped, and rows turn them on. Creating or dropping triggers would take locks that can deadlock with
 * the nodes' batches.
 */
async function nodesOnSmallDisk() {
  const after: (() => Promise<unknown>)[] = [];
  // Runs last, after the nodes have stopped, because other tests reuse the database.
  onTestFinished(async () => {
    for (const cleanUp of after) await cleanUp();
  });
  const nodes = await openNodesForTest();
  after.push(() => nodes.query(REMOVE));
  await nodes.query(PREPARE);
  return nodes;
}

test.each(NO_ROOM)(
  'SQLSTATE %s is answered with 503 and Retry-After by writes, and pings wait in the spool',
  async (code) => {
    const nodes = await nodesOnSmallDisk();
    const keeping = await nodes.start();
    const refusing = await nodes.start({ SPOOL_PINGS: '0' });
    const [monitor] = await nodes.createMonitors(1);
    const path = monitor?.path ?? '';
    await nodes.query(`INSERT INTO full_disk VALUES ('${code}')`);
    const writes = [
      ['POST', '/v1/monitors/', { name: 'another' }],
      ['PATCH', `/v1/monitors/${monitor?.shortID}/`, { name: 'renamed' }],
      ['POST', '/v1/projects/', { name: 'another' }],
      [
        'POST',
        '/v1/channels/',
        { type: 'webhook', name: 'hook', settings: { url: 'https://hook.example.com/' } },
      ],
    ] as const;
    for (const [method, url, json] of writes) {
      const message = await keeping.api(method, url, json).catch((error: unknown) => String(error));
      expect(message, url).toMatch(/: 503 .*"unavailable"/);
      expect(message, url).not.toContain('could not extend');
    }
    const refused = await fetch(`${refusing.baseURL}${path}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await keeping.ping(path)).toMatchObject({ status: 200, number: 0 });
    expect((await fetch(`${keeping.baseURL}/healthz`)).status).toBe(200);
    await nodes.query('DELETE FROM full_disk');
    await until(async () => expect(await nodes.countEvents()).toBe(1));
    await until(async () => expect((await keeping.ping(path)).number).toBeGreaterThan(1));
  },
);
