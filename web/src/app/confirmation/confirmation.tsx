import { type ComponentType, useEffect, useState } from 'react';
import { confirmWith } from '../../data/account/confirmation.ts';

interface Asked {
  readonly Dialog: ComponentType<{ readonly onEnd: (isConfirmed: boolean) => void }>;
  readonly answer: (isConfirmed: boolean) => void;
}

/** Place of the one dialog that asks people to prove who they are. Its code is loaded when it is first needed. */
export function Confirmation() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      confirmWith(async () => {
        const { ConfirmDialog } = await import('./confirm-dialog.tsx');
        return new Promise<boolean>((answer) => setAsked({ Dialog: ConfirmDialog, answer }));
      }),
    [],
  );
  if (asked === undefined) return null;
  const { Dialog, answer } = asked;
  return (
    <Dialog
      onEnd={(isConfirmed) => {
        setAsked(undefined);
        answer(isConfirmed);
      }}
    />
  );
}
