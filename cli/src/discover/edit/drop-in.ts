export interface DropInOptions {
  /** The command `overdue`, as words. */
  readonly program: readonly string[];
  readonly pingURL: string;
  /** Absolute path of certificates that reports trust besides those of the system; null if there are none. */
  readonly caFile?: string | null;
  /** Whether the service runs as root, or as the user of the systemd instance. */
  readonly runsAsOwner: boolean;
  /** Setting that gives the reports of the service a folder; null if the folder of the user is used. */
  readonly folderSetting: FolderSetting | null;
}

/** A setting of systemd.exec(5) that creates a folder which belongs to the user of a service. */
export type FolderSetting = 'StateDirectory' | 'CacheDirectory';

/** For each setting, the variable with the folders of the service, and the specifier of the folder above. */
export const FOLDER_SETTINGS: Readonly<
  Record<FolderSetting, { readonly variable: string; readonly specifier: string }>
> = {
  StateDirectory: { variable: 'STATE_DIRECTORY', specifier: '%S' },
  CacheDirectory: { variable: 'CACHE_DIRECTORY', specifier: '%C' },
};

/** Folder of the reports of one service. `%n` is the name of the service. */
const UNIT_FOLDER = 'overdue-units/%n';

const HEADER = '# Written by "overdue discover --apply". "overdue discover --undo" removes it.';

/** Whether a text is a drop-in that {@link dropIn} returned, also if a person has changed it since. */
export function isWrittenDropIn(text: string): boolean {
  return text.startsWith(HEADER);
}

/** Variables that `overdue unit` needs, besides PATH. */
const VARIABLES = ['HOME', 'INVOCATION_ID', 'SERVICE_RESULT', 'EXIT_CODE', 'EXIT_STATUS'];

/**
 * Returns a drop-in that makes a service report its runs. The service's own commands don't change, so updates of its
 * package take effect. A failure of the added commands can't fail the service. `+` runs these commands outside the service's
 * sandbox. A service with `User=` has no `+`, which would run the commands as root with an environment that the user may control;
 * `env -i` keeps that environment from `overdue`. systemd creates a folder for waiting reports, because such a user often has no home
 * folder, or one that the sandbox hides. The service itself doesn't see the variable that names the folder.
 */
export function dropIn({
  program,
  pingURL,
  caFile = null,
  runsAsOwner,
  folderSetting,
}: DropInOptions): string {
  const folder = folderSetting === null ? null : FOLDER_SETTINGS[folderSetting];
  const variables = [
    ...VARIABLES.map((name) => `"${name}=\${${name}}"`),
    ...(folder === null ? [] : [`OVERDUE_STATE=${folder.specifier}/${UNIT_FOLDER}`]),
  ];
  const prefix = runsAsOwner ? '-+' : `-/usr/bin/env -i PATH=/usr/bin:/bin ${variables.join(' ')} `;
  const trust = caFile === null ? [] : ['--ca-file', caFile];
  const words = (action: string) =>
    [...program, 'unit', action, '--ping', pingURL, ...trust].map(quotedWord).join(' ');
  return [
    HEADER,
    '[Service]',
    ...(folder === null ? [] : [`${folderSetting}=${UNIT_FOLDER}`, `UnsetEnvironment=${folder.variable}`]),
    `ExecStartPre=${prefix}${words('start')}`,
    `ExecStopPost=${prefix}${words('end')}`,
    '',
  ].join('\n');
}

/** systemd expands % and $ everywhere, and reads quotes and backslashes. */
function quotedWord(word: string): string {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[^\s'"\\;]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
