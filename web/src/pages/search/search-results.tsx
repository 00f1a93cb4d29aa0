import type { SearchResult } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { words } from './words.ts';

const ICONS: Readonly<Record<SearchResult['kind'], IconName>> = {
  monitor: 'monitors',
  incident: 'incidents',
  log: 'list',
};

interface SearchResultsProps {
  readonly results: readonly SearchResult[];
  readonly projectNames: ReadonlyMap<string, string>;
}

/** Results in the given order. Each links to its monitor, incident or event. */
export function SearchResults({ results, projectNames }: SearchResultsProps) {
  return (
    <ol aria-label={words.results} className="divide-y divide-line">
      {results.map((result, index) => (
        <li
          key={keyOf(result)}
          className="relative flex gap-3 px-4 py-2.5 hover:bg-hover has-focus-visible:bg-hover max-md:px-3"
        >
          {results[index - 1]?.kind === result.kind ? null : (
            <h2 className="sr-only">{words.kinds[result.kind]}</h2>
          )}
          <span className="mt-0.5 text-soft">
            <Icon name={ICONS[result.kind]} />
          </span>
          <Result result={result} project={projectNames.get(result.monitor.projectShortID) ?? ''} />
        </li>
      ))}
    </ol>
  );
}

function Result({ result, project }: { readonly result: SearchResult; readonly project: string }) {
  const { field, text, matches } = result;
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <ResultLink result={result} />
        <span className="text-xs text-soft">{project}</span>
        <span className="ml-auto text-xs text-soft max-md:ml-0">
          <When result={result} />
        </span>
      </div>
      {field === 'name' ? null : (
        <p
          className={`wrap-anywhere text-soft ${field === 'log' ? 'whitespace-pre-wrap font-mono text-xs' : 'text-table'}`}
        >
          <MarkedText text={text} matches={matches} />
          <LineNumber line={result.line} />
        </p>
      )}
    </div>
  );
}

const LINK_CLASS = 'min-w-0 truncate font-medium text-ink after:absolute after:inset-0 hover:underline';

function ResultLink({ result }: { readonly result: SearchResult }) {
  const { monitor, incident, event } = result;
  if (incident !== null)
    return (
      <Link to="/incidents/$incidentID" params={{ incidentID: incident.incidentID }} className={LINK_CLASS}>
        <Name result={result} /> {words.wentDown}
      </Link>
    );
  const search = event === null ? {} : { tab: 'events', event: String(event.number) };
  return (
    <Link
      to="/monitors/$shortID"
      params={{ shortID: monitor.shortID }}
      search={search}
      className={LINK_CLASS}
    >
      <Name result={result} />
    </Link>
  );
}

function Name({ result: { field, monitor, text, matches } }: { readonly result: SearchResult }) {
  return field === 'name' ? <MarkedText text={text} matches={matches} /> : monitor.name;
}

function When({ result: { incident, event } }: { readonly result: SearchResult }) {
  const at = incident?.openedAt ?? event?.at;
  if (at === undefined) return null;
  return (
    <>
      {incident !== null && incident.closedAt === null ? (
        <span className="mr-2 font-medium text-down">{words.open}</span>
      ) : null}
      <Moment at={at} />
    </>
  );
}

function LineNumber({ line }: { readonly line: number | null }) {
  return line === null || line === 1 ? null : (
    <span className="numeric ml-2 font-sans text-soft">{words.line(line)}</span>
  );
}

function keyOf({ kind, monitor, incident, event }: SearchResult): string {
  return [kind, monitor.shortID, incident?.incidentID ?? event?.number ?? ''].join(' ');
}

interface MarkedTextProps {
  readonly text: string;
  /** Positions of the matches in UTF-16 code units, in ascending order. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

/** Plain text with marked parts. */
function MarkedText({ text, matches }: MarkedTextProps) {
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark className="rounded-sm bg-accent-wash font-semibold text-ink underline decoration-accent underline-offset-2">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
}
