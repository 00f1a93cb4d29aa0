import type { Account, TwoFactorSecret } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../../data/account/account.ts';
import { replaceSession } from '../../../data/account/session-end.ts';
import { api } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { CodeInput } from '../../../ui/form/code-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { QRCode } from '../../../ui/qr-code.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';
import { SavedCodes } from './saved-codes.tsx';

const { twoFactor: text } = words;

/**
 * Shows the key, asks for a first code, and then shows the backup codes. The first code turns on two-factor
 * authentication.
 */
export function TwoFactorOnDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const [secret, setSecret] = useState<TwoFactorSecret>();
  const [code, setCode] = useState('');
  const toast = useToast();
  const begin = useMutation({
    mutationFn: () => api.accounts.beginTwoFactor(),
    onSuccess: setSecret,
  });
  const confirm = useMutation({
    mutationFn: (entered: string) => replaceSession(() => api.accounts.confirmTwoFactor(entered)),
    onSuccess: () => toast({ title: text.turnedOn }),
    onError: () => setCode(''),
  });
  function submit(): void {
    if (secret === undefined) begin.mutate();
    else confirm.mutate(code);
  }
  function close(): void {
    if (confirm.isSuccess) void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    onClose();
  }

  if (confirm.isSuccess && secret !== undefined) {
    return <SavedCodes codes={secret.backupCodes} email={account.email} onClose={close} />;
  }
  const step = secret === undefined ? begin : confirm;
  const problem = step.error === null ? undefined : messageOf(step.error);
  return (
    <FormDialog
      onClose={close}
      title={secret === undefined ? text.turnOnTitle : text.scanTitle}
      action={secret === undefined ? text.goOn : text.finish}
      ready={secret === undefined || code !== ''}
      busy={step.isPending}
      problem={secret === undefined ? problem : undefined}
      onSubmit={submit}
    >
      {secret !== undefined ? (
        <TwoFactorScan
          totpURI={secret.totpURI}
          code={code}
          onCode={setCode}
          onComplete={(all) => confirm.mutate(all)}
          problem={problem}
        />
      ) : (
        <p className="text-soft">{text.intro}</p>
      )}
    </FormDialog>
  );
}

interface TwoFactorScanProps {
  readonly totpURI: string;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly onComplete: (code: string) => void;
  readonly problem: string | undefined;
}

function TwoFactorScan({ totpURI, code, onCode, onComplete, problem }: TwoFactorScanProps) {
  const key = new URL(totpURI).searchParams.get('secret') ?? '';
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">{text.scan}</p>
      <div className="flex justify-center rounded-md border border-line bg-sunken p-4">
        <QRCode text={totpURI} label={text.qr} />
      </div>
      <a href={totpURI} className={buttonClass('plain', 'md:hidden')}>
        {text.openApp}
      </a>
      <div>
        <p className="font-medium">{text.key}</p>
        <p className="flex items-center gap-2">
          <code className="min-w-0 flex-1 break-all font-mono text-table">{inFours(key)}</code>
          <CopyButton bare text={key} label={text.key} />
        </p>
      </div>
      <Field label={text.code} problem={problem}>
        <CodeInput autoFocus value={code} onChange={onCode} onComplete={onComplete} />
      </Field>
    </div>
  );
}

function inFours(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? key;
}
