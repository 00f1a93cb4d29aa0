import type { Account } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { backupCodesQuery } from '../../../data/account/backup-codes.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { words } from '../words.ts';
import { BackupCodesDialog } from './backup-codes-dialog.tsx';
import { TwoFactorOffDialog } from './turn-off-dialog.tsx';
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
