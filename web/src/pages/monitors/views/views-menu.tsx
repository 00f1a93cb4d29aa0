import { isSameView, type ListViewSearch, viewOf } from '@overdue/domain/views/list-view.ts';
import type { View } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../data/client.ts';
import { viewsQuery } from '../../../data/monitors/views.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { words as ui } from '../../../ui/words.ts';
import type { ListViewState } from '../use-view-search.ts';
import { words } from '../words.ts';
import { useViewActions, type ViewEditing } from './use-view-actions.ts';

const { views: text } = words;

const SaveView = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).SaveView }));
const RenameView = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).RenameView }));

const BUILT_IN: readonly (readonly [string, ListViewSearch])[] = [
  [text.builtIn.all, {}],
  [text.builtIn.attention, { status: 'down,failing,late' }],
  [text.builtIn.waiting, { status: 'new', sort: 'created' }],
  [text.builtIn.paused, { status: 'paused', sort: 'name' }],
];

/** Opens, saves and changes views. A button beside the menu saves changed settings. */
export function ViewsMenu({ search }: { readonly search: ListViewState }) {
  const { view, saved, isChanged } = search;
  const actions = useViewActions(search);
  const { editing } = actions;
  const choices = useChoices(search);
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const isSaveOffered = isChanged && !BUILT_IN.some(([, builtIn]) => isShown(search, builtIn));
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={saved === undefined ? text.title : text.current(saved.name)}
            className={buttonClass('plain', 'pr-2! max-md:px-2!')}
          >
            <span className="md:hidden">
              <Icon name="list" />
            </span>
            <span className={saved === undefined ? 'max-md:hidden' : 'max-w-44 truncate'}>
              {saved?.name ?? text.title}
            </span>
            <Icon name="chevron-down" className="size-4 max-md:hidden" />
          </button>
        }
        entries={[
          ...choices,
          { kind: 'line' },
          {
            kind: 'action',
            label: saved === undefined ? text.save : text.saveNew,
            icon: 'plus',
            needsService: true,
            onSelect: () => setDialog('save'),
          },
          ...(editing === null
            ? []
            : editEntries(editing, { isChanged, onRename: () => setDialog('rename') })),
          { kind: 'action', label: text.copy, icon: 'link', onSelect: () => void actions.copyLink() },
        ]}
      />
      {isSaveOffered ? (
        <SaveButton
          label={editing === null ? text.save : text.update}
          onClick={() => (editing === null ? setDialog('save') : void editing.update())}
        />
      ) : null}
      <Suspense fallback={null}>
        {dialog === 'save' ? (
          <SaveView
            create={(input) => api.views.create({ ...input, ...view })}
            onSaved={actions.open}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {dialog === 'rename' && saved !== undefined ? (
          <RenameView view={saved} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </>
  );
}

/** Whether the list shows a built-in view. */
function isShown({ view, saved }: ListViewState, builtIn: ListViewSearch): boolean {
  return saved === undefined && isSameView(viewOf(builtIn), view);
}

/** Menu entries that open a view: built-in, shared and own views. */
function useChoices(search: ListViewState): readonly MenuEntry[] {
  const navigate = useNavigate({ from: '/monitors' });
  const { data: views = [], error, refetch } = useQuery(viewsQuery);
  const choice = (
    label: string,
    checked: boolean,
    target: ListViewSearch & { readonly view?: string },
  ): MenuEntry => ({
    kind: 'choice',
    closes: true,
    label,
    checked,
    onSelect: () => void navigate({ search: target }),
  });
  const choiceOf = ({ name, shortID }: View): MenuEntry =>
    choice(name, shortID === search.saved?.shortID, { view: shortID });
  const shared = views.filter((view) => view.shared);
  const own = views.filter((view) => !view.shared);

  const entries = BUILT_IN.map(([label, builtIn]) => choice(label, isShown(search, builtIn), builtIn));
  if (shared.length > 0) entries.push({ kind: 'heading', label: text.shared }, ...shared.map(choiceOf));
  if (own.length > 0) entries.push({ kind: 'heading', label: text.own }, ...own.map(choiceOf));
  if (error !== null && views.length === 0)
    entries.push(
      { kind: 'heading', label: text.failed },
      { kind: 'action', label: ui.tryAgain, icon: 'refresh', onSelect: () => void refetch() },
    );
  return entries;
}

/** Menu entries that change the view. */
function editEntries(
  { view, file, update, toggleShared, remove }: ViewEditing,
  { isChanged, onRename }: { readonly isChanged: boolean; readonly onRename: () => void },
): readonly MenuEntry[] {
  const action = { kind: 'action', needsService: true } as const;
  const entries: MenuEntry[] = [
    { kind: 'line' },
    { kind: 'heading', label: file === null ? view.name : text.managed(view.name, file) },
  ];
  if (isChanged)
    entries.push({ ...action, label: text.update, icon: 'check', onSelect: () => void update() });
  entries.push({ ...action, label: text.rename, icon: 'edit', onSelect: onRename });
  if (toggleShared !== null)
    entries.push({
      ...action,
      label: view.shared ? text.makePrivate : text.shareNow,
      icon: 'team',
      onSelect: () => void toggleShared(),
    });
  entries.push(
    { ...action, label: ui.delete, icon: 'trash', danger: true, onSelect: () => void remove() },
    { kind: 'line' },
  );
  return entries;
}

/** Shows only an icon where the toolbar is narrow, so that a filter doesn't move the list down. */
function SaveButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button needsService title={label} className="md:max-2xl:w-8 md:max-2xl:px-0!" onClick={onClick}>
      <Icon name="bookmark" />
      <span className="md:max-2xl:sr-only">{label}</span>
    </Button>
  );
}
