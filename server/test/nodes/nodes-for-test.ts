import { expect, onTestFinished } from 'vitest';
import type { Version } from '../postgres/binaries.ts';
import { takeDatabase } from '../postgres/database.ts';
import type { Environment } from '../server-process.ts';
import { type Gate, openGate } from './gate.ts';
import { type Nodes, type NodesMonitor, openNodes } from './nodes.ts';

/** Maximum concurrent API requests. */
const AT_ONCE = 8;

interface NodesForTest extends Nodes {
  readonly url: string;
  /** Network between the nodes and the database. */
  readonly gate: Gate;
  /** Environment with which a node reaches the database through the gate. */
  readonly gated: { readonly DATABASE_URL: string };
  createMonitors(count: number, json?: object): Promise<readonly NodesMonitor[]>;
  countEvents(): Promise<number>;
}

/**
 * Opens a team on a database in the shared cluster. When the test ends, the nodes must exit cleanly and the command
 * `check` must find no fault.
 */
export async function openNodesForTest(
  env: Environment = {},
  version: Version = '18',
): Promise<NodesForTest> {
  const { url, drop } = await takeDatabase(version);
  const gate = await openGate(Number(new URL(url).port));
  const nodes = await openNodes(url, env);
  onTestFinished(async () => {
    try {
      await nodes.stop();
      expect(await nodes.check()).toEqual([]);
    } finally {
      gate.close();
      await drop();
    }
  });
  return {
    ...nodes,
    url,
    gate,
    gated: { DATABASE_URL: gate.through(url) },
    async createMonitors(count, json) {
      const [node] = nodes.all;
      if (node === undefined) throw new Error('No node was started.');
      const made: NodesMonitor[] = [];
      while (made.length < count) {
        const some = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, () =>
          node.createMonitor(json),
        );
        made.push(...(await Promise.all(some)));
      }
      return made;
    },
    async countEvents() {
      const [row] = await nodes.query('SELECT count(*) FROM events');
      return Number(row?.count);
    },
  };
}

/** Returns the value. Throws if it is undefined. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}
