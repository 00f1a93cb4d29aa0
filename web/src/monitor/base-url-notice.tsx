import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../data/account/account.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { Notice } from '../ui/states.tsx';
import { missingBaseURL } from './base-url.ts';

const words = {
  text: (baseURL: string) =>
    `Ping URLs and links in alerts begin with ${baseURL}. Other hosts and phones may be unable to open this address. The operator of this service can set the address that everybody uses:`,
  label: 'Service setting',
} as const;

/** Warns that other hosts can't open the service's address, and shows the line to set. */
export function BaseURLNotice() {
  const { data: account } = useQuery(accountQuery);
  if (account === undefined) return null;
  const line = missingBaseURL(account.service.baseURL, window.location.origin);
  if (line === null) return null;
  return (
    <div className="pt-3">
      <Notice kind="warning">
        <div className="flex flex-col gap-2">
          <p>{words.text(account.service.baseURL)}</p>
          <CodeBlock code={line} label={words.label} />
        </div>
      </Notice>
    </div>
  );
}
