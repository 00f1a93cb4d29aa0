import type { Store } from '../store.ts';

/** The methods with which nodes that share a database coordinate. A single node needs no coordination. */
export const SINGLE_NODE = {
  isShared: false,
  readQueueProgress: ({ at }) => Promise.resolve({ until: at, queuedFrom: null, isClear: true }),
  enqueue: () => Promise.reject(new Error('SQLite has no queue of pings.')),
  applyQueued: () => Promise.resolve([]),
  takeLease: () => Promise.resolve(true),
  readDatabaseTime: () => Promise.resolve(null),
  listen: () => Promise.resolve(),
  listVersions: () => Promise.resolve(null),
  publish: () => {},
} satisfies Partial<Store>;
