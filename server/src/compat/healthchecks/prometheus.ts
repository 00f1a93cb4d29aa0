import type { MonitorRecord } from '../../database/records.ts';
import type { ListedMonitor } from '../../monitors/contract.ts';
import { type CheckStatus, checkStatus, isStarted } from './check-json.ts';
import { checkUUID, uniqueKey } from './check-uuid.ts';

interface Sample {
  readonly labels: string;
  readonly status: CheckStatus;
  readonly isStarted: boolean;
  readonly tags: readonly string[];
}

const GAUGES: readonly (readonly [name: string, help: string, isTrue: (sample: Sample) => boolean])[] = [
  ['up', 'Whether the check is currently up (1 for yes, 0 for no).', ({ status }) => status !== 'down'],
  ['started', 'Whether the check is currently started (1 for yes, 0 for no).', (sample) => sample.isStarted],
  [
    'grace',
    'Whether the check is currently in the grace period (1 for yes, 0 for no).',
    ({ status }) => status === 'grace',
  ],
  [
    'paused',
    'Whether the check is currently paused (1 for yes, 0 for no).',
    ({ status }) => status === 'paused',
  ],
];

/** Writes the checks of a project as Prometheus text, with the names of Healthchecks. */
export async function writeMetrics(
  chunks: AsyncIterable<readonly ListedMonitor[]>,
  now: number,
): Promise<string> {
  const samples: Sample[] = [];
  for await (const chunk of chunks) samples.push(...chunk.map(({ read }) => sampleOf(read(), now)));
  const down = samples.filter(({ status }) => status === 'down');
  const downTags = new Set(down.flatMap(({ tags }) => tags));
  const tags = [...new Set(samples.flatMap((sample) => sample.tags))].toSorted();
  const gauges = GAUGES.map(([name, help, isTrue]) =>
    family(
      `hc_check_${name}`,
      help,
      samples.map((sample) => `${sample.labels} ${isTrue(sample) ? 1 : 0}`),
    ),
  );
  const tagsUp = tags.map((tag) => `{tag="${escaped(tag)}"} ${downTags.has(tag) ? 0 : 1}`);
  return [
    ...gauges,
    family('hc_tag_up', 'Whether all checks with this tag are up (1 for yes, 0 for no).', tagsUp),
    family('hc_checks_total', 'The total number of checks.', [` ${samples.length}`]),
    family('hc_checks_down_total', 'The number of checks currently down.', [` ${down.length}`]),
  ].join('\n');
}

function sampleOf(record: MonitorRecord, now: number): Sample {
  const { name, tags } = record.details;
  const key = uniqueKey(checkUUID(record));
  return {
    labels: `{name="${escaped(name)}", tags="${escaped(tags.join(' '))}", unique_key="${key}"}`,
    status: checkStatus(record.state, now),
    isStarted: isStarted(record.state),
    tags,
  };
}

function family(name: string, help: string, samples: readonly string[]): string {
  const lines = samples.map((sample) => `${name}${sample}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
