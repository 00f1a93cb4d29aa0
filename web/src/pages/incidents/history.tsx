import type { IncidentStep, IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChannelLogo } from '../../channel/channel-logo.tsx';
import { NextAttempt } from '../../channel/next-attempt.tsx';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { Explanation } from '../../time/explanation.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Linked } from '../../ui/linked/linked.tsx';
import { Moment } from '../../ui/moment.tsx';
import { mergeSteps, type ShownStep } from './merged-steps.ts';
import { words } from './words.ts';

const { step: text } = words;
const list = new Intl.ListFormat('en');

/** All events of the incident, oldest first. */
export function History({ incident }: { readonly incident: IncidentWithFailures }) {
  return (
    <ol aria-label={words.detail.history} className="flex flex-col gap-3">
      {mergeSteps(incident.history).map(({ step, names }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ID, and rarely change places.
        <Step key={`${step.at} ${step.kind} ${index}`} step={step} names={names} incident={incident} />
      ))}
    </ol>
  );
}

interface StepProps extends ShownStep {
  readonly incident: IncidentWithFailures;
}

const ICONS: Readonly<Record<IncidentStep['kind'], readonly [IconName, string]>> = {
  opened: ['incidents', 'text-down'],
  alerted: ['channels', 'text-soft'],
  not_alerted: ['mute', 'text-soft'],
  held: ['clock', 'text-late'],
  acknowledged: ['check', 'text-up'],
  taken_over: ['check', 'text-up'],
  unacknowledged: ['refresh', 'text-soft'],
  snoozed: ['moon', 'text-late'],
  unsnoozed: ['bolt', 'text-soft'],
  noted: ['edit', 'text-soft'],
  healed: ['refresh', 'text-up'],
  recovered: ['check', 'text-up'],
  paused: ['pause', 'text-soft'],
  deleted: ['trash', 'text-soft'],
};

function Step({ step, names, incident }: StepProps) {
  return (
    <li className="flex gap-2.5">
      <StepIcon step={step} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-x-2">
          <span className="min-w-0 wrap-anywhere">
            <What step={step} names={names} incident={incident} />
          </span>
          <span className="ml-auto shrink-0 text-xs text-soft">
            <Moment at={step.at} show="seconds" />
          </span>
        </p>
        <Detail step={step} names={names} incident={incident} />
      </div>
    </li>
  );
}

/** Logo of the alerted channel, or an icon for the kind of step. */
function StepIcon({ step: { kind, message } }: { readonly step: IncidentStep }) {
  const { data: type } = useQuery({
    ...channelsQuery,
    enabled: message !== null,
    select: (channels) => channels.find(({ shortID }) => shortID === message?.channel)?.type,
  });
  const [icon, color] = message?.state === 'failed' ? (['close', 'text-down'] as const) : ICONS[kind];
  if (kind === 'alerted' && message?.state !== 'failed' && type !== undefined)
    return <ChannelLogo type={type} className="mt-0.5 size-4 text-soft" />;
  return <Icon name={icon} className={`mt-0.5 size-4 ${color}`} />;
}

function What({ step: { kind, name, message, until, from }, names, incident }: StepProps): ReactNode {
  const who = <span className="font-medium">{name}</span>;
  switch (kind) {
    case 'opened':
      return `${text.opened} ${words.reason[incident.reason]}.`;
    case 'alerted':
      return (
        <>
          {message === null || message.channel === '' ? (
            who
          ) : (
            <Link
              to="/channels/$shortID"
              params={{ shortID: message.channel }}
              className="font-medium hover:underline"
            >
              {name}
            </Link>
          )}{' '}
          {message === null ? null : (
            <>
              {text.message[message.state]}{' '}
              <span className="text-soft">({text.occasions[message.kind]})</span>
            </>
          )}
        </>
      );
    case 'not_alerted':
      return name === null ? (
        text.nobody
      ) : (
        <>
          <span className="font-medium">{list.format(names)}</span> {text.notAlerted(names.length)}
        </>
      );
    case 'acknowledged':
      return (
        <>
          {who} {text.acknowledged}
        </>
      );
    case 'taken_over':
      return (
        <>
          {who} {text.takenOver} <span className="font-medium">{from}</span>
        </>
      );
    case 'unacknowledged':
      return (
        <>
          {who} {text.unacknowledged}
        </>
      );
    case 'snoozed':
      return (
        <>
          {who} {text.snoozed} {until === null ? null : <Moment at={until} />}
        </>
      );
    case 'unsnoozed':
      return (
        <>
          {who} {text.unsnoozed}
        </>
      );
    case 'noted':
      return who;
    default:
      return text[kind];
  }
}

function Detail({ step: { text: note, message, kind }, incident }: StepProps) {
  return (
    <>
      {note === null || note === '' ? null : (
        <p
          className={
            kind === 'noted' || kind === 'acknowledged' || kind === 'taken_over'
              ? 'whitespace-pre-wrap wrap-anywhere'
              : 'text-table wrap-anywhere text-soft'
          }
        >
          {kind === 'held' ? (
            <Explanation text={note} timezone={incident.monitor.timezone} isReaderOnly />
          ) : (
            <Linked text={note} />
          )}
        </p>
      )}
      {message?.nextAttemptAt == null ? null : (
        <p className="text-table text-soft">
          <NextAttempt at={message.nextAttemptAt} label={text.nextAttempt} />
        </p>
      )}
    </>
  );
}
