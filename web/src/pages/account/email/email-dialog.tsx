import { SETUP_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/client.ts';
import { problemsOf } from '../../../data/problems.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';

const { newEmail: text } = words;

interface EmailDialogProps {
  readonly suggestion: string;
  /** Called when the link is on its way, with the new address and how long the link works. */
  readonly onSent: (email: string, minutes: number) => void;
  readonly onClose: () => void;
}

/** Asks for a new email address. The address changes when the user confirms the link that is mailed to the address. */
export function EmailDialog({ suggestion, onSent, onClose }: EmailDialogProps) {
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
          maxLength={SETUP_INPUT_LENGTHS.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
