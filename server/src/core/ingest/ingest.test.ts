import { AppError } from '@overdue/domain/error.ts';
import { describe, expect, test } from 'vitest';
import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import type { IngestStore } from '../contract.ts';
import type { AcceptedPing } from './accepted-ping.ts';
import { createIngest, type Ingest } from './ingest.ts';

const BATCH_MAX = 1000;

/** A commit that is under way. */
interface Commit {
  readonly inputs: readonly BatchInput[];
  /** Completes the commit with `outcomes`. By default, every input is applied. */
  succeed(outcomes?: readonly ApplyOutcome[]): void;
  fail(error: Error): void;
}

interface Setting {
  readonly ingest: Ingest;
  readonly commits: readonly Commit[];
  /** Resolves once the commit with this number has begun. */
  commit(index: number): Promise<Commit>;
  /** Sizes of the committed batches. */
  readonly sizes: readonly number[];
  /** Reports of stored and refused pings, in order. */
  readonly storage: readonly string[];
}

/** Opens an ingest whose commits end when the test says so. */
function open({
  waitingMax = 50_000,
  beforeBatch = () => Promise.resolve(),
}: {
  readonly waitingMax?: number;
  readonly beforeBatch?: () => Promise<void>;
} = {}): Setting {
  const commits: Commit[] = [];
  const sizes: number[] = [];
  const storage: string[] = [];
  let began = (): void => {};
  const store: IngestStore = {
    monitorsByPingID: { find: () => Promise.resolve(null), findCached: () => undefined },
    slugs: { find: () => Promise.resolve(null), findCached: () => undefined },
    apply(inputs) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly ApplyOutcome[]>();
      const succeed = (outcomes = inputs.map(applied)) => resolve(outcomes);
      commits.push({ inputs, succeed, fail: reject });
      began();
      return promise;
    },
  };
  const ingest = createIngest({
    store,
    waitingMax,
    beforeBatch,
    afterBatch: (applied) => void sizes.push(applied.length),
    onRefused: (arrivedAt, teamID) => void storage.push(`refused ${teamID ?? 'the service'} ${arrivedAt}`),
    onTeamLimited: () => void storage.push('team limited'),
    onStored: () => void storage.push('stored'),
    monotonic: () => 0,
    now: () => 0,
    laneEpoch: 'an epoch',
    pingRoute: null,
  });
  return {
    ingest,
    commits,
    sizes,
    storage,
    async commit(index) {
      for (;;) {
        const commit = commits[index];
        if (commit !== undefined) return commit;
        await new Promise<void>((resolve) => {
          began = resolve;
        });
      }
    },
  };
}

/** Returns an outcome whose event number identifies its input. */
function applied({ monitorID }: { readonly monitorID: number | null }): ApplyOutcome {
  const number = monitorID ?? 0;
  const event = {
    number,
    type: 'ping',
    at: 0,
    happenedAt: 0,
    durationMs: null,
    runID: 'r',
    warnings: [],
  } as const;
  const unchanged = { changedStatus: false, changedProject: false };
  return { outcome: 'applied', teamID: 'team', monitorID: 1, status: 'up', event, ...unchanged };
}

function ping(monitorID: number, bodySize = 0, teamID: string | null = null): AcceptedPing {
  const command = { kind: 'ping', type: 'ping', at: 0, rid: null, durationMs: null, warnings: [] } as const;
  const body = bodySize === 0 ? null : new Uint8Array(bodySize);
  const request = { method: 'POST', userAgent: '', remoteAddress: '', exitStatus: null, body } as const;
  return { normalizedPingID: `key-${monitorID}`, monitorID, teamID, command, request };
}

function pings(count: number): readonly AcceptedPing[] {
  return Array.from({ length: count }, (_, index) => ping(index));
}

