import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../../data/account/account.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { Appearance } from './appearance.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordSection } from './password-section.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { TrustedBrowsers } from './trusted-browsers.tsx';
import { TwoFactor } from './two-factor/two-factor.tsx';
import { words } from './words.ts';

export function AccountPage() {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <>
      <PageHeader title={words.title} />
      {account.team === null ? null : <AccountTabs />}
      <div>
        <Profile account={account} />
        <Appearance />
        <PasswordSection account={account} />
        <TwoFactor account={account} />
        {account.twoFactor ? <TrustedBrowsers /> : null}
        <Passkeys account={account} />
        <Sessions />
        <DeleteAccount account={account} />
      </div>
    </>
  );
}
