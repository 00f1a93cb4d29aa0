import { run } from './command.ts';

/** Time of the last commit in seconds. With this time, two builds of a commit produce identical files. */
export function sourceDateEpoch(root: string): number {
  return Number(process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct'], root));
}

/** Packs files of a folder into a `.tar.gz`, without the names and times of this machine. */
export function writeTarball(
  archive: string,
  {
    folder,
    names,
    epoch,
  }: { readonly folder: string; readonly names: readonly string[]; readonly epoch: number },
): void {
  const anonymous = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', `--mtime=@${epoch}`];
  run(
    'tar',
    [...anonymous, '--use-compress-program=gzip -n', '--create', '--file', archive, ...names],
    folder,
  );
}
