import { PROBLEM_STATUSES } from '@overdue/domain/views/list-view.ts';
import type { MonitorRow, Status } from '@overdue/sdk';
import { useSnooze } from '../../incident/use-snooze.ts';
import { SeverityTag } from '../../monitor/severity-tag.tsx';
import { formatTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { words } from './words.ts';

interface RowMarksProps {
  readonly monitor: MonitorRow;
  /** Current status, which may have become late without an event. */
  readonly status: Status;
}

export function RowMarks({ monitor, status }: RowMarksProps) {
  const { mutedUntil, maintenance, running, incident, severity } = monitor;
  const snooze = useSnooze(incident);
  const hasSeverity = PROBLEM_STATUSES.includes(status) && severity !== 'normal';
  const mutedFor = mutedUntil === null ? 0 : Date.parse(mutedUntil) - Date.now();
  return (
    <>
      {hasSeverity ? <SeverityTag severity={severity} /> : null}
      {incident?.acknowledgedBy == null ? null : (
        <AcknowledgedBy name={incident.acknowledgedBy} isShort={hasSeverity} />
      )}
      {snooze === null ? null : (
        <Mark icon="moon" label={words.snoozedBy(snooze.by, timeOf(snooze.until))} className="text-late" />
      )}
      {running > 0 ? <Mark icon="play" label={words.running(running)} className="text-running" /> : null}
      {mutedUntil !== null && mutedFor > 0 ? (
        <Mark icon="mute" label={words.muted(timeOf(mutedUntil))} className="text-soft" />
      ) : null}
      {maintenance ? <Mark icon="maintenance" label={words.maintenance} className="text-soft" /> : null}
    </>
  );
}

function timeOf(at: string): string {
  return formatTime(Date.parse(at), ownZone(), Date.now());
}

interface AcknowledgedByProps {
  readonly name: string;
  /** Whether to show only the mark, because the row has little room. */
  readonly isShort: boolean;
}

function AcknowledgedBy({ name, isShort }: AcknowledgedByProps) {
  return (
    <span
      title={words.acknowledgedBy(name)}
      className="inline-flex min-w-3 max-w-24 shrink-1000 items-center gap-1 text-xs text-soft @min-[2000px]:max-w-36"
    >
      <Icon name="check" className="size-3 shrink-0 text-up" />
      <span className="sr-only">{words.acknowledgedBy(name)}</span>
      {isShort ? null : (
        <span aria-hidden="true" className="truncate">
          {name}
        </span>
      )}
    </span>
  );
}

function Mark({
  icon,
  label,
  className,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly className: string;
}) {
  return (
    <span role="img" aria-label={label} title={label} className={`shrink-0 ${className}`}>
      <Icon name={icon} className="size-3.5" />
    </span>
  );
}
