import type { Monitor } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { pingEmailOf } from '../data/monitors/ping-email.ts';
import { HiddenPingURL } from '../monitor/hidden-ping-url.tsx';
import { searchesKeywords } from '../monitor/ping-filter.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { Notice } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SNIPPETS, type SnippetEntry, type SnippetID } from './catalog.ts';
import { jobOf, type PastedCrontab } from './job-command.ts';
import { keywordSnippets } from './keyword-snippets.ts';
import { OtherReceivers } from './other-receivers.tsx';
import { storedCrontab } from './pasted-crontab.ts';
import { execCrontab, reportingCrontab, successCrontab } from './reporting-crontab.ts';
import { forFilter } from './snippet.ts';
import { words } from './words.ts';

const KEY = 'overdue.snippet';

type SnippetMonitor = Pick<Monitor, 'shortID' | 'name' | 'pingURL' | 'schedule' | 'pingFilter'>;

interface SnippetsProps {
  readonly monitor: SnippetMonitor;
  /** Whether the page already shows {@link EditedCrontab}. */
  readonly isBelowEditedCrontab?: boolean;
}

/** Snippets that report runs. This browser remembers the chosen language. */
export function Snippets({ monitor, isBelowEditedCrontab = false }: SnippetsProps) {
  const [pasted] = useState(() => storedCrontab(monitor.shortID));
  const [chosen, setChosen] = useState<SnippetID>(() => (pasted === null ? readChoice() : 'crontab'));
  if (monitor.pingURL === '') return <HiddenPingURL />;
  return (
    <Tabs
      label={words.label}
      value={chosen}
      onChange={(id) => {
        setChosen(id);
        storeChoice(id);
      }}
      tabs={SNIPPETS.map((entry) => ({
        value: entry.id,
        label: entry.title,
        content: (
          <Parts
            entry={entry}
            monitor={monitor}
            pasted={pasted}
            isBelowEditedCrontab={isBelowEditedCrontab}
          />
        ),
      }))}
    />
  );
}

/**
 * Shows the pasted crontab, edited so that its job reports. Renders nothing unless the monitor was created from a crontab in this
 * tab.
 */
export function EditedCrontab({ monitor }: { readonly monitor: SnippetMonitor }) {
  const [pasted] = useState(() => storedCrontab(monitor.shortID));
  if (pasted === null || !hasCommand(pasted) || monitor.pingURL === '') return null;
  return (
    <div className="flex flex-col gap-1 pb-4">
      <h2 className="font-medium">{words.crontab.own}</h2>
      <CodeBlock
        wraps
        code={forFilter(reportingCrontab(pasted, monitor.pingURL), monitor.pingFilter)}
        label={words.crontab.own}
      />
      <p className="text-xs text-soft">{words.crontab.ownHint}</p>
      <OtherReceivers text={pasted.command} pingURL={monitor.pingURL} />
      <h3 className="pt-3 text-table font-medium">{words.crontab.ownExec}</h3>
      <CodeBlock wraps code={execCrontab(pasted, monitor.pingURL)} label={words.crontab.ownExec} />
      <p className="text-xs text-soft">{words.crontab.ownExecHint}</p>
    </div>
  );
}

interface PartsProps extends Required<SnippetsProps> {
  readonly entry: SnippetEntry;
  /** Crontab from which the monitor was created in this tab; null if there was none. */
  readonly pasted: PastedCrontab | null;
}

function Parts({ entry, monitor, pasted, isBelowEditedCrontab }: PartsProps) {
  const isCrontab = entry.id === 'crontab';
  const isOwn = isCrontab && pasted !== null && hasCommand(pasted);
  const job = { name: monitor.name, command: isCrontab ? undefined : (jobOf(pasted) ?? undefined) };
  const parts = isOwn
    ? editedCrontabs(pasted, monitor.pingURL).filter(({ isOnTop }) => !isBelowEditedCrontab || !isOnTop)
    : entry.parts.map(({ name, write }) => ({ name, code: write(monitor.pingURL, monitor.schedule, job) }));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">{entry.about}</p>
      {searchesKeywords(monitor.pingFilter) ? <Notice>{words.keywords}</Notice> : null}
      <KeywordExamples monitor={monitor} />
      {parts.map(({ name, code }) => (
        <div key={name} className="flex flex-col gap-1">
          <h3 className="text-table font-medium">{name}</h3>
          <CodeBlock wraps={isOwn} code={forFilter(code, monitor.pingFilter)} label={name} />
        </div>
      ))}
    </div>
  );
}

/** Example pings with the keywords of the monitor's filter. Renders nothing if the filter has no keywords. */
function KeywordExamples({ monitor }: { readonly monitor: SnippetMonitor }) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const email = pingEmailOf(monitor, account.service.mailPingHost);
  return keywordSnippets(monitor.pingURL, monitor.pingFilter, email).map(({ name, code }) => (
    <div key={name} className="flex flex-col gap-1">
      <h3 className="text-table font-medium">{name}</h3>
      <CodeBlock code={forFilter(code, monitor.pingFilter)} label={name} />
    </div>
  ));
}

function hasCommand({ command }: PastedCrontab): boolean {
  return command.trim() !== '';
}

/** Edited versions of the pasted crontab. `isOnTop`: whether {@link EditedCrontab} shows the version. */
function editedCrontabs(pasted: PastedCrontab, pingURL: string) {
  return [
    { name: words.crontab.own, code: reportingCrontab(pasted, pingURL), isOnTop: true },
    { name: words.crontab.ownExec, code: execCrontab(pasted, pingURL), isOnTop: true },
    { name: words.crontab.ownSimple, code: successCrontab(pasted, pingURL), isOnTop: false },
  ];
}

function readChoice(): SnippetID {
  const stored = globalThis.localStorage?.getItem(KEY);
  return SNIPPETS.find(({ id }) => id === stored)?.id ?? 'crontab';
}

function storeChoice(id: SnippetID): void {
  globalThis.localStorage?.setItem(KEY, id);
}
