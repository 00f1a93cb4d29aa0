import type { Account } from '@overdue/sdk';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { rememberToast } from '../../app/toast-after-reload.ts';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { teamQuery, usageQuery } from '../../data/team/members.ts';
import { Button } from '../../ui/button.tsx';
import { TypedConfirm } from '../../ui/dialog/typed-confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useScrollTarget } from '../../ui/window/use-scroll-target.ts';
import { NoiseForm } from './noise-form.tsx';
import { SecurityForm } from './security-form.tsx';
import { TeamName } from './team-name.tsx';
import { words } from './words.ts';

export function TeamSettingsTab() {
  const isOwner = useHasRole('owner');
  const { data: team, error, refetch } = useQuery(teamQuery);
  if (team === undefined)
    return error === null ? (
      <Skeleton className="h-64 w-full" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <div>
      <TeamName team={team} />
      <SecurityForm team={team} />
      <NoiseForm team={team} />
      {isOwner ? <DeleteTeam /> : null}
    </div>
  );
}

const { deletion: text } = words;
/** Fragment of the URL that leads to the section. */
const ANCHOR = 'delete';

type AccountTeam = NonNullable<Account['team']>;

/** Deletes the team once its last monitor is deleted. */
function DeleteTeam() {
  /** Team that the open dialog names. Another tab may change the current team in the meantime. */
  const [named, setNamed] = useState<AccountTeam | null>(null);
  const hash = useLocation({ select: (location) => location.hash });
  useScrollTarget(hash === ANCHOR ? hash : null, () => document.getElementById(ANCHOR));
  const { data: account } = useSuspenseQuery(accountQuery);
  // Never uses the cache, because the last monitors have often just been deleted.
  const { data: usage, error, refetch } = useQuery({ ...usageQuery, staleTime: 0 });
  const deletion = useMutation({
    mutationFn: ({ teamID }: AccountTeam) => api.team.delete(teamID),
    // Reloads the application, because the session now belongs to another team.
    onSuccess(_, { name }) {
      rememberToast(text.done(name));
      window.location.assign('/');
    },
  });
  return (
    <Section title={text.title} anchor={ANCHOR} intro={text.intro}>
      {usage === undefined ? (
        error === null ? (
          <Skeleton className="h-8 w-32" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : usage.monitors.used === 0 ? (
        <Button variant="danger" needsService onClick={() => setNamed(account.team)}>
          {text.action}
        </Button>
      ) : (
        <p>
          {text.hasMonitors(usage.monitors.used)}{' '}
          <Link to="/" className="link">
            {text.monitors}
          </Link>
        </p>
      )}
      {named === null ? null : (
        <TypedConfirm
          title={text.question(named.name)}
          description={text.consequence}
          action={text.action}
          name={named.name}
          busy={deletion.isPending || deletion.isSuccess}
          problem={deletion.error === null ? undefined : messageOf(deletion.error)}
          onConfirm={() => deletion.mutate(named)}
          onClose={() => setNamed(null)}
        />
      )}
    </Section>
  );
}
