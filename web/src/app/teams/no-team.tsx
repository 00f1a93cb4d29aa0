import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { Button } from '../../ui/button.tsx';
import { signOut } from '../sign-out.ts';
import { OPEN_BUTTON, SignedOutPage } from '../signed-out-page.tsx';
import { words } from '../words.ts';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('../delete-account-dialog.tsx')).DeleteAccountDialog,
}));
const NewTeam = lazy(async () => ({ default: (await import('./new-team.tsx')).NewTeam }));

/** Page for people who left their last team, or whose last team was deleted. */
export function NoTeam() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isCreating, setCreating] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
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
        <Button variant="quiet" onClick={() => setDeleting(true)} className={OPEN_BUTTON}>
          {words.accountDeletion.open}
        </Button>
      </div>
      <Suspense fallback={null}>
        {isDeleting ? <DeleteAccountDialog account={account} onClose={() => setDeleting(false)} /> : null}
        {isCreating ? <NewTeam open onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </SignedOutPage>
  );
}
