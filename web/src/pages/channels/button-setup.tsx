import type { Channel } from '@overdue/sdk';
import { StepText } from '../../channel-form/step-text.tsx';
import { words } from '../../channel-form/words.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Panel } from '../../ui/panel.tsx';

const { buttons: text } = words;

/**
 * Explains how to set up buttons in messages. Needed for chat services that must know which URL to request when a button is
 * pressed.
 */
export function ButtonSetup({ channel: { type, pressURL } }: { readonly channel: Channel }) {
  const steps = text.steps[type];
  if (pressURL === null || steps === undefined) return null;
  return (
    <Panel title={text.title}>
      <div className="flex flex-col gap-3">
        <p>{text.purpose}</p>
        <p className="text-soft">
          <StepText text={steps} />
        </p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 py-1.5 font-mono text-table wrap-anywhere">
            {pressURL}
          </code>
          <CopyButton bare text={pressURL} label={text.copy} />
        </div>
      </div>
    </Panel>
  );
}
