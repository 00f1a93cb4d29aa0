import type { MonitorEvent, MonitorRow } from '@overdue/sdk';
import { Fragment, type ReactNode } from 'react';
import { EVENTS } from '../../../data/runs/history.ts';
import { useHistory } from '../../../data/runs/use-history.ts';
import { formatSeconds } from '../../../time/format-duration.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Notice } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { slideLaterRows } from '../../../ui/window/entrance.ts';
import { HistoryPanel } from '../history-panel.tsx';
import { BodyPreview } from '../log/body-preview.tsx';
import { LogView } from '../log/log-view.tsx';
import { words } from '../words.ts';
import { eventElementID } from './event-place.ts';

interface EventsTabProps {
  readonly monitor: MonitorRow;
  readonly opened: number | null;
  readonly onOpen: (number: number | null) => void;
}

export function EventsTab({ monitor, opened, onOpen }: EventsTabProps) {
  const history = useHistory(EVENTS, monitor.shortID);
  const isElsewhere =
    opened !== null && history.items !== undefined && !history.items.some(({ number }) => number === opened);
  return (
    <div className="flex flex-col gap-4">
      {isElsewhere ? (
        <div id={eventElementID(opened)} className="scroll-mt-4">
          <Panel
            title={words.event.notShown(opened)}
            actions={
              <IconButton label={words.event.closeEvent} onClick={() => onOpen(null)}>
                <Icon name="close" />
              </IconButton>
            }
          >
            <LogView shortID={monitor.shortID} number={opened} />
          </Panel>
        </div>
      ) : null}
      <HistoryPanel history={history} none={words.event.none} noneHint={words.event.noneHint}>
        {(events) => (
          <table aria-label={words.event.label} className="w-full table-fixed text-table max-md:block">
            <Head />
            <tbody ref={slideLaterRows} className="max-md:block">
              {events.map((event) => (
                <Fragment key={event.number}>
                  <EventRow
                    monitor={monitor}
                    event={event}
                    isOpen={event.number === opened}
                    onToggle={() => onOpen(event.number === opened ? null : event.number)}
                  />
                  {event.number === opened ? (
                    <tr className="border-b border-line bg-sunken max-md:block">
                      <td colSpan={8} className="p-4 max-md:block">
                        <EventDetails monitor={monitor} event={event} />
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              ))}
            </tbody>
          </table>
        )}
      </HistoryPanel>
    </div>
  );
}

const COLUMNS = [
  ['number', 'w-18'],
  ['type', 'w-24'],
  ['at', 'w-72'],
  ['duration', 'w-30 text-right'],
  ['exit', 'w-18 max-lg:hidden'],
  ['run', 'w-36 max-lg:hidden'],
  ['source', 'w-36 max-lg:hidden'],
  ['log', ''],
] as const;

function Head() {
  return (
    <thead className="max-md:sr-only">
      <tr>
        {COLUMNS.map(([key, width]) => (
          <th
            key={key}
            scope="col"
            className={`h-9 whitespace-nowrap border-b border-line px-3 text-left text-xs font-medium text-soft first:pl-4 last:pr-4 ${width}`}
          >
            {words.event[key]}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface EventRowProps {
  readonly monitor: MonitorRow;
  readonly event: MonitorEvent;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const CELL =
  'h-(--row-height) overflow-hidden px-3 py-1 align-middle first:pl-4 last:pr-4 max-md:h-auto max-md:p-0!';

function EventRow({ monitor, event, isOpen, onToggle }: EventRowProps) {
  const label = isOpen ? words.event.close(event.number) : words.event.open(event.number);
  return (
    // A click anywhere in the row opens the event. For keyboards, the number is a button that does the same.
    <tr
      id={eventElementID(event.number)}
      onClick={onToggle}
      className={classNames(
        'scroll-mt-4 cursor-pointer border-b border-line hover:bg-hover max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-2.5',
        isOpen && 'bg-hover',
      )}
    >
      <td className={CELL}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={label}
          onClick={(press) => {
            press.stopPropagation();
            onToggle();
          }}
          className="numeric inline-flex h-6 items-center gap-1 rounded-sm text-soft hover:text-ink max-md:h-8"
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-3" />
          {event.number}
        </button>
      </td>
      <td className={CELL}>
        <EventMark type={event.type} />
      </td>
      <td className={CELL}>
        <Moment at={event.at} zone={monitor.schedule.timezone} show="seconds" />
      </td>
      <td className={`${CELL} numeric whitespace-nowrap text-right`}>
        {event.duration === 0 ? null : formatSeconds(event.duration)}
      </td>
      <td className={`${CELL} numeric max-lg:hidden ${event.exitStatus ? 'text-down' : ''}`}>
        {event.exitStatus}
      </td>
      <td className={`${CELL} max-lg:hidden`}>
        <span title={event.runID} className="block truncate font-mono text-xs text-soft">
          {event.runID}
        </span>
      </td>
      <td className={`${CELL} max-lg:hidden`}>
        <span title={`${event.method} ${event.userAgent}`} className="block truncate text-soft">
          {event.userAgent === '' ? event.remoteAddress : event.userAgent}
        </span>
      </td>
      <td className={`${CELL} max-md:w-full`}>
        <span className="flex min-w-0 items-center gap-2">
          {event.warnings.length === 0 ? null : (
            <Tag variant="warning">{words.event.warnings(event.warnings.length)}</Tag>
          )}
          {event.bodySize === 0 ? null : <BodyPreview shortID={monitor.shortID} event={event} />}
        </span>
      </td>
    </tr>
  );
}

function EventDetails({ monitor, event }: { readonly monitor: MonitorRow; readonly event: MonitorEvent }) {
  return (
    <div className="flex flex-col gap-3">
      {event.warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 lg:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        <dt className="text-soft">{words.event.run}</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <span className="min-w-0 break-all font-mono text-xs">{event.runID}</span>
          <CopyButton bare text={event.runID} label={words.event.run} />
        </dd>
        <dt className="text-soft">{words.event.client}</dt>
        <dd className="min-w-0 break-words">
          {event.method} · {event.userAgent === '' ? words.event.noClient : event.userAgent}
        </dd>
        {event.happenedAt === event.at ? null : (
          <>
            <dt className="text-soft">{words.event.happened}</dt>
            <dd>
              <Moment at={event.happenedAt} /> · {words.event.arrived} <Moment at={event.at} />
            </dd>
          </>
        )}
        <dt className="text-soft">{words.event.address}</dt>
        <dd className="numeric">{event.remoteAddress}</dd>
        {event.exitStatus === null ? null : (
          <>
            <dt className="text-soft">{words.event.exit}</dt>
            <dd className="numeric">{event.exitStatus}</dd>
          </>
        )}
      </dl>
      {event.bodySize === 0 ? (
        <p className="text-soft">{words.event.noLog}</p>
      ) : (
        <LogView shortID={monitor.shortID} number={event.number} />
      )}
    </div>
  );
}

const COLORS: Readonly<Record<MonitorEvent['type'], string>> = {
  ping: 'text-up',
  end: 'text-up',
  start: 'text-running',
  fail: 'text-down',
  log: 'text-soft',
  ignored: 'text-soft',
};

const SHAPES: Readonly<Record<MonitorEvent['type'], ReactNode>> = {
  ping: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  end: <path d="M2.5 6.5l2.5 2.5 4.5-6" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  start: <path d="M3.5 2l6 4-6 4z" fill="currentColor" />,
  fail: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  log: <path d="M2 3.5h8M2 6h8M2 8.5h5" fill="none" stroke="currentColor" strokeWidth="1.25" />,
  ignored: <path d="M2 6h8" fill="none" stroke="currentColor" strokeWidth="1.75" />,
};

function EventMark({ type }: { readonly type: MonitorEvent['type'] }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${COLORS[type]}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
        {SHAPES[type]}
      </svg>
      {words.event.types[type]}
    </span>
  );
}
