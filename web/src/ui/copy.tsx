import { useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { words } from './words.ts';

const COPIED_MS = 2000;

interface CopyProps {
  readonly text: string;
  /** Label for screen readers, such as "Copy ping URL". */
  readonly label?: string;
  readonly bare?: boolean;
  readonly onCopied?: (() => void) | undefined;
}

/** Button that copies a text. If copying fails, people can still select the text themselves. */
export function CopyButton({ text, label = words.copy, bare, onCopied }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  async function copy(): Promise<void> {
    if (!(await writeClipboard(text))) return;
    setCopied(true);
    onCopied?.();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  }
  const icon = <Icon name={isCopied ? 'check' : 'copy'} />;
  if (bare === true) {
    return (
      <IconButton label={isCopied ? words.copied : label} onClick={() => void copy()}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {icon}
      {isCopied ? words.copied : label}
    </Button>
  );
}

/**
 * Writes to the clipboard. The clipboard needs a secure origin, which many self-hosted installations lack. Without one,
 * copies the selection of a hidden text area instead.
 */
export async function writeClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'fixed opacity-0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

interface CodeBlockProps {
  readonly code: string;
  readonly label: string;
  /** Whether to wrap long lines. The copied text is not wrapped. */
  readonly wraps?: boolean;
  readonly onCopied?: () => void;
}

export function CodeBlock({ code, label, wraps = false, onCopied }: CodeBlockProps) {
  return (
    <div className="group relative rounded-md border border-line bg-sunken">
      {/* Makes scrollable content reachable by keyboard. */}
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
        tabIndex={0}
        className="overflow-x-auto p-3 pr-12"
      >
        <pre
          className={classNames(
            'font-mono text-table leading-5',
            wraps && 'whitespace-pre-wrap wrap-anywhere',
          )}
        >
          <code>{code}</code>
        </pre>
      </section>
      <div className="absolute right-0 top-0 rounded-md bg-sunken p-1">
        <CopyButton bare text={code} label={`${words.copy}: ${label}`} onCopied={onCopied} />
      </div>
    </div>
  );
}
