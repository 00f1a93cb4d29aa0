import type { Incident } from '@overdue/sdk';
import { type ShownSnooze, useSnooze } from '../../incident/use-snooze.ts';
import { Moment } from '../../ui/moment.tsx';
import { words } from './words.ts';

export function IncidentState({ incident }: { readonly incident: Incident }) {
  const snooze = useSnooze(incident);
  const { shape, text, word } = appearanceOf(incident, snooze);
  const shownSnooze = incident.closedAt === null ? snooze : null;
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${text}`}>
      <span aria-hidden="true">{shape}</span>
      {word}
      {shownSnooze === null ? null : (
        <span className="inline-flex max-w-50 gap-1 truncate font-normal text-soft">
          {words.until} <Moment at={shownSnooze.until} />
        </span>
      )}
    </span>
  );
}

function appearanceOf({ closedAt, closedBy, acknowledgedAt }: Incident, snooze: ShownSnooze | null) {
  if (closedAt === null) {
    if (snooze !== null) return { shape: '◆', text: 'text-late', word: words.state.snoozed };
    return acknowledgedAt === null
      ? { shape: '■', text: 'text-down', word: words.state.open }
      : { shape: '✓', text: 'text-ink', word: words.state.acknowledged };
  }
  const word = closedBy === null ? words.state.over : words.closedBy[closedBy];
  return { shape: '●', text: closedBy === 'recovered' ? 'text-up' : 'text-soft', word };
}
