import type { ImportInput } from '@overdue/sdk';

/** Sources that people choose on the page. The command `overdue discover` sends the other sources. */
export type Source = Exclude<ImportInput['source'], 'discover'>;

interface SourceFacts {
  readonly source: Source;
  /** Whether monitors can be read through the API of the other service. */
  readonly hasAPI: boolean;
  /** Whether the other service can be self-hosted, so that the form asks for its address. */
  readonly hasURL?: true;
  readonly hasOrganization?: true;
  /** Whether jobs ping with a key of the other service that the project can accept too. */
  readonly hasPingKey?: true;
  /** Whether programs manage monitors with an API key of the other service that the project can accept too. */
  readonly hasManagementKey?: true;
  /** Whether the source has the status of each job. New monitors can start with that status. */
  readonly hasStatus?: true;
  /** Whether the API of the source has past runs. */
  readonly hasHistory?: true;
  readonly hasTimezone?: true;
}

export const SOURCES: readonly SourceFacts[] = [
  {
    source: 'healthchecks',
    hasAPI: true,
    hasURL: true,
    hasPingKey: true,
    hasManagementKey: true,
    hasStatus: true,
    hasHistory: true,
  },
  { source: 'uptime-kuma', hasAPI: false },
  { source: 'cronitor', hasAPI: true, hasPingKey: true },
  { source: 'better-stack', hasAPI: true },
  { source: 'sentry', hasAPI: true, hasURL: true, hasOrganization: true, hasPingKey: true, hasHistory: true },
  { source: 'crontab', hasAPI: false, hasTimezone: true },
];

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

export interface ImportDraft {
  readonly source: Source;
  readonly from: 'api' | 'file';
  readonly key: string;
  readonly url: string;
  readonly organization: string;
  readonly files: readonly ChosenFile[];
  /** Content that a user pastes instead of choosing a file. */
  readonly pasted: string;
  readonly pingKey: string;
  readonly keepKey: boolean;
  readonly continueStatus: boolean;
  readonly history: boolean;
  readonly projectShortID: string;
  readonly timezone: string;
}

export function newImport(timezone: string, projectShortID = ''): ImportDraft {
  return {
    source: 'healthchecks',
    from: 'api',
    key: '',
    url: '',
    organization: '',
    files: [],
    pasted: '',
    pingKey: '',
    keepKey: false,
    continueStatus: false,
    history: false,
    projectShortID,
    timezone,
  };
}

export function sourceFacts({ source }: Pick<ImportDraft, 'source'>): SourceFacts {
  const facts = SOURCES.find((candidate) => candidate.source === source);
  if (facts === undefined) throw new Error(`The source ${source} is unknown.`);
  return facts;
}

/** Returns the origin of the data. A source without an API always reads files. */
export function originOf(draft: ImportDraft): ImportDraft['from'] {
  return sourceFacts(draft).hasAPI ? draft.from : 'file';
}

/** Returns the request fields that planning and importing share; null while a field is missing. */
export function importInput(draft: ImportDraft): ImportInput | null {
  const facts = sourceFacts(draft);
  const content = originOf(draft) === 'api' ? accountOf(draft) : filesOf(draft);
  if (content === null) return null;
  const pingKey = facts.hasPingKey ? draft.pingKey.trim() : '';
  const keepsKey = facts.hasManagementKey === true && draft.keepKey && 'account' in content;
  return {
    source: draft.source,
    ...content,
    ...(pingKey === '' ? {} : { pingKey }),
    ...(keepsKey ? { keepKey: true } : {}),
    ...(facts.hasStatus && draft.continueStatus ? { continueStatus: true } : {}),
    ...(draft.projectShortID === '' ? {} : { projectShortID: draft.projectShortID }),
    ...(facts.hasTimezone ? { timezone: draft.timezone } : {}),
  };
}

function accountOf(draft: ImportDraft): Pick<ImportInput, 'account'> | null {
  const { hasURL, hasOrganization, hasHistory } = sourceFacts(draft);
  const key = draft.key.trim();
  const url = hasURL ? draft.url.trim() : '';
  const organization = hasOrganization ? draft.organization.trim() : '';
  if (key === '' || (hasOrganization && organization === '')) return null;
  return {
    account: {
      key,
      ...(url === '' ? {} : { url }),
      ...(organization === '' ? {} : { organization }),
      ...(hasHistory && draft.history ? { history: true } : {}),
    },
  };
}

function filesOf({ files, pasted }: ImportDraft): Pick<ImportInput, 'files'> | null {
  const sources = [...files, ...(pasted.trim() === '' ? [] : [{ name: 'pasted text', text: pasted }])];
  return sources.length === 0 ? null : { files: sources };
}
