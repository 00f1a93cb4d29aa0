import { type ComponentType, useEffect, useState } from 'react';
import { setReauthenticationDialog } from '../../data/account/confirmation.ts';

interface OpenDialog {
  readonly Dialog: ComponentType<{ readonly onEnd: (isConfirmed: boolean) => void }>;
  readonly answer: (isConfirmed: boolean) => void;
}

export function Reauthentication() {
  const [dialog, setDialog] = useState<OpenDialog>();
  useEffect(
    () =>
      setReauthenticationDialog(async () => {
        const { ReauthenticationDialog } = await import('./confirm-dialog.tsx');
        return new Promise<boolean>((response) =>
          setDialog({ Dialog: ReauthenticationDialog, answer: response }),
        );
      }),
    [],
  );
  if (dialog === undefined) return null;
  const { Dialog, answer } = dialog;
  return (
    <Dialog
      onEnd={(isConfirmed) => {
        setDialog(undefined);
        answer(isConfirmed);
      }}
    />
  );
}
