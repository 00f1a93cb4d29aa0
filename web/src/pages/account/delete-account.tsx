import type { Account } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isOnlyOwner, membersQuery } from '../../data/team/members.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { words } from './words.ts';

const { deletion: text } = words;

export function DeleteAccount({ account }: { readonly account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const { data: members = [] } = useQuery({
    ...membersQuery,
    enabled: account.team !== null && !account.needsTwoFactor,
  });
  return (
    <Section title={text.title} intro={text.intro}>
      {isOnlyOwner(members) ? (
        <p>
          {text.onlyOwner(account.team?.name ?? '')}{' '}
          <Link to="/team" className="link">
            {text.toTeam}
          </Link>
        </p>
      ) : (
        <Button variant="danger" needsService onClick={() => setOpen(true)}>
          {text.title}
        </Button>
      )}
      {isOpen ? <DeleteAccountDialog account={account} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}
