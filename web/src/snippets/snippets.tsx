import type { Monitor } from '@overdue/sdk';
import { useState } from 'react';
import { HiddenPingURL } from '../monitor/hidden-ping-url.tsx';
import { searchesKeywords } from '../monitor/ping-filter.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { Notice } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SNIPPETS, type SnippetEntry, type SnippetID } from './catalog.ts';
import { storedCrontab } from './pasted-crontab.ts';
import { type PastedCrontab, reportingCrontab } from './reporting-crontab.ts';
import { forFilter } from './snippet.ts';
import { words } from './words.ts';

const KEY = 'overdue.snippet';

type SnippetMonitor = Pick<Monitor, 'shortID' | 'pingURL' | 'schedule' | 'pingFilter'>;

/** Snippets that report runs. This browser remembers the chosen language. */
export function Snippets({ monitor }: { readonly monitor: SnippetMonitor }) {
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
        content: <Parts entry={entry} monitor={monitor} pasted={entry.id === 'crontab' ? pasted : null} />,
      }))}
    />
  );
}

interface PartsProps {
  readonly entry: SnippetEntry;
  readonly monitor: SnippetMonitor;
  /** The crontab that the monitor was made of in this tab. */
  readonly pasted: PastedCrontab | null;
}

function Parts({ entry, monitor, pasted }: PartsProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">{entry.about}</p>
      {searchesKeywords(monitor.pingFilter) ? <Notice>{words.keywords}</Notice> : null}
      {pasted === null || pasted.command.trim() === '' ? null : (
        <div className="flex flex-col gap-1">
          <h3 className="text-table font-medium">{words.crontab.own}</h3>
          <CodeBlock
            code={forFilter(reportingCrontab(pasted, monitor.pingURL), monitor.pingFilter)}
            label={words.crontab.own}
          />
          <p className="text-xs text-soft">{words.crontab.ownHint}</p>
        </div>
      )}
      {entry.parts.map(({ name, write }) => (
        <div key={name} className="flex flex-col gap-1">
          <h3 className="text-table font-medium">{name}</h3>
          <CodeBlock
            code={forFilter(write(monitor.pingURL, monitor.schedule), monitor.pingFilter)}
            label={name}
          />
        </div>
      ))}
    </div>
  );
}

function readChoice(): SnippetID {
  const stored = globalThis.localStorage?.getItem(KEY);
  return SNIPPETS.find(({ id }) => id === stored)?.id ?? 'crontab';
}

function storeChoice(id: SnippetID): void {
  globalThis.localStorage?.setItem(KEY, id);
}
