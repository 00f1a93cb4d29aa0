import type { Run } from '@overdue/sdk';
import { STATUSES } from '../../data/monitors/statuses.ts';
import { RunStrip } from '../../drawing/runs/run-strip.tsx';
import { StatusBadge } from '../../monitor/status.tsx';
import { formatSeconds } from '../../time/format-duration.ts';
import { Moment } from '../../time/moment.tsx';
import { KeyboardKey, Tag } from '../../ui/tag.tsx';
import { words } from './words.ts';

const { samples, notes } = words;
const STATES: readonly Run['state'][] = [
  'succeeded',
  'succeeded',
  'failed',
  'succeeded',
  'missed',
  'unknown',
  'timed_out',
  'running',
];
const LENGTH = 30;
const AT = '2026-11-21T02:00:00.000Z';

const RUNS: readonly Run[] = Array.from({ length: LENGTH }, (_, index) => ({
  runID: `run-${index}`,
  state: index < STATES.length ? (STATES[index] ?? 'succeeded') : 'succeeded',
  expectedAt: AT,
  startedAt: AT,
  endedAt: AT,
  duration: 20 + (LENGTH - index) ** 2,
  late: false,
  startEvent: null,
  endEvent: null,
}));

export function StatusSamples() {
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-wrap gap-6">
        {STATUSES.map((status) => (
          <li key={status}>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      <p className="text-soft">{notes.runs}</p>
      <RunStrip runs={RUNS} />
      <p className="text-soft">{notes.times}</p>
      <div className="flex flex-wrap items-center gap-6">
        <Moment at={AT} zone="America/New_York" show="both" />
        <span className="numeric">{formatSeconds(185)}</span>
        <Tag>{samples.owner}</Tag>
        <Tag variant="accent">{samples.high}</Tag>
        <Tag variant="warning">{samples.late}</Tag>
        <KeyboardKey>⌘K</KeyboardKey>
      </div>
    </div>
  );
}
