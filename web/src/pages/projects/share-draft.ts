import type { Share, ShareEdit, ShareInput } from '@overdue/sdk';

type Scope = Share['scope'];

/** A share in the editor. Fields that its kind doesn't use are retained but not sent. */
export interface ShareDraft {
  readonly kind: Share['kind'];
  readonly title: string;
  readonly scope: Scope['kind'];
  readonly project: string;
  readonly tag: string;
  readonly monitor: string;
  readonly slug: string;
  readonly description: string;
  readonly timezone: string;
  readonly indexed: boolean;
  readonly style: Share['options']['style'];
}

export function newShare(title: string, zone: string, projectShortID?: string): ShareDraft {
  return {
    kind: 'status_page',
    title,
    scope: projectShortID === undefined ? 'team' : 'project',
    project: projectShortID ?? '',
    tag: '',
    monitor: '',
    slug: '',
    description: '',
    timezone: zone,
    indexed: false,
    style: 'flat',
  };
}

export function shareDraft({ kind, title, scope, options }: Share, zone: string): ShareDraft {
  return {
    ...newShare(title, zone),
    kind,
    scope: scope.kind,
    project: scope.kind === 'project' ? scope.projectShortID : '',
    tag: scope.kind === 'tag' ? scope.tag : '',
    monitor: scope.kind === 'monitor' ? scope.shortID : '',
    ...options,
  };
}

export function inputOf(draft: ShareDraft): ShareInput {
  const slug = draft.kind === 'status_page' && draft.slug.trim() !== '' ? { slug: draft.slug.trim() } : {};
  return { kind: draft.kind, scope: scopeOf(draft), ...slug, ...editOf(draft) };
}

/** Returns the fields to change. Omits the address and scope, which can't be changed. */
export function editOf({
  kind,
  title,
  description,
  timezone,
  indexed,
  style,
}: ShareDraft): Pick<ShareInput, 'title'> & Pick<ShareEdit, 'options'> {
  const options = {
    badge: { style },
    status_page: { description: description.trim(), timezone, indexed },
    calendar: null,
  }[kind];
  return { title: title.trim(), ...(options === null ? {} : { options }) };
}

function scopeOf({ scope, project, tag, monitor }: ShareDraft): Scope {
  switch (scope) {
    case 'team':
      return { kind: 'team' };
    case 'project':
      return { kind: 'project', projectShortID: project };
    case 'tag':
      return { kind: 'tag', tag };
    case 'monitor':
      return { kind: 'monitor', shortID: monitor };
  }
}

export interface ShareFieldsProps {
  readonly draft: ShareDraft;
  readonly onChange: (part: Partial<ShareDraft>) => void;
  readonly problemOf: (path: string) => string | undefined;
}
