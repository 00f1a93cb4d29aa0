import type { CreatedToken } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { words } from './words.ts';

const { api: text } = words;

/** The token is shown only once. */
export function NewToken({ token, onDone }: { readonly token: CreatedToken; readonly onDone: () => void }) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers must announce each new token.
  useEffect(() => title.current?.focus(), [token.id]);
  return (
    <section
      aria-labelledby="new-token"
      className="mb-5 rounded-lg border border-accent bg-panel p-4 shadow-raised max-md:p-3"
    >
      <h2
        id="new-token"
        ref={title}
        tabIndex={-1}
        className="flex items-center gap-2 font-semibold outline-none"
      >
        <span className="text-accent">
          <Icon name="key" />
        </span>
        {text.createdTitle}
        <span className="truncate font-normal text-soft">{token.name}</span>
      </h2>
      <p className="pt-1 text-soft">{text.createdText}</p>
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <code className="min-w-0 flex-1 basis-80 break-all rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-table">
          {token.token}
        </code>
        <CopyButton text={token.token} label={text.copyToken} />
      </div>
      <h3 className="pb-1.5 pt-4 font-medium">{text.tryIt}</h3>
      <CodeBlock
        label={text.tryIt}
        code={`curl -H 'Authorization: Bearer ${token.token}' ${account.service.baseURL}/v1/monitors/`}
      />
      <div className="flex justify-end pt-4">
        <Button onClick={onDone}>{text.done}</Button>
      </div>
    </section>
  );
}
