import type { Account } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, backupCodesQuery } from '../../../data/account/account.ts';
import { replaceSession } from '../../../data/account/session-end.ts';
import { api } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Section } from '../../../ui/section.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';
import { SavedCodes } from './saved-codes.tsx';
import { TwoFactorOnDialog } from './turn-on-dialog.tsx';

const { twoFactor: text } = words;

export function TwoFactor({ account }: { readonly account: Account }) {
  const [open, setOpen] = useState<'on' | 'off' | 'codes'>();
  const close = () => setOpen(undefined);
  return (
    <Section title={text.title} anchor="two-factor" intro={text.intro}>
      <div className="flex flex-wrap items-center gap-3">
        <Tag variant={account.twoFactor ? 'accent' : 'plain'}>{account.twoFactor ? text.on : text.off}</Tag>
        {account.twoFactor ? <BackupCodesLeft /> : null}
        <span className="flex-1" />
        {account.twoFactor ? (
          <>
            <Button onClick={() => setOpen('codes')}>{text.newCodes}</Button>
            <Button onClick={() => setOpen('off')}>{text.turnOff}</Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setOpen('on')}>
            {text.turnOn}
          </Button>
        )}
      </div>
      {/* The dialog is mounted only while open, so that no secret stays in memory. */}
      {open === 'on' ? <TwoFactorOnDialog account={account} onClose={close} /> : null}
      {open === 'off' ? <TwoFactorOffDialog onClose={close} /> : null}
      {open === 'codes' ? <BackupCodesDialog account={account} onClose={close} /> : null}
    </Section>
  );
}

/** From this number of backup codes on, a warning suggests new codes. */
const FEW_CODES = 2;

function BackupCodesLeft() {
  const { data: count } = useQuery(backupCodesQuery);
  if (count === undefined || count === null) return null;
  return count <= FEW_CODES ? (
    <Tag variant="warning">{text.codesLeft(count)}</Tag>
  ) : (
    <span className="text-soft">{text.codesLeft(count)}</span>
  );
}

function BackupCodesDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const make = useMutation({
    mutationFn: () => api.accounts.newBackupCodes(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: backupCodesQuery.queryKey }),
  });
  const problem = make.error === null ? undefined : messageOf(make.error);
  if (make.data !== undefined) {
    return <SavedCodes codes={make.data} email={account.email} onClose={onClose} />;
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.newCodesTitle}
      description={text.newCodesText}
      action={text.make}
      busy={make.isPending}
      problem={problem}
      onSubmit={() => make.mutate()}
    />
  );
}

function TwoFactorOffDialog({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const turnOff = useMutation({
    mutationFn: () => replaceSession(() => api.accounts.endTwoFactor()),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      toast({ title: text.turnedOff });
      onClose();
    },
  });
  const problem = turnOff.error === null ? undefined : messageOf(turnOff.error);
  return (
    <FormDialog
      onClose={onClose}
      title={text.offTitle}
      description={text.offText}
      action={text.turnOff}
      isDangerous
      busy={turnOff.isPending}
      problem={problem}
      onSubmit={() => turnOff.mutate()}
    />
  );
}
