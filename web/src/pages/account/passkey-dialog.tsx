import { PASSKEY_NAME_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import type { Passkey } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, passkeysQuery } from '../../data/account/passkeys.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as common } from '../../ui/words.ts';
import { readDevice } from './device.ts';
import { words } from './words.ts';

const { passkeys: text } = words;

interface PasskeyDialogProps {
  /** Passkey to rename; null to create one. */
  readonly passkey: Passkey | null;
  readonly onClose: () => void;
}

/** Asks for the name first, because the browser opens its own dialog afterwards. */
export function PasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(passkey === null ? suggestion() : passkey.name);
  const [isBrokenOff, setBrokenOff] = useState(false);
  const toast = useToast();
  const save = useMutation({
    async mutationFn() {
      if (passkey === null) return addPasskey(name.trim());
      await api.accounts.renamePasskey(passkey.passkeyID, name.trim());
      return true;
    },
    onMutate: () => setBrokenOff(false),
    async onSuccess(isDone) {
      setBrokenOff(!isDone);
      if (!isDone) return;
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      if (passkey === null) toast({ title: text.added });
      onClose();
    },
  });
  const problems = problemsOf(save.error, ['name']);
  return (
    <FormDialog
      onClose={onClose}
      title={passkey === null ? text.add : text.rename}
      action={passkey === null ? text.create : common.save}
      ready={name.trim() !== ''}
      busy={save.isPending}
      problem={problems.general}
      onSubmit={() => save.mutate()}
    >
      <Field label={text.name} hint={text.nameHint} problem={problems.of('name')}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={PASSKEY_NAME_LENGTH_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {isBrokenOff ? <Notice>{text.brokenOff}</Notice> : null}
    </FormDialog>
  );
}

function suggestion(): string {
  const { browser, system } = readDevice(navigator.userAgent);
  return browser === null || system === null ? text.unnamed : words.sessions.device(browser, system);
}
