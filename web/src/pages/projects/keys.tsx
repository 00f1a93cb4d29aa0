import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { CreatedProjectKey, ProjectKey } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { projectKeysQuery } from '../../data/team/projects.ts';
import { Expires } from '../../expiry/expires.tsx';
import { expiryTime } from '../../expiry/expiry.ts';
import { type ExpiryDraft, ExpiryFields, hasExpiry } from '../../expiry/expiry-fields.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IntroTable } from '../../ui/intro-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';

const words = {
  intro:
    'Clients made for other services use these keys instead of a ping URL or a token. A key belongs to the project and keeps working when its creator leaves the team.',
  add: 'New key',
  empty: {
    title: 'No keys',
    text: 'A ping key lets clients of Healthchecks, Sentry and others report runs by a monitor’s slug. Keys of the other types let tools for these services read or change monitors.',
  },
  kind: 'Type',
  kinds: { ping: 'Ping', read_write: 'Read and write', read: 'Read' },
  kindHints: {
    ping: 'Reports runs of the project’s monitors by slug, and may create monitors.',
    read_write:
      'Lets tools made for other services, such as Healthchecks, read and change the project’s monitors.',
    read: 'Lets tools made for other services, such as Healthchecks, read the project’s monitors.',
  },
  name: 'Name',
  nameHint: 'Purpose of the key.',
  nameExample: 'cron on db-01',
  create: 'Create key',
  columns: {
    name: 'Name',
    kind: 'Type',
    prefix: 'Key',
    by: 'Created by',
    created: 'Created',
    used: 'Last used',
    expires: 'Expires',
    actions: 'Actions',
  },
  createdTitle: 'Your new key',
  createdText: 'Copy the key now. Only its hash is stored, so it can’t be shown again.',
  copyKey: 'Copy key',
  pingURL: 'Ping URL by slug',
  pingURLHint: 'Replace the last part with the slug of a monitor.',
  slug: '<slug>',
  dsn: 'DSN for Sentry clients',
  header: 'For Healthchecks clients',
  basic: 'For Cronitor clients',
  done: 'Done',
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'Jobs and tools can no longer report or change anything with this key.',
  deleted: (name: string) => `${name} deleted`,
} as const;

export function Keys({ projectShortID }: { readonly projectShortID: string }) {
  const { data: keys, error, refetch } = useQuery(projectKeysQuery(projectShortID));
  const mayChange = useHasRole('member');
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedProjectKey>();
  if (error !== null && keys === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (keys === undefined) return <TableSkeleton />;
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <>
      {created === undefined ? null : <CreatedKey created={created} onDone={() => setCreated(undefined)} />}
      <IntroTable icon="key" words={words} add={add} isEmpty={keys.length === 0}>
        <KeyTable keys={keys} projectShortID={projectShortID} mayChange={mayChange} />
      </IntroTable>
      {isCreating ? (
        <NewKey projectShortID={projectShortID} onClose={() => setCreating(false)} onCreated={setCreated} />
      ) : null}
    </>
  );
}

interface CreatedKeyProps {
  readonly created: CreatedProjectKey;
  readonly onDone: () => void;
}

/** Shows a new key with its secret, which the service returns only once. */
function CreatedKey({ created, onDone }: CreatedKeyProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <NewSecret
      titleID="new-key"
      shownID={created.shortID}
      title={words.createdTitle}
      name={created.name}
      text={words.createdText}
      secret={created.secret}
      copyLabel={words.copyKey}
      doneLabel={words.done}
      onDone={onDone}
    >
      {usesOf(created, account.service.baseURL).map(({ label, code, hint }) => (
        <div key={label} className="flex flex-col gap-1 pt-4">
          <h3 className="font-medium">{label}</h3>
          <CodeBlock label={label} code={code} />
          {hint === undefined ? null : <p className="text-xs text-soft">{hint}</p>}
        </div>
      ))}
    </NewSecret>
  );
}

interface Use {
  readonly label: string;
  readonly code: string;
  readonly hint?: string;
}

function usesOf({ kind, secret, dsn }: CreatedProjectKey, baseURL: string): readonly Use[] {
  if (kind !== 'ping')
    return [
      { label: words.header, code: `curl -H 'X-Api-Key: ${secret}' ${baseURL}/api/v3/checks/` },
      { label: words.basic, code: `curl -u '${secret}:' ${baseURL}/api/monitors` },
    ];
  return [
    { label: words.pingURL, code: `${baseURL}/ping/${secret}/${words.slug}`, hint: words.pingURLHint },
    ...(dsn === null ? [] : [{ label: words.dsn, code: dsn }]),
  ];
}

