import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery, useHasRole } from '../data/account/account.ts';
import { channelsQuery } from '../data/alerts/channels.ts';
import { monitorsQuery } from '../data/monitors/monitors.ts';
import { invitationsQuery, membersQuery } from '../data/team/members.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { firstSteps, type Step } from './steps.ts';
import { words } from './words.ts';

const { checklist: text } = words;
const KEY = 'overdue.first-steps-dismissed';

/** The first steps of a team, until all are done or the user dismisses the list. */
export function Checklist() {
  const { data: account } = useQuery(accountQuery);
  const teamID = account?.team?.teamID ?? '';
  const [dismissed, setDismissed] = useState(() => globalThis.localStorage?.getItem(KEY) ?? '');
  const steps = useSteps();
  if (steps === null || dismissed === teamID || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel
      title={text.title}
      actions={
        <>
          <span className="text-table text-soft">
            {text.done(steps.filter(({ isDone }) => isDone).length, steps.length)}
          </span>
          <Button
            variant="quiet"
            onClick={() => {
              localStorage.setItem(KEY, teamID);
              setDismissed(teamID);
            }}
          >
            {text.dismiss}
          </Button>
        </>
      }
    >
      <ol className="flex flex-wrap gap-x-6 gap-y-1">
        {steps.map((step) => (
          <li key={step.name} className="flex min-h-8 items-center gap-2">
            <span
              className={`flex size-5 shrink-0 items-center justify-center rounded-full border ${step.isDone ? 'border-up text-up' : 'border-line text-soft'}`}
            >
              {step.isDone ? <Icon name="check" className="size-3" /> : null}
              <span className="sr-only">{step.isDone ? text.isDone : text.isOpen}</span>
            </span>
            <StepLink step={step} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const LINK = 'font-medium text-accent underline-offset-2 hover:underline';

function StepLink({ step: { name, isDone } }: { readonly step: Step }) {
  const label = text.steps[name];
  if (isDone) return <span className="text-soft">{label}</span>;
  switch (name) {
    case 'monitor':
      return (
        <Link to="/monitors/new" className={LINK}>
          {label}
        </Link>
      );
    case 'ping':
      return <span className="font-medium">{label}</span>;
    case 'channel':
      return (
        <Link to="/channels/new" className={LINK}>
          {label}
        </Link>
      );
    case 'test':
      return (
        <Link to="/channels" className={LINK}>
          {label}
        </Link>
      );
    case 'colleague':
      return (
        <Link to="/team" search={{ dialog: 'invite' }} className={LINK}>
          {label}
        </Link>
      );
  }
}

/** Returns the team's first steps; null while the data loads, and for people who may not change monitors. */
function useSteps(): readonly Step[] | null {
  const mayChange = useHasRole('member');
  const mayInvite = useHasRole('admin');
  const { data: list } = useQuery(monitorsQuery);
  const { data: channels } = useQuery(channelsQuery);
  const { data: members } = useQuery(membersQuery);
  const { data: invitations } = useQuery({ ...invitationsQuery, enabled: mayInvite });
  if (!mayChange || list === undefined || channels === undefined || members === undefined) return null;
  if (mayInvite && invitations === undefined) return null;
  return firstSteps({
    monitors: list.monitors,
    channels,
    memberCount: members.length,
    invitationCount: mayInvite ? (invitations?.length ?? 0) : null,
  });
}
