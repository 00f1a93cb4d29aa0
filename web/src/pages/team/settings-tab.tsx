import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../data/account/account.ts';
import { teamQuery } from '../../data/team/members.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { DeleteTeam } from './delete-team.tsx';
import { NoiseForm } from './noise-form.tsx';
import { SecurityForm } from './security-form.tsx';
import { TeamName } from './team-name.tsx';

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
