import { buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { CodeInput } from '../../../ui/form/code-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { QRCode } from '../../../ui/qr-code.tsx';
import { words } from '../words.ts';

const { twoFactor: text } = words;

interface TwoFactorScanProps {
  readonly totpURI: string;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly onComplete: (code: string) => void;
  readonly problem: string | undefined;
}

export function TwoFactorScan({ totpURI, code, onCode, onComplete, problem }: TwoFactorScanProps) {
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
