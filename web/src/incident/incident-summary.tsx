import type { IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { onCallQuery } from '../data/alerts/on-call.ts';
import { describedLink } from '../monitor/described-link.ts';
import { linksOf } from '../monitor/setting-links.tsx';
import { SeverityTag } from '../monitor/severity-tag.tsx';
import { StatusShape } from '../monitor/status.tsx';
import { Explanation } from '../time/explanation.tsx';
import { formatMs } from '../time/format-duration.ts';
import { useAtEachSecond } from '../time/ticker.ts';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Linked } from '../ui/linked/linked.tsx';
import { Moment } from '../ui/moment.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { NextAlert } from './next-alert.tsx';
import { onCallNames } from './on-call-names.ts';
import { Snooze } from './snooze.tsx';
import { useEscalationPolicy } from './use-escalation-policy.ts';
import { useSnooze } from './use-snooze.ts';
import { words } from './words.ts';

interface IncidentSummaryProps {
  readonly incident: IncidentWithFailures;
  /** Further actions beside Acknowledge and the links. */
  readonly actions?: ReactNode;
  /** Whether the page's header already shows the shape of the status. */
  readonly isBelowShape?: boolean;
  /** Whether to show the description of the monitor, which often says what to do. */
  readonly showsDescription?: boolean;
}

/**
 * The information that a member on call needs first: how long the incident has lasted, why it opened, who works on it,
 * and links to instructions.
 */
export function IncidentSummary({
  incident,
  actions,
  isBelowShape = false,
  showsDescription = false,
}: IncidentSummaryProps) {
  const { monitor, closedAt } = incident;
  const isOpen = closedAt === null;
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <p className="numeric flex items-center gap-2.5 text-display font-semibold">
          {isBelowShape ? null : <StatusShape status={isOpen ? 'down' : 'up'} silent className="size-5.5" />}
          <span className={isOpen ? 'text-down' : undefined}>
            <Length incident={incident} />
          </span>
        </p>
        <SeverityTag severity={monitor.severity} />
        <UnacknowledgedNotice incident={incident} />
      </div>
      <p aria-live="polite" className="max-w-200 text-lg wrap-anywhere">
        {isOpen && monitor.status === 'down' ? (
          <Explanation text={monitor.explanation} timezone={monitor.timezone} />
        ) : (
          <PastCause incident={incident} />
        )}
      </p>
      {isOpen ? <LastReport incident={incident} /> : null}
      {!showsDescription || monitor.description === '' ? null : (
        <p className="line-clamp-6 max-w-200 whitespace-pre-line wrap-anywhere text-soft">
          <Linked text={monitor.description} />
        </p>
      )}
      <div className="flex flex-wrap items-start gap-2 pt-1">
        <Acknowledge incident={incident} />
        <Snooze incident={incident} />
        {instructionsOf(monitor).map(({ label, url }) => (
          <a
            key={label}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            title={url}
            className={`${buttonClass()} max-w-full`}
          >
            <Icon name="book" />
            <span className="truncate">{label}</span>
          </a>
        ))}
        {actions === undefined ? null : <span className="inline-flex items-center gap-2">{actions}</span>}
      </div>
    </section>
  );
}

/**
 * Returns the links to instructions: links among the settings, and a link in the description that probably leads to
 * further instructions.
 */
function instructionsOf(monitor: IncidentWithFailures['monitor']) {
  const described = describedLink(monitor);
  if (described === null) return linksOf(monitor);
  const { label, url, isNamed } = described;
  return [...linksOf(monitor), { label: isNamed ? label : new URL(url).host, url }];
}

function Length({ incident: { openedAt, closedAt } }: IncidentSummaryProps) {
  return useAtEachSecond((now) =>
    closedAt === null
      ? words.down(formatMs(now - Date.parse(openedAt)))
      : words.wasDown(formatMs(Date.parse(closedAt) - Date.parse(openedAt))),
  );
}

function PastCause({ incident }: IncidentSummaryProps) {
  const { reason, openedAt, closedAt, closedBy, monitor } = incident;
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      {words.reason[reason]}
      <Moment at={openedAt} zone={monitor.timezone} />
      {closedAt === null || closedBy === null ? null : (
        <>
          <span aria-hidden="true" className="text-soft">
            ·
          </span>
          {words.ended[closedBy]}
          <Moment at={closedAt} zone={monitor.timezone} />
        </>
      )}
    </span>
  );
}

const text = words.lastReport;

/** Names the host of the job: the address and program that sent the last ping. */
function LastReport({ incident: { lastReport, monitor } }: { readonly incident: IncidentWithFailures }) {
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

const list = new Intl.ListFormat('en');

/**
 * Says that an open incident is neither acknowledged nor snoozed, who is on call, and which alert comes next. Renders nothing for
 * other incidents.
 */
function UnacknowledgedNotice({ incident }: { readonly incident: IncidentWithFailures }) {
  const { acknowledgedAt, closedAt } = incident;
  const snooze = useSnooze(incident);
  return acknowledgedAt === null && closedAt === null && snooze === null ? (
    <Unacknowledged incident={incident} />
  ) : null;
}

function Unacknowledged({ incident }: { readonly incident: IncidentWithFailures }) {
  const names = useOnCallNames(incident.monitor);
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 wrap-anywhere">
      <span className="font-medium">{words.nobodyYet}</span>
      {names === null ? null : (
        <span className="inline-flex items-baseline gap-1.5 text-soft">
          <Icon name="phone" className="size-3.5 shrink-0 self-center" />
          {names.length === 0 ? words.nobodyOnCall : words.onCall(list.format(names))}
        </span>
      )}
      <NextAlert incident={incident} />
    </p>
  );
}

/** Returns the names of the members on call; null until all data is loaded, and for monitors that no on-call schedule covers. */
function useOnCallNames(monitor: IncidentWithFailures['monitor']): readonly string[] | null {
  const { data: onCall = [] } = useQuery(onCallQuery);
  // Teams without on-call schedules need no further requests.
  const policy = useEscalationPolicy(monitor, { enabled: onCall.length > 0 });
  return policy === undefined ? null : onCallNames(policy, onCall);
}
