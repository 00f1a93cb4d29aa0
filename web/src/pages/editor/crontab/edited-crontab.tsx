import type { ImportItem } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { Checklist } from '../../../first-steps/checklist.tsx';
import { BaseURLNotice } from '../../../monitor/base-url-notice.tsx';
import { reportingLines } from '../../../snippets/crontab-text.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/copy.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { words } from './words.ts';

interface EditedCrontabProps {
  readonly text: string;
  readonly created: readonly ImportItem[];
}

/** Shows the edited crontab, whose jobs report to the new monitors. */
export function EditedCrontab({ text, created }: EditedCrontabProps) {
  const monitors = created.filter(({ pingURL }) => pingURL !== null);
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
          <CodeBlock code={reportingLines(text, created)} label={words.edited} />
          <p className="pt-1 text-xs text-soft">{words.secret}</p>
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
    </>
  );
}
