import type { Access } from '@overdue/domain/access/access.ts';
import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { TAG_LENGTH_MAX, TAGS_MAX } from '@overdue/domain/monitor/limits.ts';
import {
  DEFAULT_VIEW,
  GROUPINGS,
  type ListView,
  PRIVATE_VIEWS_MAX,
  SHARED_VIEWS_MAX,
  SORTS,
  STATUSES_WORST_FIRST,
  settingsOf,
  VIEW_NAME_LENGTH_MAX,
  VIEW_PROJECTS_MAX,
  VIEW_SEARCH_LENGTH_MAX,
} from '@overdue/domain/views/list-view.ts';
import { z } from 'zod';
import type { AddAuditFacts } from '../api/audit-facts.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { type RequestedReference, referencesIn, referencesTo } from '../api/missing-references.ts';
import { requirePermission, requireScope } from '../api/permission.ts';
import { revision } from '../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly } from '../api/read-only.ts';
import { resourceEndpoints } from '../api/resource-endpoints.ts';
import { editOf, requireFound, respondCreated, respondEdited, type TeamResource } from '../api/resources.ts';
import { success } from '../api/responses.ts';
import { pathID, searchText, singleLineText } from '../api/schemas.ts';
import type { Revised } from '../database/edits.ts';
import { newShortID } from '../platform/runtime/random.ts';
import type { SavedView, ViewResource } from './contract.ts';

const viewParams = z.object({
  viewShortID: pathID.meta({ description: "The view's `shortID`.", example: 'x4n7k2vq9d' }),
});

function wordsOf<Word extends string>(words: readonly Word[]) {
  return z
    .array(z.enum(words))
    .max(words.length)
    .transform((chosen): readonly Word[] => {
      const wanted = new Set<string>(chosen);
      return words.filter((word) => wanted.has(word));
    });
}

const distinct = (values: readonly string[]) => [...new Set(values)];

const NAME = { description: 'Name, unique among the shared views of the team, or among your private views.' };
const SHARED = {
  description:
    'Whether the whole team sees the view. Otherwise only the member who created the view sees it.',
  example: true,
};
const SEARCH = {
  description: 'Words that must all occur in the name, tags, description or IDs of a monitor.',
  example: '',
};
const PROJECTS = { description: 'Only monitors of these projects, by `shortID`.', example: [] };
const STATUSES = { description: 'Only monitors with one of these statuses.', example: ['down', 'failing'] };
const TAGS = { description: 'Only monitors with all of these tags.', example: ['db'] };
const SEVERITY = { description: 'Only monitors with one of these severities.', example: [] };
const SORT = {
  description:
    '`worst`: worst status first. `name`, `nameDescending`, `project`. `next`: next run first. `last`: last ping first; ' +
    '`lastAscending`: last. `streak`: most failures in a row first. `created`: newest first.',
  example: 'worst',
};
const GROUP = {
  description: 'Groups of the list. A monitor is in the group of its first tag.',
  example: 'project',
};

/** Filters, order and grouping in requests. Without a setting, a new view shows all monitors, worst first. */
export const viewSettings = {
  q: searchText(0, VIEW_SEARCH_LENGTH_MAX).optional().meta(SEARCH),
  projects: z.array(z.string()).max(VIEW_PROJECTS_MAX).transform(distinct).optional().meta(PROJECTS),
  statuses: wordsOf(STATUSES_WORST_FIRST).optional().meta(STATUSES),
  tags: z.array(singleLineText(1, TAG_LENGTH_MAX)).max(TAGS_MAX).transform(distinct).optional().meta(TAGS),
  severities: wordsOf(SEVERITIES).optional().meta(SEVERITY),
  sort: z.enum(SORTS).optional().meta(SORT),
  group: z.enum(GROUPINGS).optional().meta(GROUP),
};

export const viewName = singleLineText(1, VIEW_NAME_LENGTH_MAX);

const viewBody = z
  .strictObject({
    name: viewName.meta({ ...NAME, example: 'Databases' }),
    shared: z
      .boolean()
      .default(false)
      .meta({ description: `${SHARED.description} Default: false.`, example: false }),
    ...viewSettings,
  })
  .meta({ id: 'ViewInput' });

const view = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the view in this API.', example: 'x4n7k2vq9d' }),
    name: z.string().meta({ ...NAME, example: 'Databases' }),
    shared: z.boolean().meta(SHARED),
    q: z.string().meta(SEARCH),
    projects: z.array(z.string()).meta(PROJECTS),
    statuses: z.array(z.enum(STATUSES_WORST_FIRST)).meta(STATUSES),
    tags: z.array(z.string()).meta(TAGS),
    severities: z.array(z.enum(SEVERITIES)).meta(SEVERITY),
    sort: z.enum(SORTS).meta(SORT),
    group: z.enum(GROUPINGS).meta(GROUP),
    revision,
  })
  .meta({ id: 'View', description: 'Filters, order and grouping of the monitor list, under a name.' });

const READ_ONLY = ['shortID'] as const;

const viewEdit = z
  .strictObject({
    name: viewName.optional().meta({ ...NAME, example: 'Failing databases' }),
    shared: z.boolean().optional().meta(SHARED),
    ...viewSettings,
    ...readOnly(view.shape, [...READ_ONLY, 'revision']),
  })
  .meta({ id: 'ViewEdit', description: EDIT_DESCRIPTION });

