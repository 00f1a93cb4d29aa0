import { type ListView, type ListViewSearch, searchOf, viewOf } from '@overdue/domain/views/list-view.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '../../../data/account/account.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { writeClipboard } from '../../../ui/copy.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';
import { useSavedViews, VIEWS_MAX, withoutView, withView } from './saved-views.ts';

const { views: text } = words;

const SaveView = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).SaveView }));
const DeleteViews = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).DeleteViews }));

const BUILT_IN: readonly (readonly [string, ListViewSearch])[] = [
  [text.builtIn.all, {}],
  [text.builtIn.attention, { status: 'down,failing,late' }],
  [text.builtIn.waiting, { status: 'new', sort: 'created' }],
  [text.builtIn.paused, { status: 'paused', sort: 'name' }],
];

export function ViewsMenu({ view }: { readonly view: ListView }) {
  const navigate = useNavigate({ from: '/monitors' });
  const { data: account } = useSuspenseQuery(accountQuery);
  const [saved, save] = useSavedViews(account.team?.teamID ?? '');
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null);
  const toast = useToast();
  const currentQuery = queryOf(view);
  const entryOf = (label: string, search: ListViewSearch): MenuEntry => ({
    kind: 'choice',
    label,
    checked: queryOf(viewOf(search)) === currentQuery,
    onSelect: () => void navigate({ search }),
  });
  async function copyLink(): Promise<void> {
    const isCopied = await writeClipboard(
      `${window.location.origin}/monitors${currentQuery === '' ? '' : `?${currentQuery}`}`,
    );
    if (isCopied) toast({ title: text.copied });
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" className={buttonClass('plain', 'pr-2! max-md:px-2!')}>
            <span className="max-md:sr-only">{text.title}</span>
            <span className="md:hidden">
              <Icon name="list" />
            </span>
            <Icon name="chevron-down" className="size-4 max-md:hidden" />
          </button>
        }
        entries={[
          ...BUILT_IN.map(([label, search]) => entryOf(label, search)),
          ...(saved.length === 0 ? [] : [{ kind: 'heading' as const, label: text.own }]),
          ...saved.map(({ name, query }) => entryOf(name, Object.fromEntries(new URLSearchParams(query)))),
          { kind: 'line' },
          { kind: 'action', label: text.save, icon: 'plus', onSelect: () => setDialog('save') },
          { kind: 'action', label: text.copy, icon: 'link', onSelect: () => void copyLink() },
          ...(saved.length === 0
            ? []
            : [
                {
                  kind: 'action' as const,
                  label: text.manage,
                  icon: 'trash' as const,
                  onSelect: () => setDialog('delete'),
                },
              ]),
        ]}
      />
      <Suspense fallback={null}>
        {dialog === 'save' ? (
          <SaveView
            isFull={saved.length >= VIEWS_MAX}
            onClose={() => setDialog(null)}
            onSave={(name) => {
              save(withView(saved, { name, query: currentQuery }));
              toast({ title: text.saved(name) });
            }}
          />
        ) : null}
        {dialog === 'delete' ? (
          <DeleteViews
            views={saved}
            onClose={() => setDialog(null)}
            onDelete={(view) => {
              save(withoutView(saved, view.name));
              toast({ title: text.deleted(view.name), undo: () => save(saved) });
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function queryOf(view: ListView): string {
  return new URLSearchParams(Object.entries(searchOf(view))).toString();
}
