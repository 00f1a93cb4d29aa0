import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { onCallContactsQuery } from '../data/alerts/on-call.ts';
import { Notice } from '../ui/states.tsx';
import { type Members, unreachableIn } from './unreachable.ts';
import { words } from './words.ts';

/** Names the members of schedules whom no alert would reach, and tells how to change that. */
export function UnreachableMembers({ schedules }: { readonly schedules: readonly Members[] }) {
  const { data: contacts = [] } = useQuery(onCallContactsQuery);
  const unreachable = unreachableIn(schedules, contacts);
  if (unreachable.length === 0) return null;
  if (unreachable.every(({ isYou }) => isYou)) return <UnreachableReader />;
  return (
    <Notice kind="warning">
      <p className="font-medium wrap-anywhere">
        {words.unreachable(unreachable.map(({ name, email }) => name || email))}
      </p>
      <p className="text-soft">
        {words.why} {words.ask}
      </p>
    </Notice>
  );
}

/** Tells the readers that no alert would reach them, and how to change that. */
export function UnreachableReader() {
  return (
    <Notice kind="warning">
      <p className="font-medium">{words.you}</p>
      <p>
        {words.yourMeans}{' '}
        <Link to="/account/notifications" className="text-accent underline underline-offset-2">
          {words.turnOn}
        </Link>{' '}
        {words.orChannel}
      </p>
    </Notice>
  );
}
