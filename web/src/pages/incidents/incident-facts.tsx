import type { IncidentWithFailures } from '@overdue/sdk';
import { SettingLinks } from '../../monitor/setting-links.tsx';
import { formatMs } from '../../time/format-duration.ts';
import { Moment } from '../../time/moment.tsx';
import { useNow } from '../../time/ticker.ts';
import { Fact } from '../../ui/fact.tsx';
import { Panel } from '../../ui/panel.tsx';
import { words } from './words.ts';

const { detail } = words;

export function IncidentFacts({ incident }: { readonly incident: IncidentWithFailures }) {
  const now = useNow();
  const openedAt = Date.parse(incident.openedAt);
  const { closedAt, acknowledgedAt, related } = incident;
  const length = formatMs((closedAt === null ? now : Date.parse(closedAt)) - openedAt);
  return (
    <Panel>
      <p className="text-lg font-medium">
        {words.reason[incident.reason]}. {closedAt === null ? detail.since(length) : detail.was(length)}.
        {related.length === 0 ? '' : ` ${detail.with(related.length, formatMs(spread(openedAt, incident)))}.`}
      </p>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-4 pt-4">
        <Fact name={detail.opened}>
          <Moment at={incident.openedAt} show="both" />
        </Fact>
        {closedAt === null ? null : (
          <Fact name={detail.closed}>
            <Moment at={closedAt} show="both" />
          </Fact>
        )}
        <Fact name={detail.acknowledged}>
          {acknowledgedAt === null ? (
            <span className="text-soft">{detail.nobody}</span>
          ) : (
            <span className="flex flex-wrap gap-x-1.5">
              {incident.acknowledgedBy}
              <span className="text-soft">
                <Moment at={acknowledgedAt} show="distance" />
              </span>
            </span>
          )}
        </Fact>
      </dl>
      <SettingLinks settings={incident.monitor} />
      {incident.note === null || incident.note === '' ? null : (
        <p className="mt-4 border-l-2 border-accent pl-3 wrap-anywhere">{incident.note}</p>
      )}
    </Panel>
  );
}

/** Returns the longest time between the starts of this incident and of a related one. */
function spread(openedAt: number, { related }: IncidentWithFailures): number {
  return Math.max(...related.map((other) => Math.abs(Date.parse(other.openedAt) - openedAt)));
}
