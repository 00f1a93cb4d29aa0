import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Checklist } from '../../../first-steps/checklist.tsx';
import { BaseURLNotice } from '../../../monitor/base-url-notice.tsx';
import { reportingLines } from '../../../snippets/crontab-text.ts';
import { OtherReceivers } from '../../../snippets/other-receivers.tsx';
import type { CreatedJob } from '../../../snippets/pasted-crontab.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/copy.tsx';
import { ConfirmLoss } from '../../../ui/dialog/confirm-loss.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { words } from './words.ts';

interface EditedCrontabProps {
  readonly text: string;
  readonly created: readonly CreatedJob[];
}

/** Shows the edited crontab, whose jobs report to the new monitors. */
export function EditedCrontab({ text, created }: EditedCrontabProps) {
  const [isTaken, setTaken] = useState(false);
  const monitors = created.filter(({ pingURL }) => pingURL !== null);
  const edited = reportingLines(text, created);
  const moved = monitors.filter(({ keepsPingID }) => keepsPingID).length;
  const [first] = monitors;
  return (
    <>
      <PageHeader
        title={words.done(monitors.length)}
        actions={
          <Link to="/monitors" className={buttonClass('primary')}>
            {words.toList}
          </Link>
        }
      />
      <div className="flex flex-col gap-4">
        <Panel title={words.edited}>
          <p className="pb-3 text-soft">{words.editedHint}</p>
          {moved === 0 ? null : <p className="pb-3 text-soft">{words.moved(moved)}</p>}
          {/* The user may also copy a selection. */}
          <div onCopy={() => setTaken(true)}>
            <CodeBlock code={edited} label={words.edited} onCopied={() => setTaken(true)} />
          </div>
          <p className="pt-1 text-xs text-soft">{words.secret}</p>
          <div className="flex flex-wrap items-center gap-2 pt-3">
            <Button
              onClick={() => {
                saveFile('crontab', new TextEncoder().encode(edited));
                setTaken(true);
              }}
            >
              <Icon name="download" />
              {words.download}
            </Button>
          </div>
          {first?.pingURL == null ? null : (
            <div className="pt-3">
              <OtherReceivers hasLines text={edited} pingURL={first.pingURL} />
            </div>
          )}
          <BaseURLNotice />
        </Panel>
        <Checklist />
        <Panel title={words.monitors}>
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {monitors.map(({ name, monitorShortID }) =>
              monitorShortID === null ? null : (
                <li key={monitorShortID} className="flex min-h-8 items-center max-md:min-h-10">
                  <Link
                    to="/monitors/$shortID"
                    params={{ shortID: monitorShortID }}
                    className="font-medium text-accent wrap-anywhere hover:underline"
                  >
                    {name}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </Panel>
      </div>
      <ConfirmLoss isTaken={isTaken} title={words.leave.title} text={words.leave.text} />
    </>
  );
}
