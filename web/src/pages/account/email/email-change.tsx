import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { Account } from '@overdue/sdk';
import { useState } from 'react';
import { useNow } from '../../../time/ticker.ts';
import { Button } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Notice } from '../../../ui/states.tsx';
import { words } from '../words.ts';
import { EmailDialog } from './email-dialog.tsx';
import { readPendingEmail, storePendingEmail } from './pending-email.ts';

const { newEmail: text } = words;

/** Opens the dialog for a new email address. Shows an address that waits for its confirmation. */
export function EmailChange({ account }: { readonly account: Account }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const pending = readPendingEmail(account.email, now);
  return (
    <div className="flex flex-col items-start gap-3 pt-3">
      {pending === null ? null : (
        <Notice>
          {text.pending(pending.to)} <Moment at={new Date(pending.until).toISOString()} />.
        </Notice>
      )}
      <Button needsService onClick={() => setOpen(true)}>
        {pending === null ? text.change : text.again}
      </Button>
      {isOpen ? (
        <EmailDialog
          suggestion={pending?.to ?? ''}
          onSent={(to, minutes) =>
            storePendingEmail({ from: account.email, to, until: Date.now() + minutes * MINUTE_MS })
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
