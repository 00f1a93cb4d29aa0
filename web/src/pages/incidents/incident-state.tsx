import type { Incident } from '@overdue/sdk';
import { words } from './words.ts';

export function IncidentState({ incident }: { readonly incident: Incident }) {
  const { shape, text, word } = appearanceOf(incident);
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${text}`}>
      <span aria-hidden="true">{shape}</span>
      {word}
      {incident.closedAt === null && incident.acknowledgedBy !== null ? (
        <span className="max-w-40 truncate font-normal text-soft">{incident.acknowledgedBy}</span>
      ) : null}
    </span>
  );
}

function appearanceOf({ closedAt, closedBy, acknowledgedAt }: Incident) {
  if (closedAt === null) {
    return acknowledgedAt === null
      ? { shape: '■', text: 'text-down', word: words.state.open }
      : { shape: '▲', text: 'text-failing', word: words.state.acknowledged };
  }
  const word = closedBy === null ? words.state.over : words.closedBy[closedBy];
  return { shape: '●', text: closedBy === 'recovered' ? 'text-up' : 'text-soft', word };
}
