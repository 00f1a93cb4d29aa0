import { useAtEachSecond } from '../time/ticker.ts';
import { Upcoming } from '../time/upcoming.tsx';
import { words } from './words.ts';

/** Time until the next attempt. A message that is due may still wait for earlier messages of its channel. */
export function NextAttempt({ at, label }: { readonly at: string; readonly label?: string }) {
  const isDue = useAtEachSecond((now) => Date.parse(at) <= now);
  if (isDue) return words.waiting;
  return (
    <>
      {label === undefined ? null : `${label} `}
      <Upcoming at={at} />
    </>
  );
}
