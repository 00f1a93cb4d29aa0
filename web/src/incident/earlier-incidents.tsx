import type { IncidentWithFailures } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { formatMs } from '../time/format-duration.ts';
import { Moment } from '../ui/moment.tsx';
import { Panel } from '../ui/panel.tsx';
import { words } from './words.ts';

const text = words.earlier;

/** Earlier incidents of the same monitor with their last notes, because a note may describe the remedy. */
export function EarlierIncidents({
  incident: { earlier, monitor },
}: {
  readonly incident: IncidentWithFailures;
}) {
  const { count, days, incidents } = earlier;
  if (count === 0) return null;
  return (
    <Panel
      title={text.title(count, days)}
      actions={
        <Link
          to="/incidents"
          search={{ monitor: monitor.shortID }}
          className="text-table text-soft hover:text-ink hover:underline"
        >
          {text.all}
        </Link>
      }
    >
      <ul className="flex flex-col gap-2">
        {incidents.map((one) => (
          <Earlier key={one.incidentID} incident={one} />
        ))}
      </ul>
    </Panel>
  );
}

function Earlier({
  incident: { incidentID, reason, openedAt, closedAt, lastNote },
}: {
  readonly incident: IncidentWithFailures['earlier']['incidents'][number];
}) {
  return (
    <li>
      <p className="flex flex-wrap gap-x-2">
        <Link to="/incidents/$incidentID" params={{ incidentID }} className="font-medium hover:underline">
          <Moment at={openedAt} />
        </Link>
        <span className="numeric">
          {closedAt === null
            ? text.ongoing
            : text.lasted(formatMs(Date.parse(closedAt) - Date.parse(openedAt)))}
        </span>
        <span className="text-soft">{words.reason[reason]}</span>
      </p>
      {lastNote === null ? null : <p className="line-clamp-2 wrap-anywhere text-soft">{lastNote}</p>}
    </li>
  );
}
