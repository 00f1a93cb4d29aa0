import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { words } from '../words.ts';
import { BackupCodes } from './backup-codes.tsx';

const { twoFactor: text } = words;

interface SavedCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}

/** Shows new backup codes until the user confirms that they are saved, because the codes are never shown again. */
export function SavedCodes({ codes, email, onClose }: SavedCodesProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.codesTitle}
      isRequired
      actions={
        <Button variant="primary" onClick={onClose}>
          {text.saved}
        </Button>
      }
    >
      <BackupCodes codes={codes} email={email} />
    </Dialog>
  );
}