type Kind = ProjectKey['kind'];

const KINDS: readonly Kind[] = ['ping', 'read_write', 'read'];

interface NewKeyProps {
  readonly projectShortID: string;
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedProjectKey) => void;
}

function NewKey({ projectShortID, onClose, onCreated }: NewKeyProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('ping');
  const [expiry, setExpiry] = useState<ExpiryDraft>({ expiry: 'never', day: '' });
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      api.projects.createKey(projectShortID, {
        kind,
        name: name.trim(),
        expiresAt: expiryTime(expiry.expiry, expiry.day, Date.now()) ?? null,
      }),
    async onSuccess(key) {
      onCreated(key);
      onClose();
      await cache.invalidateQueries({ queryKey: projectKeysQuery(projectShortID).queryKey });
    },
  });
  const problems = problemsOf(create.error, ['name', 'kind', 'expiresAt']);
  return (
    <FormDialog
      onClose={onClose}
      title={words.add}
      action={words.create}
      ready={name.trim() !== '' && hasExpiry(expiry)}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <Field label={words.name} hint={words.nameHint} problem={problems.of('name')}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={NAME_LENGTH_MAX}
          placeholder={words.nameExample}
          value={name}
          onValueChange={setName}
        />
      </Field>
      <Field label={words.kind} hint={words.kindHints[kind]} problem={problems.of('kind')}>
        <Select
          value={kind}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={setKind}
        />
      </Field>
      <ExpiryFields
        value={expiry}
        onChange={(change) => setExpiry({ ...expiry, ...change })}
        problem={problems.of('expiresAt')}
      />
    </FormDialog>
  );
}

interface KeyTableProps {
  readonly keys: readonly ProjectKey[];
  readonly projectShortID: string;
  readonly mayChange: boolean;
}

function KeyTable({ keys, projectShortID, mayChange }: KeyTableProps) {
  const [deleting, setDeleting] = useState<ProjectKey | null>(null);
  const cache = useQueryClient();
  const toast = useToast();
  async function remove(): Promise<void> {
    if (deleting === null) return;
    try {
      await api.projects.deleteKey(projectShortID, deleting.shortID);
      toast({ title: words.deleted(deleting.name) });
      await cache.invalidateQueries({ queryKey: projectKeysQuery(projectShortID).queryKey });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }
  const columns = mayChange ? [...COLUMNS, deletion(setDeleting)] : COLUMNS;
  return (
    <>
      <Table label={words.add} columns={columns} rows={keys} rowKey={({ shortID }) => shortID} />
      <Confirm
        open={deleting !== null}
        title={words.deleteTitle(deleting?.name ?? '')}
        action={words.delete}
        onConfirm={remove}
        onClose={() => setDeleting(null)}
      >
        {words.deleteText}
      </Confirm>
    </>
  );
}

const COLUMNS: readonly Column<ProjectKey>[] = [
  {
    key: 'name',
    title: words.columns.name,
    isWide: true,
    isUnlabelled: true,
    cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
  },
  {
    key: 'kind',
    title: words.columns.kind,
    cell: ({ kind }) => <Tag variant={kind === 'read_write' ? 'accent' : 'plain'}>{words.kinds[kind]}</Tag>,
  },
  {
    key: 'prefix',
    title: words.columns.prefix,
    cell: ({ prefix }) => <code className="font-mono">{prefix}…</code>,
  },
  {
    key: 'by',
    title: words.columns.by,
    cell: ({ createdBy }) => <span className="text-soft">{createdBy}</span>,
  },
  {
    key: 'created',
    title: words.columns.created,
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={createdAt} />
      </span>
    ),
  },
  {
    key: 'used',
    title: words.columns.used,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <span className="text-soft">–</span>
      ) : (
        <span className="whitespace-nowrap">
          <Moment at={lastUsedAt} show="distance" />
        </span>
      ),
  },
  {
    key: 'expires',
    title: words.columns.expires,
    cell: ({ expiresAt }) => <Expires at={expiresAt} />,
  },
];

function deletion(onDelete: (key: ProjectKey) => void): Column<ProjectKey> {
  return {
    key: 'actions',
    title: words.columns.actions,
    isTitleHidden: true,
    align: 'right',
    cell: (key) => (
      <IconButton label={words.deleteNamed(key.name)} onClick={() => onDelete(key)}>
        <Icon name="trash" />
      </IconButton>
    ),
  };
}
