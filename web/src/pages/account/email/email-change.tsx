import { EMAIL_LENGTH_MAX } from '@overdue/domain/access/email-address.ts';
import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { Account } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/client.ts';
import { problemsOf } from '../../../data/problems.ts';
import { useNow } from '../../../time/ticker.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Notice } from '../../../ui/states.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';

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

const KEY = 'overdue.pending-email';

/** A new email address that the user has requested and not confirmed yet. */
interface PendingEmail {
  /** Address that the account has until the confirmation. */
  readonly from: string;
  readonly to: string;
  /** Until when the mailed link works, in epoch milliseconds. */
  readonly until: number;
}

/** Returns the pending address of this tab; null if there is none, or if it is confirmed or expired. */
function readPendingEmail(current: string, now: number): PendingEmail | null {
  const pending = parsePendingEmail();
  return pending !== null && pending.from === current && now < pending.until ? pending : null;
}

function storePendingEmail(pending: PendingEmail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending));
  } catch {
    // Browser storage is unavailable. The toast has already named the address.
  }
}

function parsePendingEmail(): PendingEmail | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isPendingEmail(value) ? value : null;
  } catch {
    return null;
  }
}

function isPendingEmail(value: unknown): value is PendingEmail {
  return (
    typeof value === 'object' &&
    value !== null &&
    'from' in value &&
    typeof value.from === 'string' &&
    'to' in value &&
    typeof value.to === 'string' &&
    'until' in value &&
    typeof value.until === 'number'
  );
}

interface EmailDialogProps {
  readonly suggestion: string;
  /** Called when the link is on its way, with the new address and how long the link works. */
  readonly onSent: (email: string, minutes: number) => void;
  readonly onClose: () => void;
}

/** Asks for a new email address. The address changes when the user confirms the link that is mailed to the address. */
function EmailDialog({ suggestion, onSent, onClose }: EmailDialogProps) {
  const [email, setEmail] = useState(suggestion);
  const toast = useToast();
  const request = useMutation({
    mutationFn: () => api.accounts.requestEmailChange(email.trim()),
    onSuccess({ minutes }) {
      onSent(email.trim(), minutes);
      toast({ title: text.sent(email.trim()), detail: text.sentHint(minutes) });
      onClose();
    },
  });
  const problems = problemsOf(request.error, ['email']);
  return (
    <FormDialog
      onClose={onClose}
      title={text.change}
      description={text.changeHint}
      action={text.send}
      ready={email.trim() !== ''}
      busy={request.isPending}
      problem={problems.general}
      onSubmit={() => request.mutate()}
    >
      <Field label={text.address} problem={problems.of('email')}>
        <TextInput
          autoFocus
          type="email"
          autoComplete="email"
          maxLength={EMAIL_LENGTH_MAX}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
