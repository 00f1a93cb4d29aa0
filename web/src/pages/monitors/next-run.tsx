import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow, Status } from '@overdue/sdk';
import { useCallback } from 'react';
import { formatExactTime } from '../../time/format-time.ts';
import { LiveText } from '../../time/live-text.tsx';
import { ownZone } from '../../time/zone.ts';
import { writeNextRun } from './row-texts.ts';
import { words } from './words.ts';

const CLASSES: Readonly<Partial<Record<Status, string>>> = {
  down: 'font-medium text-down',
  late: 'font-medium text-late',
  paused: 'text-soft',
  new: 'text-soft',
};

/** Counts down to the next run, or up from the start of a problem. The tooltip shows the exact time. */
export function NextRun({ monitor, status }: { readonly monitor: MonitorRow; readonly status: Status }) {
  const write = useCallback((now: number) => writeNextRun(monitor, status, now), [monitor, status]);
  return (
    <span title={hintOf(monitor, status)} className={classOf(monitor, status)}>
      <LiveText write={write} />
    </span>
  );
}

/** Returns the class for the colour of the text. A failing monitor whose next run is late gets the colour of late monitors. */
function classOf(monitor: MonitorRow, status: Status): string | undefined {
  const { nextExpectedAt } = monitor;
  const isLate =
    status === 'failing' &&
    !isChecked(monitor) &&
    nextExpectedAt !== null &&
    Date.parse(nextExpectedAt) < Date.now();
  return CLASSES[isLate ? 'late' : status];
}

function hintOf(monitor: MonitorRow, status: Status): string | undefined {
  const { downSince, nextExpectedAt, deadlineAt } = monitor;
  const time = (at: string) => formatExactTime(Date.parse(at), ownZone());
  if (status === 'down' && downSince !== null) return words.since(time(downSince));
  if (status === 'late' && deadlineAt !== null) return words.deadline(time(deadlineAt));
  if (nextExpectedAt === null) return undefined;
  return (isChecked(monitor) ? words.nextCheck : words.expected)(time(nextExpectedAt));
}
