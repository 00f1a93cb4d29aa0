import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../words.ts';

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

/** Shows new backup codes, which the service returns only once. */
function BackupCodes({ codes, email }: { readonly codes: readonly string[]; readonly email: string }) {
  const file = text.fileText(email, codes);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{text.codesIntro}</p>
      <ul
        aria-label={text.codesLabel}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-4 py-3 text-center font-mono text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <CopyButton text={codes.join('\n')} label={text.copy} />
        <Button onClick={() => download(file)}>
          <Icon name="download" />
          {text.download}
        </Button>
      </div>
    </div>
  );
}

function download(content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = text.fileName;
  link.click();
  URL.revokeObjectURL(url);
}
