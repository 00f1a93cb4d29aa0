import type { Incident } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { AcknowledgeButton } from '../../incident/acknowledge.tsx';
import { type ShownSnooze, useSnooze } from '../../incident/use-snooze.ts';
import { SeverityTag } from '../../monitor/severity-tag.tsx';
import { formatMs } from '../../time/format-duration.ts';
import { formatExactTime, formatTime } from '../../time/format-time.ts';
import { useNow } from '../../time/ticker.ts';
import { ownZone } from '../../time/zone.ts';
import { Moment } from '../../ui/moment.tsx';
import { RowCheckbox } from '../../ui/selection/row-checkbox.tsx';
import type { Column } from '../../ui/table.tsx';
import { isUnacknowledged } from './urgency.ts';
import type { IncidentSelection } from './use-incident-selection.ts';
import { words } from './words.ts';

/** Name of the monitor, which links to the incident, and its severity. */
export const MONITOR_COLUMN: Column<Pick<Incident, 'incidentID' | 'monitor'>> = {
  key: 'monitor',
  title: words.columns.monitor,
  isWide: true,
  opensByTap: true,
  cell: ({ incidentID, monitor }) => (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      <Link
        to="/incidents/$incidentID"
        params={{ incidentID }}
        data-incident=""
        className="min-w-0 font-medium wrap-anywhere hover:text-accent hover:underline"
      >
        {monitor.name}
      </Link>
      <SeverityTag severity={monitor.severity} />
    </span>
  ),
};

export const STATE_COLUMN: Column<Parameters<typeof IncidentState>[0]['incident']> = {
  key: 'state',
  title: words.columns.state,
  isBesideWide: true,
  cell: (incident) => <IncidentState incident={incident} />,
};

export const REASON_COLUMN: Column<Pick<Incident, 'reason'>> = {
  key: 'reason',
  title: words.columns.reason,
  isUnlabelled: true,
  cell: ({ reason }) => <span className="whitespace-nowrap">{words.reason[reason]}</span>,
};

/** Member who acknowledged the incident, with the note. */
export const ACKNOWLEDGED_COLUMN: Column<Pick<Incident, 'acknowledgedBy' | 'note'>> = {
  key: 'acknowledged',
  title: words.columns.acknowledged,
  share: 'w-1/3',
  cell: ({ acknowledgedBy, note }) =>
    acknowledgedBy === null ? null : (
      <span className="line-clamp-2 wrap-anywhere">
        {acknowledgedBy}
        {note === null ? null : <span className="text-soft"> · {note}</span>}
      </span>
    ),
};

export const LENGTH_COLUMN: Column<Pick<Incident, 'openedAt' | 'closedAt'>> = {
  key: 'length',
  title: words.columns.length,
  align: 'right',
  isUnlabelled: true,
  cell: (incident) => (
    <span className="numeric whitespace-nowrap">
      <IncidentLength incident={incident} />
    </span>
  ),
};

export const OPENED_COLUMN: Column<Pick<Incident, 'openedAt'>> = {
  key: 'opened',
  title: words.columns.opened,
  align: 'right',
  cell: ({ openedAt }) => <Time at={openedAt} />,
};

/** Time of day at which an incident ended. A heading above the rows names the day. */
export const ENDED_COLUMN: Column<Pick<Incident, 'closedAt'>> = {
  key: 'ended',
  title: words.columns.ended,
  align: 'right',
  cell: ({ closedAt }) =>
    closedAt === null ? null : (
      <time dateTime={closedAt} title={formatExactTime(Date.parse(closedAt), ownZone())} className="numeric">
        {formatTime(Date.parse(closedAt), ownZone(), Date.parse(closedAt))}
      </time>
    ),
};

/** Column with a checkbox for each incident that can be acknowledged. Shown only on screens wide enough for a table. */
export function selectionColumn(selection: IncidentSelection): Column<Incident> {
  const { choices, selected, isSelected, toggle, selectRange, selectAll, clear } = selection;
  const isAll = selected.length === choices.length;
  return {
    key: 'selection',
    title: words.selection.selectAll,
    head: (
      <RowCheckbox
        label={words.selection.selectAll}
        mark="data-select-all"
        checked={isAll ? true : selected.length === 0 ? false : 'mixed'}
        tabIndex={0}
        onToggle={isAll ? clear : selectAll}
        onRange={isAll ? clear : selectAll}
      />
    ),
    isWideOnly: true,
    cell: (incident) =>
      isUnacknowledged(incident) ? (
        <RowCheckbox
          label={words.selection.select(incident.monitor.name)}
          mark="data-select"
          checked={isSelected(incident)}
          tabIndex={0}
          onToggle={() => toggle(incident)}
          onRange={() => selectRange(incident)}
        />
      ) : null,
  };
}

/** Button that acknowledges an open incident without opening its page. */
export const ACKNOWLEDGE_COLUMN: Column<Incident> = {
  key: 'actions',
  title: words.columns.actions,
  isTitleHidden: true,
  isLastLine: true,
  align: 'right',
  cell: (incident) =>
    incident.acknowledgedAt === null && incident.closedAt === null ? (
      <AcknowledgeButton incident={incident} isInRow />
    ) : null,
};

function Time({ at }: { readonly at: string }) {
  return (
    <span className="whitespace-nowrap">
      <Moment at={at} />
    </span>
  );
}

function IncidentLength({ incident }: { readonly incident: Pick<Incident, 'openedAt' | 'closedAt'> }) {
  const now = useNow();
  const end = incident.closedAt === null ? now : Date.parse(incident.closedAt);
  return formatMs(end - Date.parse(incident.openedAt));
}

function IncidentState({ incident }: { readonly incident: Incident }) {
  const snooze = useSnooze(incident);
  const { shape, text, word } = appearanceOf(incident, snooze);
  const shownSnooze = incident.closedAt === null ? snooze : null;
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${text}`}>
      <span aria-hidden="true">{shape}</span>
      {word}
      {shownSnooze === null ? null : (
        <span className="inline-flex max-w-50 gap-1 truncate font-normal text-soft">
          {words.until} <Moment at={shownSnooze.until} />
        </span>
      )}
    </span>
  );
}

function appearanceOf({ closedAt, closedBy, acknowledgedAt }: Incident, snooze: ShownSnooze | null) {
  if (closedAt === null) {
    if (snooze !== null) return { shape: '◆', text: 'text-late', word: words.state.snoozed };
    return acknowledgedAt === null
      ? { shape: '■', text: 'text-down', word: words.state.open }
      : { shape: '✓', text: 'text-ink', word: words.state.acknowledged };
  }
  const word = closedBy === null ? words.state.over : words.closedBy[closedBy];
  return { shape: '●', text: closedBy === 'recovered' ? 'text-up' : 'text-soft', word };
}
