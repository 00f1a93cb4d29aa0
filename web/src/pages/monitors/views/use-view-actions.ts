import { DEFAULT_VIEW, searchOf, settingsOf } from '@overdue/domain/views/list-view.ts';
import type { View, ViewEdit } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRemoval } from '../../../app/use-removal.ts';
import { useHasRole } from '../../../data/account/account.ts';
import { api } from '../../../data/client.ts';
import { saveMerged } from '../../../data/edits/merged-save.ts';
import { keepView, viewInput, viewsQuery } from '../../../data/monitors/views.ts';
import { managedQuery } from '../../../data/team/managed.ts';
import { writeClipboard } from '../../../ui/copy.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { useToast } from '../../../ui/toasts.tsx';
import type { ListViewState } from '../use-view-search.ts';
import { words } from '../words.ts';

const { views: text } = words;

/** Changes of the view that the URL names. */
export interface ViewEditing {
  readonly view: View;
  /** Configuration file that manages the view; null if none does. */
  readonly file: string | null;
  /** Saves the filters, the order and the groups of the list in the view. */
  readonly update: () => Promise<void>;
  /** Shares a private view, or makes a shared view private; null if the reader may not share views. */
  readonly toggleShared: (() => Promise<void>) | null;
  readonly remove: () => Promise<void>;
}

/** Actions on views. `editing` is null if the URL names no view, or one that the reader may not change. */
export function useViewActions({ view, saved }: ListViewState) {
  const navigate = useNavigate({ from: '/monitors' });
  const router = useRouter();
  const toast = useToast();
  const mayShare = useHasRole('member');
  const edited = saved !== undefined && (mayShare || !saved.shared) ? saved : null;
  const { data: managed } = useQuery({
    ...managedQuery(edited?.shortID ?? ''),
    enabled: edited?.shared === true,
  });
  const removal = useRemoval<View>({
    queryKey: viewsQuery.queryKey,
    remove: ({ shortID }) => api.views.delete(shortID),
    restore: (deleted) => api.views.create(viewInput(deleted)),
    done: ({ name }) => text.deleted(name),
  });

  const open = ({ shortID }: View): void => void navigate({ search: { view: shortID } });

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

  function editingOf(own: View): ViewEditing {
    const { name, shared } = own;
    const toggleShared = () =>
      change(own, { shared: !shared }, shared ? text.madePrivate(name) : text.sharedNow(name));
    return {
      view: own,
      file: managed?.file ?? null,
      async update() {
        await change(own, view, text.updated(name));
        open(own);
      },
      toggleShared: mayShare ? toggleShared : null,
      async remove() {
        // The list stays as it is.
        void navigate({ search: searchOf(view) });
        await removal(own);
      },
    };
  }

  return {
    editing: edited === null ? null : editingOf(edited),
    open: (created: View) => {
      keepView(created);
      open(created);
    },
    async copyLink() {
      const search = {
        ...(saved === undefined ? {} : { view: saved.shortID }),
        ...searchOf(view, saved ?? DEFAULT_VIEW),
      };
      const { href } = router.buildLocation({ to: '/monitors', search });
      const isCopied = await writeClipboard(`${window.location.origin}${href}`);
      if (isCopied) toast({ title: text.copied });
    },
  };
}
