import type { CreatedInvitation } from '@overdue/sdk';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { words } from './words.ts';

const { invite: text } = words;

interface CreatedInvitationDialogProps {
  readonly open: boolean;
  readonly created: CreatedInvitation;
  /** Invites another person; absent if the link replaces an earlier one. */
  readonly onAgain?: () => void;
  readonly onClose: () => void;
}

/** Shows the link of a new invitation, which the service returns only once. Only the buttons close the dialog. */
export function CreatedInvitationDialog({ open, created, onAgain, onClose }: CreatedInvitationDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text.createdTitle}
      isRequired
      actions={
        <>
          {onAgain === undefined ? null : <Button onClick={onAgain}>{text.another}</Button>}
          <Button variant="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
    >
      <p className="pt-1 text-soft">
        {created.mailed && created.email !== null ? text.mailed(created.email) : text.handOn}
      </p>
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <code className="min-w-0 flex-1 basis-60 break-all rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-table">
          {created.url}
        </code>
        <CopyButton text={created.url} label={text.copy} />
      </div>
    </Dialog>
  );
}
