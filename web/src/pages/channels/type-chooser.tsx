import type { ChannelType } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChannelLogo } from '../../channel/channel-logo.tsx';
import { words } from '../../channel-form/words.ts';
import { CONTROL_CLASS } from '../../ui/form/control-class.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { typesByCategory } from './channel-categories.ts';

const { choose } = words;

export function TypeChooser({ types }: { readonly types: readonly ChannelType[] }) {
  const [search, setSearch] = useState('');
  const categories = typesByCategory(types, search);
  return (
    <div className="max-w-240">
      <PageHeader
        title={choose.title}
        trail={
          <Link to="/channels" activeOptions={{ exact: true }}>
            {words.title}
          </Link>
        }
      />
      <input
        type="search"
        aria-label={choose.search}
        placeholder={choose.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className={`${CONTROL_CLASS} mb-5`}
      />
      {categories.length === 0 ? <p className="text-soft">{choose.none}</p> : null}
      {categories.map(({ category, types: listed }) => (
        <section key={category} className="pb-6">
          <h2 className="pb-2 font-semibold">{words.categories[category]}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(196px,1fr))] gap-2">
            {listed.map((type) => (
              <li key={type.type}>
                <Link
                  to="/channels/new"
                  search={{ type: type.type }}
                  className="calm flex h-14 items-center gap-3 rounded-lg border border-line bg-panel px-3 font-medium transition-colors hover:border-accent hover:text-accent"
                >
                  <span
                    aria-hidden="true"
                    className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent"
                  >
                    <ChannelLogo type={type.type} className="size-5" />
                  </span>
                  <span className="min-w-0 truncate">{type.title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
