import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../data/account/account.ts';
import { Button } from '../../ui/button.tsx';
import { words } from '../words.ts';
import { switchTeam } from './switch-team.ts';

/** Buttons that switch to another team of the user and load the same page again. Renders nothing for users with one team. */
export function OtherTeams() {
  const { data: account } = useQuery(accountQuery);
  const others = account?.teams.filter(({ teamID }) => teamID !== account.team?.teamID) ?? [];
  if (others.length === 0) return null;
  return (
    <div className="flex flex-col items-center gap-2 pt-3">
      <p className="text-soft">{words.maybeInOtherTeam}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {others.map(({ teamID, name }) => (
          <Button
            key={teamID}
            needsService
            onClick={() => void switchTeam(teamID, { next: window.location.href })}
            className="max-w-full"
          >
            <span className="truncate">{words.lookIn(name)}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
