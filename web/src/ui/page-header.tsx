import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from './window/document-title.ts';
import { words } from './words.ts';

interface PageHeaderProps {
  readonly title: string;
  readonly trail?: ReactNode;
  readonly lead?: ReactNode;
  readonly summary?: ReactNode;
  readonly actions?: ReactNode;
}

/** Header of a page. Also sets the title of the browser tab. */
export function PageHeader({ title, trail, lead, summary, actions }: PageHeaderProps) {
  useEffect(() => {
    setPageTitle(`${title} · Overdue`);
  }, [title]);
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
      {trail === undefined ? null : (
        <nav
          aria-label={words.trail}
          className="-mb-1.5 flex h-6 w-full items-center gap-1 text-table text-soft *:max-w-60 *:truncate *:rounded-sm *:not-first:before:pr-1 *:not-first:before:content-['›'] *:hover:text-ink *:hover:underline"
        >
          {trail}
        </nav>
      )}
      <div className="flex min-h-8 min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-2.5 gap-y-1.5 max-md:min-h-10 max-md:basis-40">
        <div className="flex min-w-0 items-center gap-2.5">
          {lead}
          <h1
            tabIndex={-1}
            className="min-w-0 outline-none text-title font-semibold wrap-anywhere md:line-clamp-2"
            title={title}
          >
            {title}
          </h1>
        </div>
        {/* The summary is beside the title, or below a long title. */}
        {summary}
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
