import {
  DEFAULT_VIEW,
  isSameView,
  type ListViewSearch,
  searchOf,
  settingsOf,
  viewOf,
} from '@overdue/domain/views/list-view.ts';
import type { View, ViewEdit } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useRemoval } from '../../../app/use-removal.ts';
import { useHasRole } from '../../../data/account/account.ts';
import { api } from '../../../data/client.ts';
import { saveMerged } from '../../../data/edits/merged-save.ts';
import { keepView, viewInput, viewsQuery } from '../../../data/monitors/views.ts';
import { managedQuery } from '../../../data/team/managed.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { writeClipboard } from '../../../ui/copy.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { words as ui } from '../../../ui/words.ts';
import type { ListViewState } from '../use-view-search.ts';
import { words } from '../words.ts';

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
  const navigate = useNavigate({ from: '/monitors' });
  const { data: views = [], error, refetch } = useQuery(viewsQuery);
  const actions = useViewActions(search);
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const isBuiltIn = (builtIn: ListViewSearch) => saved === undefined && isSameView(viewOf(builtIn), view);
  const choices = (label: string, shown: readonly View[]): readonly MenuEntry[] =>
    shown.length === 0
      ? []
      : [
          { kind: 'heading', label },
          ...shown.map(
            (each): MenuEntry => ({
              kind: 'choice',
              closes: true,
              label: each.name,
              checked: each.shortID === saved?.shortID,
              onSelect: () => void navigate({ search: { view: each.shortID } }),
            }),
          ),
        ];
  const isSaveOffered = isChanged && !BUILT_IN.some(([, builtIn]) => isBuiltIn(builtIn));
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
          ...BUILT_IN.map(
            ([label, builtIn]): MenuEntry => ({
              kind: 'choice',
              closes: true,
              label,
              checked: isBuiltIn(builtIn),
              onSelect: () => void navigate({ search: builtIn }),
            }),
          ),
          ...choices(
            text.shared,
            views.filter(({ shared }) => shared),
          ),
          ...choices(
            text.own,
            views.filter(({ shared }) => !shared),
          ),
          ...(error === null || views.length > 0
            ? []
            : [
                { kind: 'heading' as const, label: text.failed },
                {
                  kind: 'action' as const,
                  label: ui.tryAgain,
                  icon: 'refresh' as const,
                  onSelect: () => void refetch(),
                },
              ]),
          { kind: 'line' },
          {
            kind: 'action',
            label: saved === undefined ? text.save : text.saveNew,
            icon: 'plus',
            needsService: true,
            onSelect: () => setDialog('save'),
          },
          ...actions.entries(() => setDialog('rename')),
          { kind: 'action', label: text.copy, icon: 'link', onSelect: () => void actions.copyLink() },
        ]}
      />
      {isSaveOffered ? (
        <SaveButton
          label={actions.mayEdit ? text.update : text.save}
          onClick={() => (actions.mayEdit ? void actions.update() : setDialog('save'))}
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

/** Shows only an icon where the toolbar is narrow, so that a filter doesn't move the list down. */
function SaveButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button needsService title={label} className="md:max-2xl:w-8 md:max-2xl:px-0!" onClick={onClick}>
      <Icon name="bookmark" />
      <span className="md:max-2xl:sr-only">{label}</span>
    </Button>
  );
}

/** Actions on the view that the URL names. */
function useViewActions({ view, saved, isChanged }: ListViewState) {
  const navigate = useNavigate({ from: '/monitors' });
  const router = useRouter();
  const toast = useToast();
  const mayShare = useHasRole('member');
  const mayEdit = saved !== undefined && (mayShare || !saved.shared);
  const { data: managed } = useQuery({
    ...managedQuery(saved?.shortID ?? ''),
    enabled: mayEdit && saved.shared,
  });
  const removal = useRemoval<View>({
    queryKey: viewsQuery.queryKey,
    remove: ({ shortID }) => api.views.delete(shortID),
    restore: (deleted) => api.views.create(viewInput(deleted)),
    done: ({ name }) => text.deleted(name),
  });

  /** Changes a view. The reader can undo the change. */
  async function change(before: View, edit: ViewEdit, done?: string): Promise<void> {
    try {
      const changed = await saveMerged({
        base: before,
        edit,
        send: (merged, options) => api.views.update(before.shortID, merged, options),
      });
      keepView(changed);
      if (done === undefined) return;
      const undone = edit.shared === undefined ? settingsOf(before) : { shared: before.shared };
      toast({ title: done, about: before.shortID, undo: () => void change(changed, undone) });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }

  const open = ({ shortID }: View): void => void navigate({ search: { view: shortID } });
  async function update(): Promise<void> {
    if (saved === undefined) return;
    await change(saved, view, text.updated(saved.name));
    open(saved);
  }
  async function remove(deleted: View): Promise<void> {
    // The list stays as it is.
    void navigate({ search: searchOf(view) });
    await removal(deleted);
  }
  return {
    mayEdit,
    open: (created: View) => {
      keepView(created);
      open(created);
    },
    update,
    async copyLink() {
      const search = {
        ...(saved === undefined ? {} : { view: saved.shortID }),
        ...searchOf(view, saved ?? DEFAULT_VIEW),
      };
      const { href } = router.buildLocation({ to: '/monitors', search });
      const isCopied = await writeClipboard(`${window.location.origin}${href}`);
      if (isCopied) toast({ title: text.copied });
    },
    /** Menu entries that change the view; none if the reader may not change it. */
    entries(onRename: () => void): readonly MenuEntry[] {
      if (!mayEdit) return [];
      const { name, shared } = saved;
      const sharing = shared ? text.makePrivate : text.shareNow;
      const done = shared ? text.madePrivate(name) : text.sharedNow(name);
      return [
        { kind: 'line' },
        { kind: 'heading', label: managed == null ? name : text.managed(name, managed.file) },
        ...(isChanged
          ? [
              {
                kind: 'action' as const,
                label: text.update,
                icon: 'check' as const,
                needsService: true,
                onSelect: () => void update(),
              },
            ]
          : []),
        { kind: 'action', label: text.rename, icon: 'edit', needsService: true, onSelect: onRename },
        ...(mayShare
          ? [
              {
                kind: 'action' as const,
                label: sharing,
                icon: 'team' as const,
                needsService: true,
                onSelect: () => void change(saved, { shared: !shared }, done),
              },
            ]
          : []),
        {
          kind: 'action',
          label: ui.delete,
          icon: 'trash',
          danger: true,
          needsService: true,
          onSelect: () => void remove(saved),
        },
        { kind: 'line' },
      ];
    },
  };
}
