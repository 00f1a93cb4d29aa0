import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { OnCallOverride } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useRemoval } from '../../app/use-removal.ts';
import { ON_CALL_KEY, overridesQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { useAtEachSecond } from '../../time/ticker.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { words } from './words.ts';

const { overrides: text } = words;

/** Overrides of a schedule that haven't ended. */
export function Overrides({ shortID, mayChange }: { readonly shortID: string; readonly mayChange: boolean }) {
  const { data = [] } = useQuery(overridesQuery(shortID));
  const minute = useAtEachSecond((now) => Math.floor(now / MINUTE_MS));
  const remove = useRemoval<OnCallOverride>({
    queryKey: ON_CALL_KEY,
    remove: (override) => api.onCall.deleteOverride(shortID, override.shortID),
    restore: ({ member, replaces, startsAt, endsAt }) =>
      api.onCall.createOverride(shortID, {
        memberID: member.memberID,
        replaces: replaces?.memberID ?? null,
        startsAt,
        endsAt,
      }),
    done: () => text.removed,
  });
  const coming = data
    .filter(({ endsAt }) => Date.parse(endsAt) > minute * MINUTE_MS)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  if (coming.length === 0) return null;
  return (
    <section className="pt-4">
      <h3 className="pb-1 font-medium">{text.title}</h3>
      <ul className="divide-y divide-line">
        {coming.map((override) => (
          <li key={override.shortID} className="flex min-h-10 flex-wrap items-center gap-x-3 py-1">
            <span className="font-medium">
              {text.entry(override.member.name, override.replaces?.name ?? null)}
            </span>
            <span className="inline-flex flex-wrap items-center gap-1.5 text-soft">
              <Moment at={override.startsAt} />
              <Icon name="arrow" className="size-3" />
              <Moment at={override.endsAt} />
            </span>
            {mayChange ? (
              <IconButton
                className="ml-auto"
                needsService
                label={text.remove(override.member.name)}
                onClick={() => void remove(override)}
              >
                <Icon name="trash" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
