import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { OfflineReason } from '../window/offline.tsx';
import { words } from '../words.ts';

interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** Verb of the action, such as "Revoke". */
  readonly action: string;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
  /** Whether the action is possible while the service can't be reached. */
  readonly worksOffline?: boolean;
}

/** Dialog for actions that can't be undone. All other actions run immediately and offer Undo. */
export function Confirm(props: ConfirmProps) {
  const { open, title, children, action, onConfirm, onClose, worksOffline = false } = props;
  const [isBusy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setBusy(false);
    }
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="fixed left-1/2 top-1/2 z-50 w-[calc(100vw-32px)] max-w-110 -translate-x-1/2 -translate-y-1/2 rounded-lg border border-line bg-panel p-5 shadow-floating outline-none calm transition-[opacity,scale] data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0">
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          <Base.Description render={<div />} className="pt-2 text-soft">
            {children}
          </Base.Description>
          <div className="flex flex-wrap items-center justify-end gap-2 pt-5">
            {worksOffline ? null : <OfflineReason />}
            <Base.Close render={<Button>{words.cancel}</Button>} />
            <Button
              variant="danger"
              needsService={!worksOffline}
              busy={isBusy}
              onClick={() => void confirm()}
            >
              {action}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
