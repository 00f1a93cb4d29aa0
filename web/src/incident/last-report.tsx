import type { IncidentWithFailures } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { Moment } from '../ui/moment.tsx';
import { words } from './words.ts';

const text = words.lastReport;

/** Names the host of the job: the address and program that sent the last ping. */
export function LastReport({
  incident: { lastReport, monitor },
}: {
  readonly incident: IncidentWithFailures;
}) {
  if (lastReport === null) return null;
  const { event, type, exitStatus, at, remoteAddress, userAgent } = lastReport;
  return (
    <p className="flex flex-wrap gap-x-1.5 wrap-anywhere text-soft">
      <span>{text.title}</span>
      <Link
        to="/monitors/$shortID"
        params={{ shortID: monitor.shortID }}
        search={{ tab: 'events', event: String(event) }}
        className="text-ink hover:underline"
      >
        {text.types[type]} {exitStatus === null || exitStatus === 0 ? null : text.exit(exitStatus)}
      </Link>
      <Moment at={at} zone={monitor.timezone} />
      {remoteAddress === '' ? null : <span className="text-ink">{text.from(remoteAddress)}</span>}
      {userAgent === '' ? null : <span className="max-w-100 truncate">{userAgent}</span>}
    </p>
  );
}
