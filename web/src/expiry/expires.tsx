import { Moment } from '../ui/moment.tsx';
import { Tag } from '../ui/tag.tsx';
import { words as common } from '../ui/words.ts';
import { expiryState } from './expiry.ts';
import { words } from './words.ts';

/** Shows when a token or key expires. */
export function Expires({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="text-soft">{common.never}</span>;
  const state = expiryState(at, Date.now());
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Moment at={at} />
      {state === 'expired' ? <Tag variant="problem">{words.expired}</Tag> : null}
      {state === 'soon' ? <Tag variant="warning">{words.soon}</Tag> : null}
    </span>
  );
}
