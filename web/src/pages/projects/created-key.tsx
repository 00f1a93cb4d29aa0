import type { CreatedProjectKey } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { words } from './key-words.ts';

interface CreatedKeyProps {
  readonly created: CreatedProjectKey;
  readonly onDone: () => void;
}

/** The secret is shown only once. */
export function CreatedKey({ created, onDone }: CreatedKeyProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers must announce each new key.
  useEffect(() => title.current?.focus(), [created.shortID]);
  return (
    <section
      aria-labelledby="new-key"
      className="mb-5 rounded-lg border border-accent bg-panel p-4 shadow-raised max-md:p-3"
    >
      <h2
        id="new-key"
        ref={title}
        tabIndex={-1}
        className="flex items-center gap-2 font-semibold outline-none"
      >
        <span className="text-accent">
          <Icon name="key" />
        </span>
        {words.createdTitle}
        <span className="truncate font-normal text-soft">{created.name}</span>
      </h2>
      <p className="pt-1 text-soft">{words.createdText}</p>
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <code className="min-w-0 flex-1 basis-80 break-all rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-table">
          {created.secret}
        </code>
        <CopyButton text={created.secret} label={words.copyKey} />
      </div>
      {usesOf(created, account.service.baseURL).map(({ label, code, hint }) => (
        <div key={label} className="flex flex-col gap-1 pt-4">
          <h3 className="font-medium">{label}</h3>
          <CodeBlock label={label} code={code} />
          {hint === undefined ? null : <p className="text-xs text-soft">{hint}</p>}
        </div>
      ))}
      <div className="flex justify-end pt-4">
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </section>
  );
}

interface Use {
  readonly label: string;
  readonly code: string;
  readonly hint?: string;
}

function usesOf({ kind, secret, dsn }: CreatedProjectKey, baseURL: string): readonly Use[] {
  if (kind !== 'ping')
    return [
      { label: words.header, code: `curl -H 'X-Api-Key: ${secret}' ${baseURL}/api/v3/checks/` },
      { label: words.basic, code: `curl -u '${secret}:' ${baseURL}/api/monitors` },
    ];
  return [
    { label: words.pingURL, code: `${baseURL}/ping/${secret}/${words.slug}`, hint: words.pingURLHint },
    ...(dsn === null ? [] : [{ label: words.dsn, code: dsn }]),
  ];
}
