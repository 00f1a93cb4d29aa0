import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { signOut } from '../sign-out.ts';
import { OPEN_BUTTON, SignedOutPage } from '../signed-out-page.tsx';
import { words } from '../words.ts';

const NewTeam = lazy(async () => ({ default: (await import('./new-team.tsx')).NewTeam }));

/** Page for people who left their last team, or whose last team was deleted. */
export function NoTeam() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isCreating, setCreating] = useState(false);
  return (
    <SignedOutPage
      title={words.noTeam}
      intro={account.mayCreateTeams ? words.noTeamHint : words.noTeamHintClosed}
    >
      <div className="flex flex-col gap-2">
        {account.mayCreateTeams ? (
          <Button variant="primary" onClick={() => setCreating(true)} className={OPEN_BUTTON}>
            {words.newTeam}
          </Button>
        ) : null}
        <Button onClick={() => void signOut()} className={OPEN_BUTTON}>
          {words.signOut}
        </Button>
        <Link to="/account" className={`${buttonClass('quiet')} ${OPEN_BUTTON}`}>
          {words.account}
        </Link>
      </div>
      <Suspense fallback={null}>
        {isCreating ? <NewTeam open onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </SignedOutPage>
  );
}