/** Whether a promise is settled after all pending callbacks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('pending'))));
  return (await Promise.race([promise.catch(() => 'settled'), turn])) !== 'pending';
}

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

describe('pings that could not be stored', () => {
  test('are reported with the arrival of the first one, and a later commit reports that pings are stored', async () => {
    const { ingest, commit, storage } = open({ waitingMax: 2 });
    const responses = [ingest.submit(ping(1)), ingest.submit(ping(2))];
    responses.push(ingest.submit(ping(3)));
    (await commit(0)).fail(new Error('permission denied'));
    for (const response of responses) await refusal(response);
    expect(storage).toEqual(['refused the service 0', 'refused the service 0']);
    const stored = ingest.submit(ping(1));
    (await commit(1)).succeed();
    await stored;
    expect(storage).toEqual(['refused the service 0', 'refused the service 0', 'stored']);
  });
});

describe('a batch', () => {
  test('no ping is acknowledged before the store reports it as durable', async () => {
    const { ingest, commit } = open();
    const response = ingest.submit(ping(7));
    const { succeed, inputs } = await commit(0);
    expect(inputs).toEqual([ping(7)]);
    expect(await isSettled(response)).toBe(false);
    succeed();
    expect(await response).toEqual(applied(ping(7)));
  });

  test('all pings that wait share one commit, in the order in which they came', async () => {
    const { ingest, commit, sizes } = open();
    const inputs = pings(100);
    const responses = inputs.map((input) => ingest.submit(input));
    const first = await commit(0);
    expect(first.inputs).toEqual(inputs);
    first.succeed();
    expect(await Promise.all(responses)).toEqual(inputs.map(applied));
    expect(sizes).toEqual([100]);
  });

  test('pings that arrive during a commit wait for the next one, and two commits never overlap', async () => {
    const { ingest, commits, commit } = open();
    void ingest.submit(ping(1));
    const first = await commit(0);
    const responses = [ingest.submit(ping(2)), ingest.submit(ping(3))];
    expect(await isSettled(Promise.all(responses))).toBe(false);
    expect(commits).toHaveLength(1);
    first.succeed();
    const second = await commit(1);
    expect(second.inputs.map(({ monitorID }) => monitorID)).toEqual([2, 3]);
  });

  test('has at most 1,000 pings, and the rest follow in order', async () => {
    const { ingest, commit } = open();
    const inputs = pings(2 * BATCH_MAX + 1);
    const responses = inputs.map((input) => ingest.submit(input));
    const taken: BatchInput[] = [];
    for (const [index, size] of [BATCH_MAX, BATCH_MAX, 1].entries()) {
      const one = await commit(index);
      expect(one.inputs).toHaveLength(size);
      taken.push(...one.inputs);
      one.succeed();
    }
    expect(taken).toEqual(inputs);
    expect(await Promise.all(responses)).toHaveLength(inputs.length);
  });

  test('has at most 4 MiB of bodies, but at least one ping', async () => {
    const { ingest, commit } = open();
    const sizes = [3, 2, 1, 5, 1].map((megabytes, id) => ingest.submit(ping(id, megabytes * 1024 * 1024)));
    for (const [index, ids] of [[0], [1, 2], [3], [4]].entries()) {
      const one = await commit(index);
      expect(one.inputs.map(({ monitorID }) => monitorID)).toEqual(ids);
      one.succeed();
    }
    await Promise.all(sizes);
  });

  test('commits valid inputs beside an invalid one', async () => {
    const { ingest, commit } = open();
    const responses = [1, 2, 3].map((id) => ingest.submit(ping(id)));
    const failed: ApplyOutcome = { outcome: 'failed', error: new Error('bad') };
    (await commit(0)).succeed([applied(ping(1)), failed, { outcome: 'gone' }]);
    expect(await Promise.all(responses)).toEqual([applied(ping(1)), failed, { outcome: 'gone' }]);
  });

  test('a store that returns too few outcomes acknowledges only the returned ones', async () => {
    const { ingest, commit } = open();
    const responses = [1, 2].map((id) => ingest.submit(ping(id)));
    (await commit(0)).succeed([applied(ping(1))]);
    expect(await responses[0]).toEqual(applied(ping(1)));
    expect(await responses[1]).toMatchObject({ outcome: 'failed' });
  });
});

describe('failures of the store', () => {
  test('a failed commit refuses only that batch, and stores the pings that arrived during the failure', async () => {
    const { ingest, commit, sizes } = open();
    const lost = [1, 2].map((id) => refusal(ingest.submit(ping(id))));
    const first = await commit(0);
    const kept = ingest.submit(ping(3));
    const cause = new Error('disk full');
    first.fail(cause);
    for (const error of await Promise.all(lost)) {
      expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1, cause });
    }
    (await commit(1)).succeed();
    expect(await kept).toEqual(applied(ping(3)));
    expect(sizes).toEqual([1]);
  });

  test('a failed batch makes room for new pings', async () => {
    const { ingest, commit } = open({ waitingMax: 2 });
    for (let round = 0; round < 5; round += 1) {
      const lost = [refusal(ingest.submit(ping(1, 1000))), refusal(ingest.submit(ping(2)))];
      (await commit(round)).fail(new Error('disk full'));
      await Promise.all(lost);
      expect(ingest.pingsInMemory()).toBe(0);
    }
  });

  test('a failed step before a batch fails the batch like the store', async () => {
    const { ingest, commits } = open({ beforeBatch: () => Promise.reject(new Error('disk full')) });
    expect(await refusal(ingest.submit(ping(1)))).toMatchObject({ code: 'unavailable' });
    expect(commits).toHaveLength(0);
  });
});

describe('the buffer', () => {
  test('is bounded: excess pings are refused once the batch under way is committed, and all others are stored', async () => {
    const { ingest, commit, storage } = open({ waitingMax: 3 });
    const kept = [1, 2, 3].map((id) => ingest.submit(ping(id)));
    const refused = refusal(ingest.submit(ping(4)));
    // An immediate answer would let a flood send its next ping before the commit.
    expect(await isSettled(refused)).toBe(false);
    expect(storage).toEqual(['refused the service 0']);
    const first = await commit(0);
    expect(first.inputs.map(({ monitorID }) => monitorID)).toEqual([1, 2, 3]);
    first.succeed();
    expect(await Promise.all(kept)).toHaveLength(3);
    expect(await refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  });

  test('keeps room for other teams: a monitor of a team above its share gets 429, and no blind window begins', async () => {
    const { ingest, commit, storage } = open({ waitingMax: 100 });
    const flood = Array.from({ length: 50 }, () => ingest.submit(ping(1, 0, 'a')));
    const limited = refusal(ingest.submit(ping(1, 0, 'a')));
    expect(storage).toEqual(['team limited']);
    const others = [2, 3, 4].map((id) => ingest.submit(ping(id, 0, `team ${id}`)));
    const nightly = ingest.submit(ping(5, 0, 'a'));
    (await commit(0)).succeed();
    await Promise.all([...flood, ...others, nightly]);
    expect(await limited).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 1,
      message: 'Your team sends too many pings. Wait before the next ping of this monitor.',
    });
    const again = ingest.submit(ping(1, 0, 'a'));
    (await commit(1)).succeed();
    expect(await again).toMatchObject({ outcome: 'applied' });
    expect(storage).toEqual(['team limited', 'stored', 'stored']);
  });

  test('refuses only the team that fills it with the pings of many monitors, and tells which team that is', async () => {
    const { ingest, commit, storage } = open({ waitingMax: 100 });
    const flood = Array.from({ length: 90 }, (_, index) => ingest.submit(ping(index, 0, 'a')));
    const refused = refusal(ingest.submit(ping(90, 0, 'a')));
    const others = [101, 102, 103].map((id) => ingest.submit(ping(id, 0, `team ${id}`)));
    (await commit(0)).succeed();
    await Promise.all([...flood, ...others]);
    expect(await refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    expect(storage).toEqual(['refused a 0', 'stored']);
  });

  test('gives a team its share again after a failed commit', async () => {
    const { ingest, commit, storage } = open({ waitingMax: 40 });
    for (let round = 0; round < 3; round += 1) {
      const lost = Array.from({ length: 20 }, () => refusal(ingest.submit(ping(1, 0, 'a'))));
      (await commit(round)).fail(new Error('disk full'));
      for (const { code } of await Promise.all(lost)) expect(code).toBe('unavailable');
    }
    expect(storage).not.toContain('team limited');
  });

  test('counts pings that are being committed, and has room again afterwards', async () => {
    const { ingest, commit } = open({ waitingMax: 2 });
    const kept = [ingest.submit(ping(1)), ingest.submit(ping(2))];
    const first = await commit(0);
    expect(ingest.pingsInMemory()).toBe(2);
    const refused = refusal(ingest.submit(ping(3)));
    first.succeed();
    await Promise.all(kept);
    expect(await refused).toMatchObject({ code: 'unavailable' });
    const next = ingest.submit(ping(4));
    (await commit(1)).succeed();
    expect(await next).toEqual(applied(ping(4)));
    await ingest.drain();
    expect(ingest.pingsInMemory()).toBe(0);
  });

  test('takes at most 64 MiB of bodies, of which teams have shares, and always a ping without a body', async () => {
    const { ingest, commit, storage } = open();
    const megabytes = Array.from({ length: 58 }, () => ingest.submit(ping(1, 1024 * 1024, 'a')));
    const refused = [refusal(ingest.submit(ping(2, 1, 'a')))];
    const bare = ingest.submit(ping(3, 0, 'a'));
    const others = Array.from({ length: 4 }, () => ingest.submit(ping(4, 1024 * 1024, 'b')));
    refused.push(refusal(ingest.submit(ping(4, 3 * 1024 * 1024, 'b'))));
    for (let batch = 0; batch < 15; batch += 1) (await commit(batch)).succeed();
    const last = await commit(15);
    expect(last.inputs).toHaveLength(2);
    last.succeed();
    await Promise.all([...megabytes, bare, ...others]);
    for (const { code } of await Promise.all(refused)) expect(code).toBe('unavailable');
    expect(storage.slice(0, 3)).toEqual(['refused a 0', 'refused b 0', 'stored']);
    void ingest.submit(ping(4, 1024 * 1024));
    expect((await commit(16)).inputs).toHaveLength(1);
  });
});

describe('drain', () => {
  test('resolves immediately when nothing waits', async () => {
    const { ingest, commits } = open();
    await ingest.drain();
    expect(commits).toHaveLength(0);
  });

  test('waits for earlier submissions to be committed or refused', async () => {
    const { ingest, commit } = open();
    const kept = ingest.submit(ping(1));
    const settled = ingest.drain();
    const first = await commit(0);
    expect(await isSettled(settled)).toBe(false);
    first.succeed();
    await settled;
    expect(await isSettled(kept)).toBe(true);

    const lost = refusal(ingest.submit(ping(2)));
    const second = await commit(1);
    const again = ingest.drain();
    expect(await isSettled(again)).toBe(false);
    second.fail(new Error('disk full'));
    await again;
    expect((await lost).code).toBe('unavailable');
  });

  test('waits for all batches of earlier submissions', async () => {
    const { ingest, commit } = open();
    const responses = pings(BATCH_MAX + 1).map((input) => ingest.submit(input));
    const settled = ingest.drain();
    (await commit(0)).succeed();
    const second = await commit(1);
    expect(await isSettled(settled)).toBe(false);
    second.succeed();
    await settled;
    await Promise.all(responses);
  });

  test('does not wait for any number of later pings', async () => {
    const { ingest, commit } = open();
    const submitMany = () => {
      for (const input of pings(2 * BATCH_MAX)) void ingest.submit(input);
    };
    submitMany();
    const settled = ingest.drain();
    for (let index = 0; index < 2; index += 1) {
      const one = await commit(index);
      // Keeps the buffer full at all times.
      submitMany();
      expect(await isSettled(settled)).toBe(false);
      one.succeed();
    }
    expect(await isSettled(settled)).toBe(true);
  });
});
