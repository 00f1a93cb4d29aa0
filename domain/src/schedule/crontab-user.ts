/** Matches user names, including names with dots and names of Samba machines. */
const USER = /^[A-Za-z_][\w.-]{0,31}\$?$/;
/** Matches names that `useradd` accepts by default. */
const USUAL_USER = /^[a-z_][a-z0-9_-]{0,31}$/;

/** Common users in `/etc/crontab`, where the user follows the times. None of these names is also a common program. */
const USERS: ReadonlySet<string> = new Set(
  'root daemon nobody www-data postgres mysql apache jenkins munin nagios zabbix vagrant ubuntu debian ec2-user'.split(
    ' ',
  ),
);
/** Programs and shell words that take arguments. They must not be mistaken for users. */
const PROGRAMS: ReadonlySet<string> = new Set(
  // Shells, interpreters and wrappers.
  (
    'sh bash dash zsh ksh fish csh tcsh ash busybox php python perl ruby node nodejs deno bun java lua tclsh pwsh mono dotnet ' +
    'sudo doas su runuser setpriv env nice ionice chrt taskset time timeout exec nohup flock lckdo chronic cronic setsid ' +
    'stdbuf chroot xargs parallel ts unbuffer script screen tmux systemd-cat systemd-run logger overdue eval command ' +
    'source test cd if for while case export set umask ulimit sleep true false echo printf run-parts run-one ' +
    // Files, texts and archives.
    'find cp mv rm ln ls cat tac head tail tar rsync scp sftp ssh mkdir rmdir touch chmod chown chgrp chattr install ' +
    'which stat du df dd tee truncate shred sync fstrim trim sed awk gawk grep egrep fgrep sort uniq cut wc tr diff ' +
    'cmp md5sum sha256sum gzip gunzip zcat bzip2 xz zstd zip unzip cpio split mount umount fsck rename tmpwatch ' +
    'tmpreaper logrotate updatedb readlink realpath pushd ' +
    // Programs that often run from cron.
    'curl wget restic rclone borg borgmatic duplicity duplicati kopia rsnapshot rdiff-backup tarsnap bup mysqldump ' +
    'mariadb mariadb-dump psql pg_dump pg_dumpall pg_restore mongodump mongo mongosh redis-cli sqlite sqlite3 ' +
    'docker docker-compose podman kubectl helm git svn hg make cmake npm npx yarn pnpm composer bundle rake rails ' +
    'artisan wp drush certbot acme.sh systemctl service journalctl apt apt-get dnf yum aws gcloud gsutil az s3cmd mc ' +
    'ansible ansible-playbook puppet chef-client terraform mail mailx sendmail msmtp clamscan freshclam aide tripwire ' +
    'fail2ban-client smartctl zfs zpool btrfs lvm xfs_fsr ntpdate hwclock ffmpeg convert rscript julia go cargo uv ' +
    'pip pipx poetry pipenv gpg openssl crontab at kill killall pkill nginx httpd apachectl caddy varnishadm'
  ).split(' '),
);
/** Matches a path without a trailing slash. The word before a folder or data file is a program, not a user. */
const PATH = /^(?:\/|\.\/|~\/)\S*[^/\s]$/;
const DATA =
  /\.(?:conf|cfg|ini|ya?ml|toml|json|xml|env|txt|log|csv|sql|db|sqlite3?|gz|bz2|xz|zst|tar|tgz|zip|bak)$/i;
/** Shell words that begin a command, so that the word before is a user. */
const BEGINNINGS: ReadonlySet<string> = new Set(['cd', 'test', '[', 'command']);

/** Returns the word after the times if it may be a user of `/etc/crontab`; null if it must be part of the command. */
export function findPossibleUser([word = '', next = '']: readonly string[]): string | null {
  const isPossible = USER.test(word) && /^[^-|&;<>%#=]/.test(next) && !isProgram(word);
  return isPossible ? word : null;
}

/** Whether the word after the times is a user rather than a program. */
export function isLikelyUser([word = '', next = '']: readonly string[]): boolean {
  if (!USUAL_USER.test(word) || isProgram(word)) return false;
  return USERS.has(word) || BEGINNINGS.has(next) || (PATH.test(next) && !DATA.test(next));
}

/** Whether a word is a known program, with or without a version, as in `python3.12`. */
function isProgram(word: string): boolean {
  return (
    PROGRAMS.has(word) ||
    PROGRAMS.has(word.replace(/(?:-|(?<![\d.]))[\d.]+$/, '')) ||
    /\.(?:sh|py|php|pl|rb|js)$/.test(word)
  );
}
