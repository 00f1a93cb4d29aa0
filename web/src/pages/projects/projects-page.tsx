import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Project } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { Sharing } from './sharing.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/projects');

export function ProjectsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useHasRole('member');
  const [isCreating, setCreating] = useState(false);
  const isSharing = tab === 'sharing';
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          mayChange && !isSharing ? (
            <>
              <Link to="/import" className={buttonClass()}>
                <Icon name="download" />
                {words.import}
              </Link>
              <Button variant="primary" onClick={() => setCreating(true)}>
                <Icon name="plus" />
                {words.add}
              </Button>
            </>
          ) : undefined
        }
      />
      <Tabs<'projects' | 'sharing'>
        label={words.title}
        value={isSharing ? 'sharing' : 'projects'}
        onChange={(next) => void navigate({ search: next === 'sharing' ? { tab: next } : {}, replace: true })}
        tabs={[
          { value: 'projects', label: words.tabs.projects, content: <Projects /> },
          {
            value: 'sharing',
            label: words.tabs.sharing,
            content: <Sharing />,
          },
        ]}
      />
      {isCreating ? <NewProject onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function Projects() {
  const { data: projects, error, refetch } = useQuery(projectsQuery);
  if (error !== null && projects === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (projects === undefined) return <TableSkeleton />;
  return (
    <Panel flush>
      <ProjectTable projects={projects} />
    </Panel>
  );
}

function NewProject({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const create = useMutation({
    mutationFn: () => api.projects.create({ name: name.trim() }),
    async onSuccess(project) {
      toast({ title: words.created(project.name) });
      await cache.invalidateQueries({ queryKey: projectsQuery.queryKey });
      await navigate({ to: '/projects/$shortID', params: { shortID: project.shortID } });
    },
  });
  const problems = problemsOf(create.error, ['name']);
  return (
    <FormDialog
      onClose={onClose}
      title={words.add}
      action={words.form.create}
      ready={name.trim() !== ''}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <Field label={words.form.name} problem={problems.of('name')}>
        <TextInput value={name} maxLength={NAME_LENGTH_MAX} onValueChange={setName} />
      </Field>
    </FormDialog>
  );
}

function ProjectTable({ projects }: { readonly projects: readonly Project[] }) {
  const { data: channels = [] } = useQuery(channelsQuery);
  const nameOf = (id: string) => channels.find(({ shortID }) => shortID === id)?.name ?? id;
  const columns: readonly Column<Project>[] = [
    {
      key: 'name',
      title: words.columns.name,
      isUnlabelled: true,
      opensByTap: true,
      cell: (project) => (
        <span className="flex items-center gap-2">
          <Link
            to="/projects/$shortID"
            params={{ shortID: project.shortID }}
            className="font-medium hover:text-accent hover:underline"
          >
            {project.name}
          </Link>
          {project.isDefault ? <Tag variant="accent">{words.default}</Tag> : null}
        </span>
      ),
    },
    {
      key: 'monitors',
      title: words.columns.monitors,
      isUnlabelled: true,
      cell: ({ shortID, monitors }) => (
        <Link
          to="/monitors"
          search={{ project: shortID }}
          className="whitespace-nowrap hover:text-accent hover:underline"
        >
          {words.monitors(monitors)}
        </Link>
      ),
    },
    {
      key: 'alerted',
      title: words.columns.alerted,
      isWide: true,
      cell: (project) => <span className="text-soft">{channelNames(project, nameOf)}</span>,
    },
    {
      key: 'created',
      title: words.columns.created,
      align: 'right',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap">
          <Moment at={createdAt} show="distance" />
        </span>
      ),
    },
  ];
  return <Table label={words.title} columns={columns} rows={projects} rowKey={({ shortID }) => shortID} />;
}

function channelNames({ channels }: Project, nameOf: (id: string) => string): string {
  if (channels === null) return words.teamChannels;
  return channels.length === 0 ? words.nobody : channels.map(nameOf).join(', ');
}
