import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { NewProject } from './new-project.tsx';
import { ProjectTable } from './project-table.tsx';
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
