import type { OnCallOverride } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ON_CALL_KEY, overridesQuery } from '../../data/alerts/on-call.ts';
import { api, messageOf } from '../../data/client.ts';
import { Moment } from '../../time/moment.tsx';
import { useAtEachSecond } from '../../time/ticker.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { overrides: text } = words;

/** Overrides of a schedule that are not over. */
export function Overrides({ shortID, mayChange }: { readonly shortID: string; readonly mayChange: boolean }) {
  const { data = [] } = useQuery(overridesQuery(shortID));
  const minute = useAtEachSecond((now) => Math.floor(now / MINUTE_MS));
  const remove = useRemoval(shortID);
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

/** Deletes an override at once. Undo creates the override again. */
function useRemoval(shortID: string): (override: OnCallOverride) => Promise<void> {
  const cache = useQueryClient();
  const toast = useToast();
  const refresh = () => cache.invalidateQueries({ queryKey: ON_CALL_KEY });
  const report = (error: unknown) => toast({ title: messageOf(error), kind: 'problem' });
  async function restore({ member, replaces, startsAt, endsAt }: OnCallOverride): Promise<void> {
    const input = { memberID: member.memberID, replaces: replaces?.memberID ?? null, startsAt, endsAt };
    await api.onCall.createOverride(shortID, input).then(refresh, report);
  }
  return async (override) => {
    try {
      await api.onCall.deleteOverride(shortID, override.shortID);
      toast({ title: text.removed, undo: () => void restore(override) });
      await refresh();
    } catch (error) {
      report(error);
    }
  };
}
