import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Slow files, slowest first, mixed with browser tests. A slow file that starts last would delay the whole run. Browser tests need
 * the processor and the other files mostly wait, so the list alternates between both kinds.
 */
const SLOWEST = [
  'e2e/accessibility.test.ts',
  'server/test/store/postgres.test.ts',
  'e2e/overview.test.ts',
  'server/test/commands/copy.test.ts',
  'e2e/live.test.ts',
  'server/test/hostile/timeouts.test.ts',
  'server/test/walk/walk.test.ts',
  'server/test/nodes/start.test.ts',
  'e2e/monitor.test.ts',
  'server/test/nodes/outage.test.ts',
  'e2e/alerting.test.ts',
  'e2e/concurrent-edits.test.ts',
  'server/test/ping/reports.test.ts',
  'e2e/editor.test.ts',
  'server/test/crash/silent-mail.test.ts',
  'server/test/crash/start-failures.test.ts',
  'e2e/sign-in-methods.test.ts',
  'cli/test/exec.test.ts',
  'e2e/accounts.test.ts',
  'server/test/nodes/live.test.ts',
  'e2e/sign-in.test.ts',
  'server/test/crash/poison.test.ts',
  'e2e/team.test.ts',
  'server/test/crash/stop.test.ts',
  'e2e/monitors.test.ts',
  'server/test/postgres/retention.test.ts',
  'e2e/editor-pages.test.ts',
  'server/test/store/sqlite.test.ts',
  'e2e/keyboard.test.ts',
  'server/test/nodes/forwarding.test.ts',
  'e2e/limits.test.ts',
  'server/test/clients/reports.test.ts',
  'e2e/policy.test.ts',
  'server/test/crash/alerts.test.ts',
  'e2e/notifications.test.ts',
  'cli/test/daily.test.ts',
  'e2e/first-run.test.ts',
  'server/test/sim/two-nodes.test.ts',
  'server/test/postgres/full-disk.test.ts',
  'cli/test/outage.test.ts',
  'server/test/sim/two-stores.test.ts',
  'server/test/crash/stop-load.test.ts',
  'server/test/nodes/connections.test.ts',
  'server/test/crash/kill.test.ts',
  'server/test/hostile/api.test.ts',
  'server/test/crash/lost-file.test.ts',
];

/** Runs slow files first, and then larger files before smaller ones. */
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

function rankOf(path: string): number {
  const rank = SLOWEST.findIndex((slow) => path.endsWith(`/${slow}`));
  return rank === -1 ? SLOWEST.length : rank;
}
