import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { words } from '../words.ts';
import { switchTeam } from './switch-team.ts';

const NewTeam = lazy(async () => ({ default: (await import('./new-team.tsx')).NewTeam }));

export function TeamMenu() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isCreating, setCreating] = useState(false);
  const name = account.team?.name ?? words.product;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={words.teamMenu(name)}
            className="flex h-10 items-center gap-2.5 rounded-md px-2 font-semibold hover:bg-hover"
          >
            <img src="/favicon.svg" alt="" width="24" height="24" />
            <span className="min-w-0 flex-1 truncate text-left">{name}</span>
            <span className="text-soft">
              <Icon name="chevron-down" />
            </span>
          </button>
        }
        entries={[
          { kind: 'heading', label: words.switchTeam },
          ...account.teams.map((team) => ({
            kind: 'choice' as const,
            label: team.name,
            checked: team.teamID === account.team?.teamID,
            onSelect: () => void switchTeam(team.teamID),
          })),
          ...(account.mayCreateTeams
            ? ([
                { kind: 'line' },
                { kind: 'action', label: words.newTeam, icon: 'plus', onSelect: () => setCreating(true) },
              ] as const)
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {isCreating ? <NewTeam open onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </>
  );
}
