import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../data/account/account.ts';
import { words } from './words.ts';

const { preview: text } = words;

/** The test alert as most receivers show it. A group receives no test alert itself. */
export function TestPreview({ type }: { readonly type: string }) {
  const { data: account } = useQuery(accountQuery);
  if (account === undefined || type === 'group') return null;
  return (
    <figure className="flex flex-col gap-2 wrap-anywhere">
      <figcaption className="font-semibold">{text.title}</figcaption>
      <div className="rounded-md border border-line border-l-4 border-l-accent bg-panel px-3 py-2">
        <p className="font-medium">{text.subject}</p>
        <p>{text.body(account.team?.name ?? '')}</p>
      </div>
      <p className="text-table text-soft">{text.hint}</p>
    </figure>
  );
}
