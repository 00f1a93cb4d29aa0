import type { Account } from '@overdue/sdk';
import { useState } from 'react';
import { DeleteAccountDialog } from '../../app/delete-account-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';

const { deletion: text } = words;

export function DeleteAccount({ account }: { readonly account: Account }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={text.title} intro={text.intro}>
      <Button variant="danger" needsService onClick={() => setOpen(true)}>
        {text.title}
      </Button>
      {isOpen ? <DeleteAccountDialog account={account} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}
