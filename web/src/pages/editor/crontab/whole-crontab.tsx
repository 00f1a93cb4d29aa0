import type { Import, ImportInput, ImportItem } from '@overdue/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/client.ts';
import { projectsQuery } from '../../../data/team/projects.ts';
import { isZone } from '../../../preferences/zone-name.ts';
import { storeCrontab } from '../../../snippets/pasted-crontab.ts';
import { ownZone } from '../../../time/zone.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { ZonePicker } from '../../../ui/form/zone-picker.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Notice, TableSkeleton } from '../../../ui/states.tsx';
import { OfflineReason } from '../../../ui/window/offline.tsx';
import { CrontabTable } from './crontab-table.tsx';
import { words } from './words.ts';

/** Maximum rows in the table. */
const ROWS_MAX = 300;

interface WholeCrontabProps {
  readonly text: string;
  readonly project: string | undefined;
  /** Called after the monitors are created. */
  readonly onDone: (items: readonly ImportItem[]) => void;
}

/** Shows the jobs of a pasted crontab, and creates a monitor for each selected job. */
export function WholeCrontab({ text, project, onDone }: WholeCrontabProps) {
  const [timezone, setTimezone] = useState(ownZone);
  const [projectShortID, setProject] = useState(project ?? '');
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const input = inputOf(text, { timezone, projectShortID, names });
  const plan = usePlan(input);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const items = plan.data?.items ?? [];
  const created = useCreation(input, onDone);
  const lines = newLines(items);
  const chosen = new Set(lines.filter((line) => !leftOut.has(line)));
  return (
    <>
      <PageHeader title={words.title} />
      <div className="flex flex-col gap-4">
        <p className="max-w-180 text-soft">{words.intro}</p>
        <Panel>
          <Target
            timezone={timezone}
            onTimezone={setTimezone}
            projectShortID={projectShortID}
            onProject={setProject}
          />
        </Panel>
        {plan.data === undefined ? (
          plan.error === null ? (
            <TableSkeleton />
          ) : (
            <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
          )
        ) : (
          <Jobs
            items={items}
            chosen={chosen}
            lines={lines}
            onLeaveOut={setLeftOut}
            names={names}
            onRename={(line, name) => setNames((before) => new Map(before).set(line, name))}
          />
        )}
        {created.error === null ? null : (
          <Notice kind="problem">
            <span className="font-medium">{words.notDone}</span> {messageOf(created.error)}
          </Notice>
        )}
        <footer className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            needsService
            busy={created.isPending}
            disabled={chosen.size === 0 || items.length > ROWS_MAX || !isFor(input, plan.data)}
            onClick={() => created.mutate([...chosen])}
          >
            {words.create(chosen.size)}
          </Button>
          <Link to="/monitors/new" search={{ project }} className={buttonClass('quiet')}>
            {words.back}
          </Link>
          <OfflineReason />
        </footer>
      </div>
    </>
  );
}

function inputOf(
  text: string,
  {
    timezone,
    projectShortID,
    names,
  }: {
    readonly timezone: string;
    readonly projectShortID: string;
    readonly names: ReadonlyMap<number, string>;
  },
): ImportInput {
  return {
    source: 'crontab',
    files: [{ name: 'crontab', text }],
    timezone,
    names: [...names].map(([line, name]) => ({ line, name })),
    ...(projectShortID === '' ? {} : { projectShortID }),
  };
}

/** Plans the import. Returns the previous plan while the next plan loads. */
function usePlan(input: ImportInput) {
  return useQuery({
    queryKey: ['crontab-plan', input],
    queryFn: async ({ signal }) => ({ input, items: (await api.imports.run(input, { signal })).items }),
    enabled: isZone(input.timezone ?? ''),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/**
 * Returns whether a plan matches the time zone and project of an input. The names may differ, so that a click on the button isn't
 * lost if it also ends the edit of a name.
 */
function isFor(input: ImportInput, plan: { readonly input: ImportInput } | undefined): boolean {
  return plan?.input.timezone === input.timezone && plan?.input.projectShortID === input.projectShortID;
}

function useCreation(input: ImportInput, onDone: WholeCrontabProps['onDone']) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (lines: readonly number[]) =>
      api.imports.run({ ...input, lines: [...lines], dryRun: false, skipCollisions: true }),
    onSuccess({ items }: Import) {
      for (const { monitorShortID, crontabLine, pingURL } of items)
        if (monitorShortID !== null && crontabLine !== null && pingURL !== null)
          storeCrontab(monitorShortID, crontabLine);
      onDone(items);
      return cache.invalidateQueries({ queryKey: ['projects'] });
    },
  });
}

/** Returns the line numbers of jobs that have no monitor yet. */
function newLines(items: readonly ImportItem[]): readonly number[] {
  return items.flatMap(({ outcome, crontabLine }) =>
    outcome === 'create' && crontabLine !== null ? [crontabLine.number] : [],
  );
}

interface TargetProps {
  readonly timezone: string;
  readonly onTimezone: (timezone: string) => void;
  readonly projectShortID: string;
  readonly onProject: (shortID: string) => void;
}

function Target({ timezone, onTimezone, projectShortID, onProject }: TargetProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const standard = projects.find(({ isDefault }) => isDefault)?.shortID ?? '';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={words.zone} hint={words.zoneHint}>
        <ZonePicker value={timezone} onChange={onTimezone} />
      </Field>
      <Field label={words.project}>
        <Select
          value={projectShortID === '' ? standard : projectShortID}
          options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
          onChange={onProject}
        />
      </Field>
    </div>
  );
}

interface JobsProps {
  readonly items: readonly ImportItem[];
  readonly chosen: ReadonlySet<number>;
  /** Numbers of the lines that can be selected. */
  readonly lines: readonly number[];
  readonly onLeaveOut: (lines: ReadonlySet<number>) => void;
  readonly names: ReadonlyMap<number, string>;
  readonly onRename: (line: number, name: string) => void;
}

function Jobs({ items, chosen, lines, onLeaveOut, names, onRename }: JobsProps) {
  if (items.length > ROWS_MAX) {
    return (
      <Notice kind="warning">
        {words.tooMany(items.length, ROWS_MAX)}{' '}
        <Link to="/import" className={buttonClass('plain')}>
          {words.toImport}
        </Link>
      </Notice>
    );
  }
  const leaveOut = (isLeftOut: (line: number) => boolean): void =>
    onLeaveOut(new Set(lines.filter(isLeftOut)));
  return (
    <Panel flush>
      <div className="flex min-h-11 items-center border-b border-line px-4">
        {lines.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <Checkbox
            checked={chosen.size === lines.length}
            mixed={chosen.size > 0 && chosen.size < lines.length}
            onChange={(isChosen) => leaveOut(() => !isChosen)}
            label={words.all(lines.length)}
          />
        )}
      </div>
      <CrontabTable
        items={items}
        chosen={chosen}
        names={names}
        onRename={onRename}
        onChoose={(line, isChosen) => leaveOut((each) => (each === line ? !isChosen : !chosen.has(each)))}
      />
    </Panel>
  );
}
