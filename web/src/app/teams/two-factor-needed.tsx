import type { Account } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { signOut } from '../sign-out.ts';
import { OPEN_BUTTON, SignedOutPage } from '../signed-out-page.tsx';
import { words } from '../words.ts';
import { switchTeam } from './switch-team.ts';

export function TwoFactorNeeded({ account }: { readonly account: Account }) {
  const others = account.teams.filter(({ teamID }) => teamID !== account.team?.teamID);
  return (
    <SignedOutPage
      title={words.twoFactorNeeded(account.team?.name ?? words.product)}
      intro={words.twoFactorNeededHint}
    >
      <div className="flex flex-col gap-2">
        <Link to="/account" hash="two-factor" className={`${buttonClass('primary')} ${OPEN_BUTTON}`}>
          {words.setUpTwoFactor}
        </Link>
        {others.map(({ teamID, name }) => (
          <Button key={teamID} onClick={() => void switchTeam(teamID)} className={OPEN_BUTTON}>
            {words.openTeam(name)}
          </Button>
        ))}
        <Button onClick={() => void signOut()} className={OPEN_BUTTON}>
          {words.signOut}
        </Button>
      </div>
    </SignedOutPage>
  );
}
