import { useQuery } from '@tanstack/react-query';
import { ConflictSchedule } from '../../../app/merging/conflict-schedule.tsx';
import { formatValue } from '../../../app/merging/merge-value.ts';
import { useNames } from '../../../app/use-names.ts';
import { accountQuery, useHasRole } from '../../../data/account/account.ts';
import { lastAuthorQuery } from '../../../data/team/audit.ts';
import { fieldName } from '../../../fields/field-names.ts';
import { ownZone } from '../../../time/zone.ts';
import { Button } from '../../../ui/button.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';
import type { TheirChange as Change } from './use-their-changes.ts';

/** Shows the other user's value of a field that both users have changed. The user can keep either value. */
export function TheirChange({ editor, path }: { readonly editor: Editor; readonly path: string }) {
  const change = editor.theirs(path);
  // The class `contents` removes the element's box, so that an empty region takes no space in a form.
  return (
    <div aria-live="polite" className="contents">
      {change === undefined ? null : <Choice change={change} />}
    </div>
  );
}

function Choice({ change: { conflict, current, keep, take } }: { readonly change: Change }) {
  const names = useNames([conflict.path]);
  const author = useAuthor(current.shortID, current.revision);
  return (
    <fieldset className="calm mt-1 flex min-w-0 flex-col gap-1.5 rounded-md border border-failing bg-failing/10 px-3 py-2 text-table">
      <legend className="sr-only">{fieldName(conflict.path)}</legend>
      <p className="font-medium">{words.theirs.changed(author)}</p>
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {formatValue(conflict.path, conflict.theirs, { names, zone: ownZone() })}
        <ConflictSchedule conflict={conflict} side="theirs" />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={keep}>{words.theirs.keep}</Button>
        <Button onClick={take}>{words.theirs.take}</Button>
      </div>
    </fieldset>
  );
}

/** Returns the user who last changed the monitor; null if unknown. Only admins may read the audit log. */
function useAuthor(shortID: string, revision: number): string | null {
  const mayRead = useHasRole('admin');
  const { data: account } = useQuery(accountQuery);
  const { data: author } = useQuery({ ...lastAuthorQuery(shortID, revision), enabled: mayRead });
  if (author === undefined || author === null) return null;
  return author.email !== '' && author.email === account?.email ? words.theirs.you : author.name;
}
