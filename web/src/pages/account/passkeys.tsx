import { PASSKEY_NAME_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import type { Account, Passkey } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { signOut } from '../../app/sign-out.ts';
import { addPasskey, hasPasskeys, passkeysQuery } from '../../data/account/passkeys.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as common } from '../../ui/words.ts';
import { readDevice } from './device.ts';
import { words } from './words.ts';

const { passkeys: text } = words;

export function Passkeys({ account }: { readonly account: Account }) {
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  const [naming, setNaming] = useState<Passkey | 'new'>();
  const [removing, setRemoving] = useState<Passkey>();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: ({ passkeyID }: Passkey) => api.accounts.deletePasskey(passkeyID),
    onSuccess: () => toast({ title: text.removed }),
    onError: (problem) => toast({ kind: 'problem', title: messageOf(problem) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  return (
    <Section title={text.title} anchor="passkeys" intro={text.intro} flush>
      {passkeys === undefined ? (
        error === null ? (
          <Skeleton className="h-14 w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : passkeys.length === 0 ? (
        <p className="px-4 pt-4 text-soft">{text.none}</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.passkeyID}
              passkey={passkey}
              onRename={() => setNaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {account.needsTwoFactor && passkeys !== undefined && passkeys.length > 0 ? (
        <div className="flex flex-col items-start gap-3 px-4 pt-4">
          <Notice>{text.signInAgain(account.team?.name ?? '')}</Notice>
          <Button onClick={() => void signOut()}>{text.signOut}</Button>
        </div>
      ) : null}
      <div className="px-4 py-4">
        {hasPasskeys() ? (
          <Button onClick={() => setNaming('new')}>
            <Icon name="plus" />
            {text.add}
          </Button>
        ) : (
          <p className="text-table text-soft">{text.unavailable}</p>
        )}
      </div>
      {naming === undefined ? null : (
        <PasskeyDialog passkey={naming === 'new' ? null : naming} onClose={() => setNaming(undefined)} />
      )}
      <Confirm
        open={removing !== undefined}
        title={text.removeTitle(removing === undefined ? '' : nameOf(removing))}
        action={text.remove}
        onClose={() => setRemoving(undefined)}
        onConfirm={async () => {
          if (removing !== undefined) await remove.mutateAsync(removing).catch(() => undefined);
        }}
      >
        {text.removeText}
      </Confirm>
    </Section>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <span className="text-soft">
        <Icon name="key" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{nameOf(passkey)}</span>
          <Tag>{passkey.isSynced ? text.synced : text.thisDevice}</Tag>
        </p>
        {passkey.createdAt === null ? null : (
          <p className="text-table text-soft">
            {text.since} <Moment at={passkey.createdAt} />
          </p>
        )}
      </div>
      <Menu
        trigger={
          <IconButton label={text.actions(nameOf(passkey))}>
            <Icon name="more" />
          </IconButton>
        }
        entries={[
          { kind: 'action', label: text.rename, icon: 'edit', onSelect: onRename },
          { kind: 'action', label: text.remove, icon: 'trash', danger: true, onSelect: onRemove },
        ]}
      />
    </li>
  );
}

function nameOf({ name }: Passkey): string {
  return name === '' ? text.unnamed : name;
}

interface PasskeyDialogProps {
  /** Passkey to rename; null to create one. */
  readonly passkey: Passkey | null;
  readonly onClose: () => void;
}

/** Asks for the name first, because the browser opens its own dialog afterwards. */
function PasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
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
