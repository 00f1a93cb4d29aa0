import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than 20 seconds, slowest first. A slow file that starts last holds up the whole run. */
const SLOWEST = [
  'e2e/accessibility.test.ts',
  'server/test/store/postgres.test.ts',
  'server/test/nodes/outage.test.ts',
  'server/test/clients/real-clients.test.ts',
  'e2e/monitor.test.ts',
  'server/test/nodes/start.test.ts',
  'e2e/overview.test.ts',
  'server/test/crash/lost-file.test.ts',
  'server/test/hostile/timeouts.test.ts',
  'e2e/sign-in-methods.test.ts',
  'server/test/ping/reports.test.ts',
  'server/test/nodes/killed-keeper.test.ts',
  'server/test/crash/alerts.test.ts',
  'server/test/nodes/live.test.ts',
  'server/test/crash/stop.test.ts',
  'server/test/crash/poison.test.ts',
];

/**
 * Runs slow files first and then larger files before smaller ones. Vitest would run one project of a group after the other, and so
 * the files that need the processor would not share it with the files that wait.
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

function rankOf(path: string): number {
  const rank = SLOWEST.findIndex((slow) => path.endsWith(`/${slow}`));
  return rank === -1 ? SLOWEST.length : rank;
}