type SettingsInput = { readonly [name in keyof ListView]?: ListView[name] | undefined };

/** Merges the settings of a request into other settings. */
export function mergeSettings(before: ListView, input: SettingsInput): ListView {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return settingsOf({ ...before, ...given });
}

export function viewReferences({ projects = [] }: SettingsInput): readonly RequestedReference[] {
  return referencesIn('project', 'projects', projects);
}

const VIEW: TeamResource<Revised<SavedView>> = {
  name: 'view',
  labels: { one: 'view', many: 'views' },
  write: ({ shortID, name, memberID, settings, revision }) => ({
    shortID,
    name,
    shared: memberID === null,
    ...settings,
    revision,
  }),
};

/** Only shared views concern the team: they need the permission to change content, and their changes are in the audit log. */
function requireMayKeep(access: Access, views: readonly { readonly memberID: string | null }[]): void {
  requireScope(access, 'write');
  if (views.some(({ memberID }) => memberID === null)) requirePermission(access, 'write');
}

function auditShared(audit: AddAuditFacts, views: readonly { readonly memberID: string | null }[]): void {
  if (views.every(({ memberID }) => memberID !== null)) audit({ isUnchanged: true });
}

const MAY_KEEP =
  'Every member may keep private views. Shared views require the permission to change monitors.';

const views = resourceEndpoints<Revised<SavedView>>({
  ...VIEW,
  path: '/v1/views/',
  tag: 'Views',
  params: viewParams,
  schema: view,
  stored: ({ store }, { memberID }) => store.savedViews(memberID),
  resource: () => VIEW,
});

const listViews = views.list({
  operationID: 'listViews',
  description: `The shared views of the team and your private views, oldest first: at most ${SHARED_VIEWS_MAX} and ${PRIVATE_VIEWS_MAX}.`,
});

const createView = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/views/',
  operationID: 'createView',
  tag: 'Views',
  summary: 'Create a view',
  description: MAY_KEEP,
  permission: 'read',
  body: viewBody,
  bodyExample: { name: 'Databases by project', shared: true, tags: ['db'], group: 'project' },
  responses: success(201, 'The new view.', { view }),
  etag: 'sent',
  errors: ['conflict'],
  async handle({ access, body, audit }, { store, random, clock }) {
    const { teamID } = access;
    const { name, shared, ...settings } = body;
    const created = {
      teamID,
      shortID: newShortID(random),
      name,
      memberID: shared ? null : access.memberID,
      settings: mergeSettings(DEFAULT_VIEW, settings),
      createdAt: clock.now(),
    };
    requireMayKeep(access, [created]);
    auditShared(audit, [created]);
    return respondCreated(
      VIEW,
      await store
        .savedViews(access.memberID)
        .create(created, { references: referencesTo(teamID, viewReferences(settings)) }),
    );
  },
});

const readView = views.read({
  operationID: 'readView',
  description: 'One shared view, or one of your private views.',
});

const editView = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/views/{viewShortID}/',
  operationID: 'editView',
  tag: 'Views',
  summary: 'Change a view',
  description: `Omitted fields keep their value. A shared view that stops being shared becomes your private view. ${MAY_KEEP}`,
  permission: 'read',
  params: viewParams,
  body: viewEdit,
  bodyExample: { statuses: ['down', 'failing'] },
  responses: success(200, 'The view after the change.', { view }),
  etag: 'checked',
  errors: ['not_found', 'conflict'],
  async handle({ access, params, body, ifMatch, audit }, { store }) {
    const { name, shared, revision, shortID: _, ...settings } = body;
    const edit = editOf<Revised<SavedView>, ViewResource['change']>({
      resource: VIEW,
      expected: { ifMatch, revision },
      readOnly: { requestBody: body, names: READ_ONLY },
      references: viewReferences(settings),
      storedReferences: ({ settings: { projects } }) => projects,
      merge: ({ name: storedName, memberID, settings: stored }) => ({
        before: { name: storedName, memberID, settings: stored },
        after: {
          name: name ?? storedName,
          memberID: ownerAfter(memberID, shared, access),
          settings: mergeSettings(stored, settings),
        },
      }),
    });
    const edited = await store.savedViews(access.memberID).change(access.teamID, params.viewShortID, {
      ...edit,
      merge(current, find) {
        requireMayKeep(access, [current, { memberID: ownerAfter(current.memberID, shared, access) }]);
        return edit.merge(current, find);
      },
    });
    const { before, after } = requireFound(edited, VIEW.labels.one);
    auditShared(audit, [before, after]);
    return respondEdited(VIEW, { before, after }, audit);
  },
});

function ownerAfter(
  before: string | null,
  shared: boolean | undefined,
  { memberID }: Pick<Access, 'memberID'>,
): string | null {
  if (shared === undefined) return before;
  return shared ? null : memberID;
}

const deleteView = views.delete({
  operationID: 'deleteView',
  description: MAY_KEEP,
  permission: 'read',
  check(current, { access, audit }) {
    requireMayKeep(access, [current]);
    auditShared(audit, [current]);
  },
});

export const VIEW_ENDPOINTS = [listViews, createView, readView, editView, deleteView];
