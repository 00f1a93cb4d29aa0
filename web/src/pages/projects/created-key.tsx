import type { CreatedProjectKey } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../../data/account/account.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';
import { words } from './key-words.ts';

interface CreatedKeyProps {
  readonly created: CreatedProjectKey;
  readonly onDone: () => void;
}

/** Shows a new key with its secret, which the service returns only once. */
export function CreatedKey({ created, onDone }: CreatedKeyProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <NewSecret
      titleID="new-key"
      shownID={created.shortID}
      title={words.createdTitle}
      name={created.name}
      text={words.createdText}
      secret={created.secret}
      copyLabel={words.copyKey}
      doneLabel={words.done}
      onDone={onDone}
    >
      {usesOf(created, account.service.baseURL).map(({ label, code, hint }) => (
        <div key={label} className="flex flex-col gap-1 pt-4">
          <h3 className="font-medium">{label}</h3>
          <CodeBlock label={label} code={code} />
          {hint === undefined ? null : <p className="text-xs text-soft">{hint}</p>}
        </div>
      ))}
    </NewSecret>
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
