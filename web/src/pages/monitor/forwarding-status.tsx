import type { Forwarding } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { forwardingQuery } from '../../data/monitors/forwarding.ts';
import { Moment } from '../../ui/moment.tsx';
import { Setting } from './setting.tsx';
import { words } from './words.ts';

const { forwarding } = words;

/**
 * Shows whether the pings of a monitor reach the URL to which it forwards them. Renders nothing for a monitor that
 * forwards nothing.
 */
export function ForwardingStatus({ shortID, label }: { readonly shortID: string; readonly label: string }) {
  const { data, isError } = useQuery(forwardingQuery(shortID));
  if (data === undefined) return isError ? <Setting label={label}>{forwarding.unread}</Setting> : null;
  return data.enabled ? (
    <Setting label={label}>
      <Lines state={data} />
    </Setting>
  ) : null;
}

function Lines({ state }: { readonly state: Forwarding }) {
  const { lastSentAt, lastFailedAt, error, backlog, dropped, lastDroppedAt } = state;
  return (
    <div className="flex flex-col gap-1">
      {lastSentAt === null && error === '' && dropped === 0 ? <span>{forwarding.waiting}</span> : null}
      {lastSentAt === null ? null : (
        <span>
          {forwarding.sent} <Moment at={lastSentAt} />
        </span>
      )}
      {error === '' || lastFailedAt === null ? null : (
        <span className="wrap-anywhere">
          {forwarding.failed} <Moment at={lastFailedAt} />: {error}
        </span>
      )}
      {backlog === 0 ? null : <span>{forwarding.backlog(backlog)}</span>}
      {dropped === 0 || lastDroppedAt === null ? null : (
        <span>
          {forwarding.dropped(dropped)} <Moment at={lastDroppedAt} />
        </span>
      )}
    </div>
  );
}
