import type { Project } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { Moment } from '../../ui/moment.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { words } from './words.ts';

export function ProjectTable({ projects }: { readonly projects: readonly Project[] }) {
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
