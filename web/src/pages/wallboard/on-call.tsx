import { useQuery } from '@tanstack/react-query';
import { onCallQuery } from '../../data/alerts/on-call.ts';
import { formatTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from './words.ts';

/** The members on call, in each schedule. */
export function OnCall({ now }: { readonly now: number }) {
  const { data = [] } = useQuery(onCallQuery);
  if (data.length === 0) return null;
  return (
    <ul aria-label={words.onCall} className="flex flex-wrap gap-3">
      {data.map(({ schedule, member, until }) => (
        <li
          key={schedule.shortID}
          className="flex flex-wrap items-baseline gap-x-3 rounded-lg border border-line bg-panel px-4 py-2 text-title"
        >
          <span className="flex items-center gap-2 text-soft">
            <Icon name="phone" />
            {schedule.name}
          </span>
          {member === null ? (
            <span className="flex items-center gap-2 font-semibold text-down">
              <Icon name="incidents" />
              {words.nobody}
            </span>
          ) : (
            <span className="font-semibold">{member.name}</span>
          )}
          {until === null ? null : (
            <span className="numeric text-soft">
              {words.onCallUntil(formatTime(Date.parse(until), ownZone(), now))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
