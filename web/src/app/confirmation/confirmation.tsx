import { type ComponentType, useEffect, useState } from 'react';
import { confirmWith } from '../../data/account/confirmation.ts';

interface Asked {
  readonly Dialog: ComponentType<{ readonly onEnd: (isConfirmed: boolean) => void }>;
  readonly answer: (isConfirmed: boolean) => void;
}

/** Shows the confirmation dialog, whose code is loaded on first use. */
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
