import type { CreatedToken } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { tokensQuery } from '../../data/account/tokens.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { isComplete, NEW_TOKEN, TOKEN_FIELDS, TokenFields, tokenInput } from './token-fields.tsx';
import { words } from './words.ts';

const { api: text } = words;

interface NewTokenDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCreated: (token: CreatedToken) => void;
}

export function NewTokenDialog({ open, onClose, onCreated }: NewTokenDialogProps) {
  const mayWrite = useHasRole('member');
  const [draft, setDraft] = useState(NEW_TOKEN);
  const create = useMutation({
    mutationFn: () => api.tokens.create(tokenInput(draft, mayWrite)),
    async onSuccess(token) {
      onCreated(token);
      setDraft(NEW_TOKEN);
      onClose();
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  const problems = problemsOf(create.error, TOKEN_FIELDS);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={text.createTitle}
      action={text.submit}
      ready={isComplete(draft)}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <TokenFields value={draft} onChange={setDraft} problemOf={problems.of} autoFocus enabled={open} />
    </FormDialog>
  );
}
