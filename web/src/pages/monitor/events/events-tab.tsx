import type { MonitorEvent, MonitorRow } from '@overdue/sdk';
import { Fragment } from 'react';
import { EVENTS } from '../../../data/runs/history.ts';
import { useHistory } from '../../../data/runs/use-history.ts';
import { formatSeconds } from '../../../time/format-duration.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { slideLaterRows } from '../../../ui/window/entrance.ts';
import { HistoryPanel } from '../history-panel.tsx';
import { BodyPreview } from '../log/body-preview.tsx';
import { LogView } from '../log/log-view.tsx';
import { words } from '../words.ts';
import { EventDetails } from './event-details.tsx';
import { EventMark } from './event-mark.tsx';
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
