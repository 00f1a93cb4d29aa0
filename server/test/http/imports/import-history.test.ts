import { expect, test } from 'vitest';
import type { ReportProgress } from '../../../src/compat/source/item.ts';
import { applyImport } from '../../../src/imports/apply-import.ts';
import { prepareImport } from '../../../src/imports/prepare.ts';
import { readSource } from '../../../src/imports/read-source.ts';
import { initialDetails } from '../../../src/monitors/settings/detail-fields.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import { type API, MINUTE, NOW, openAPI } from '../api.ts';

const PINGS = 100;
/** Returns the pings of a check, newest first, in the format of Healthchecks. */
function pingsUntil(latest: number) {
  return Array.from({ length: PINGS }, (_, index) => ({
    type: 'success',
    date: new Date(latest - index * MINUTE).toISOString(),
  }));
}

function checks(latest: number) {
  return [1, 2, 3].map((index) => ({
    name: `job ${index}`,
    uuid: `6b8e4c1a-52fd-4c1e-9a3b-${String(index).padStart(12, '0')}`,
    timeout: 3600,
    grace: 60,
    pings: pingsUntil(latest),
  }));
}

/** Imports three checks with 100 past runs each. The source is read at the time `at`. */
async function runImport({ store, owner, channels }: API, at: number, report: ReportProgress = () => {}) {
  const target = {
    teamID: owner.teamID,
    project: await findDefaultProject(store, owner.teamID),
    continuesStatus: false,
  };
  const parts = {
    store,
    random: systemRandom,
    now: at,
    createdBy: 'Ann',
    keyEnd: { expiresAt: null, endsWithToken: null },
    catalog: channels.catalog,
    initialDetails: initialDetails(),
    limits: { monitors: 100, channels: 10 },
    report,
    mayTry: () => true,
  };
  const files = [{ name: 'checks.json', text: JSON.stringify({ checks: checks(at - MINUTE) }) }];
  const content = await readSource('healthchecks', files, { timezone: 'UTC', now: at });
  const keys = { pingKey: undefined, apiKey: undefined };
  const plan = await prepareImport({ source: 'healthchecks', content, keys }, target, parts);
  return applyImport(plan, target, parts);
}

/** Fails at the second batch of past runs, as if the process were killed. */
const dieAfterOneBatch: ReportProgress = ({ step, done }) => {
  if (step === 'history' && done > 0) throw new Error('The process was killed.');
};

async function runsByMonitor({ store, owner }: API): Promise<readonly (readonly number[])[]> {
  const listed = await store.listMonitors(owner.teamID, {});
  return Promise.all(
    listed.map(async ({ id }) =>
      (await store.listRuns(id, { limit: 500 })).map(({ endedAt }) => endedAt ?? 0).reverse(),
    ),
  );
}

const RUNS = pingsUntil(NOW - MINUTE)
  .map(({ date }) => Date.parse(date))
  .reverse();

test('a repeated import completes the past runs of an interrupted import, without duplicates', async () => {
  const api = await openAPI();
  await expect(runImport(api, NOW, dieAfterOneBatch)).rejects.toThrow('killed');
  expect((await runsByMonitor(api)).map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(await runImport(api, NOW)).toEqual([]);
  expect(await runsByMonitor(api)).toEqual([RUNS, RUNS, RUNS]);
  await runImport(api, NOW);
  expect(await runsByMonitor(api)).toEqual([RUNS, RUNS, RUNS]);
});

test('a later repetition adds only runs from before the import', async () => {
  const api = await openAPI();
  await expect(runImport(api, NOW, dieAfterOneBatch)).rejects.toThrow('killed');
  await runImport(api, NOW + 10 * MINUTE);
  expect(await runsByMonitor(api)).toEqual([RUNS, RUNS, RUNS]);
});

test('a monitor whose job reported during the import keeps its history in order, without the missing runs', async () => {
  const api = await openAPI();
  await expect(runImport(api, NOW, dieAfterOneBatch)).rejects.toThrow('killed');
  const [, , third] = await api.store.listMonitors(api.owner.teamID, {});
  await api.ping(third?.read().shortID ?? '', 'end');
  await runImport(api, NOW + MINUTE);
  expect((await runsByMonitor(api)).map(({ length }) => length)).toEqual([100, 100, 51]);
});
