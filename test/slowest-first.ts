import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Slow files that mostly wait for timers and other processes, and about how many seconds each of them takes. A file that isn't listed
 * here or in {@link BUSY} takes less than 5 seconds.
 */
const WAITING: Readonly<Record<string, number>> = {
  'server/test/nodes/outage.test.ts': 38,
  'server/test/hostile/timeouts.test.ts': 32,
  'server/test/nodes/start.test.ts': 24,
  'server/test/nodes/live.test.ts': 24,
  'server/test/crash/stop.test.ts': 22,
  'server/test/crash/alerts.test.ts': 18,
  'server/test/crash/silent-mail.test.ts': 18,
  'server/test/crash/start-failures.test.ts': 17,
  'server/test/ping/reports.test.ts': 17,
  'server/test/crash/kill.test.ts': 15,
  'server/test/nodes/roles.test.ts': 15,
  'cli/test/outage.test.ts': 14,
  'server/test/ping/slugs.test.ts': 13,
  'server/test/sim/two-nodes.test.ts': 13,
  'server/test/live/live.test.ts': 11,
  'server/test/nodes/sweeps.test.ts': 11,
  'server/test/postgres/alert-locks.test.ts': 11,
  'server/test/sdk/sdk.test.ts': 11,
  'server/test/clients/snippets.test.ts': 10,
  'server/test/hostile/limits.test.ts': 10,
  'server/test/sdk/wrappers.test.ts': 10,
  'cli/test/exec.test.ts': 7,
  'server/test/crash/forwarding.test.ts': 7,
  'server/test/ping/busy.test.ts': 7,
  'server/test/nodes/pgbouncer.test.ts': 6,
};

/** Slow files that compute in their own process or in a browser. */
const BUSY: Readonly<Record<string, number>> = {
  'e2e/monitor.test.ts': 50,
  'e2e/accessibility.test.ts': 48,
  'e2e/alerting.test.ts': 45,
  'server/test/store/postgres.test.ts': 40,
  'e2e/live.test.ts': 36,
  'e2e/overview.test.ts': 24,
  'e2e/accounts.test.ts': 23,
  'e2e/editor.test.ts': 22,
  'e2e/monitors.test.ts': 22,
  'e2e/sign-in.test.ts': 22,
  'server/test/commands/copy.test.ts': 21,
  'e2e/concurrent-edits.test.ts': 20,
  'e2e/keyboard.test.ts': 19,
  'e2e/team.test.ts': 19,
  'e2e/editor-pages.test.ts': 18,
  'server/test/postgres/retention.test.ts': 18,
  'server/test/walk/walk.test.ts': 17,
  'e2e/focus-kept.test.ts': 16,
  'e2e/first-run.test.ts': 13,
  'server/test/nodes/forwarding.test.ts': 13,
  'e2e/sign-in-methods.test.ts': 12,
  'e2e/notifications.test.ts': 11,
  'server/test/accounts/trusted-browsers.test.ts': 11,
  'server/test/hostile/api.test.ts': 11,
  'e2e/policy.test.ts': 10,
  'server/test/postgres/full-disk.test.ts': 10,
  'server/test/sim/two-stores.test.ts': 10,
  'cli/test/daily.test.ts': 9,
  'server/test/notify/direct-mail.test.ts': 9,
  'server/test/store/sqlite.test.ts': 9,
  'e2e/limits.test.ts': 8,
  'server/test/crash/poison.test.ts': 8,
  'server/test/watchdog/watchdog.test.ts': 6,
};

/** Slow files that run after all others because they measure time, slowest first. */
const MEASURING: readonly string[] = [
  'server/test/nodes/connections.test.ts',
  'server/test/crash/lost-file.test.ts',
  'server/test/hostile/http.test.ts',
  'server/test/nodes/clocks.test.ts',
  'server/test/crash/stop-load.test.ts',
];

/** Seconds of busy files for each second of a waiting file. One of three workers then waits while the others use both cores. */
const BUSY_PER_WAITING = 1.8;

const ORDER = [
  ...[...startTimes(WAITING, BUSY_PER_WAITING), ...startTimes(BUSY, 1)]
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map(({ file }) => file),
  ...MEASURING,
];

/**
 * Runs slow files before other files, slowest first, because a slow file that starts last would delay the whole run. Waiting and
 * busy files take turns, because waiting files that run together leave the processor idle. Other files follow, larger ones first.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({
      file,
      group: file.project.config.sequence.groupOrder,
      rank: rankOf(file.moduleId),
      size: statSync(file.moduleId).size,
    }));
    return ranked
      .sort((a, b) => a.group - b.group || a.rank - b.rank || b.size - a.size)
      .map(({ file }) => file);
  }
}

/** Returns when each file starts if the files follow each other and a second counts as `weight` seconds. */
function startTimes(
  files: Readonly<Record<string, number>>,
  weight: number,
): readonly { readonly file: string; readonly startsAt: number }[] {
  let time = 0;
  return Object.entries(files).map(([file, seconds]) => {
    const startsAt = time;
    time += seconds * weight;
    return { file, startsAt };
  });
}

function rankOf(path: string): number {
  const rank = ORDER.findIndex((slow) => path.endsWith(`/${slow}`));
  return rank === -1 ? ORDER.length : rank;
}
