import type { Project } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Missing } from '../../app/fallback-pages.tsx';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { Keys } from './keys.tsx';
import { ProjectForm } from './project-form.tsx';
import { Sharing } from './sharing.tsx';
import { words } from './words.ts';

const TABS = ['settings', 'keys', 'sharing'] as const;
type Tab = (typeof TABS)[number];

const route = getRouteApi('/signed-in/shell/projects/$shortID');

export function ProjectPage() {
  const { shortID } = route.useParams();
  const { data: projects, error, refetch } = useQuery(projectsQuery);
  if (error !== null && projects === undefined)
    return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (projects === undefined) return <Skeleton className="h-96 w-full" />;
  const project = projects.find((candidate) => candidate.shortID === shortID);
  return project === undefined ? (
    <Missing title={words.notFound} />
  ) : (
    <OneProject key={shortID} project={project} />
  );
}

function OneProject({ project }: { readonly project: Project }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={project.name}
        trail={
          <Link to="/projects" activeOptions={{ exact: true }}>
            {words.title}
          </Link>
        }
        summary={project.isDefault ? <Tag variant="accent">{words.default}</Tag> : undefined}
        actions={
          <>
            <Link to="/monitors" search={{ project: project.shortID }} className={buttonClass()}>
              {words.show}
            </Link>
            <DeleteProject project={project} />
          </>
        }
      />
      <Tabs<Tab>
        label={project.name}
        value={TABS.find((candidate) => candidate === tab) ?? 'settings'}
        onChange={(next) =>
          void navigate({ search: next === 'settings' ? {} : { tab: next }, replace: true })
        }
        tabs={[
          { value: 'settings', label: words.tabs.settings, content: <ProjectForm project={project} /> },
          { value: 'keys', label: words.tabs.keys, content: <Keys projectShortID={project.shortID} /> },
          {
            value: 'sharing',
            label: words.tabs.sharing,
            content: <Sharing projectShortID={project.shortID} />,
          },
        ]}
      />
    </>
  );
}

/**
 * Button that deletes a project. For the default project and projects with monitors, the button explains why they can't
 * be deleted.
 */
function DeleteProject({ project }: { readonly project: Project }) {
  const [isConfirming, setConfirming] = useState(false);
  const mayChange = useHasRole('member');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const reason = project.isDefault
    ? words.delete.isDefault
    : project.monitors > 0
      ? words.delete.notEmpty
      : null;
  async function remove(): Promise<void> {
    try {
      await api.projects.delete(project.shortID);
      toast({ title: words.delete.done(project.name) });
      await navigate({ to: '/projects' });
      await cache.invalidateQueries({ queryKey: projectsQuery.queryKey });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }
  if (!mayChange) return null;
  return (
    <>
      <IconButton
        variant="plain"
        label={reason ?? words.delete.action}
        disabled={reason !== null}
        onClick={() => setConfirming(true)}
      >
        <Icon name="trash" />
      </IconButton>
      <Confirm
        open={isConfirming}
        title={words.delete.title(project.name)}
        action={uiWords.delete}
        onConfirm={remove}
        onClose={() => setConfirming(false)}
      >
        {words.delete.text}
      </Confirm>
    </>
  );
}
