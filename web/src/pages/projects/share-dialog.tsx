import type { Share } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { sharesQuery } from '../../data/team/projects.ts';
import { ManagedNotice } from '../../managed/managed-notice.tsx';
import { ownZone } from '../../time/zone.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { editOf, inputOf, newShare, shareDraft } from './share-draft.ts';
import { ShareFields } from './share-fields.tsx';
import { words } from './sharing-words.ts';

const PATHS = [
  'title',
  'slug',
  'scope',
  'scope.tag',
  'scope.shortID',
  'scope.projectShortID',
  'options.description',
  'options.timezone',
];

interface ShareDialogProps {
  readonly share: Share | null;
  readonly projectShortID: string | undefined;
  readonly onClose: () => void;
}

export function ShareDialog({ share, projectShortID, onClose }: ShareDialogProps) {
  const zone = ownZone();
  const { data: account } = useQuery(accountQuery);
  const [draft, setDraft] = useState(() =>
    share === null ? newShare(account?.team?.name ?? '', zone, projectShortID) : shareDraft(share, zone),
  );
  const [loaded] = useState(share);
  const cache = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: () =>
      loaded === null
        ? api.shares.create(inputOf(draft))
        : saveMerged({
            base: loaded,
            edit: editOf(draft),
            before: editOf(shareDraft(loaded, zone)),
            send: (edit, options) => api.shares.update(loaded.shareID, edit, options),
          }),
    onSuccess: () => {
      toast({ title: share === null ? words.form.created : words.form.saved });
      onClose();
      return cache.invalidateQueries({ queryKey: sharesQuery.queryKey });
    },
  });
  const problems = problemsOf(save.error, PATHS);
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={share === null ? words.form.new : words.form.change}
      action={share === null ? words.form.create : words.form.save}
      busy={save.isPending}
      problem={problems.general}
      onSubmit={() => save.mutate()}
    >
      {share === null ? null : <ManagedNotice id={share.shareID} />}
      <ShareFields
        draft={draft}
        isNew={share === null}
        onChange={(part) => setDraft({ ...draft, ...part })}
        problemOf={problems.of}
      />
    </FormDialog>
  );
}
