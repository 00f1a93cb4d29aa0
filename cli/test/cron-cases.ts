/** A crontab, and what the real cron programs run of it. */
export interface CronCase {
  readonly name: string;
  /** Content of the crontab. Each `RUN x` stands for a command that creates the file `x`. */
  readonly text: string;
  /** Whether the crontab is a file of `/etc/cron.d`. Otherwise it is root's crontab. */
  readonly isSystem: boolean;
  readonly fileName?: string;
  readonly mode?: number;
  readonly owner?: number;
  readonly kind?: 'link' | 'hard-link' | 'link-of-user';
  /** Letters of the commands that Debian's cron 3.0pl1-162 runs. */
  readonly debian: string;
  /** Letters of the commands that cronie 1.7.2 runs. */
  readonly cronie: string;
}

const EVERY = '* * * * *';

function system(
  name: string,
  text: string,
  { debian, cronie, ...facts }: Pick<CronCase, 'debian' | 'cronie'> & Partial<CronCase>,
): CronCase {
  return { name, text, isSystem: true, debian, cronie, ...facts };
}

function user(
  name: string,
  text: string,
  { debian, cronie, ...facts }: Pick<CronCase, 'debian' | 'cronie'> & Partial<CronCase>,
): CronCase {
  return { name, text, isSystem: false, debian, cronie, ...facts };
}

const GOOD = `${EVERY} root RUN a\n`;

/** Crontabs that cron reads in part or not at all, and neighbors of them that it reads. */
export const CRON_CASES: readonly CronCase[] = [
  system('a good line', GOOD, { debian: 'a', cronie: 'a' }),
  system('no line break at the end', `${EVERY} root RUN a\n${EVERY} root RUN b`, { debian: '', cronie: 'a' }),
  system('a comment without a line break at the end', `${GOOD}# end`, { debian: 'a', cronie: 'a' }),
  system('spaces without a line break at the end', `${GOOD}  `, { debian: 'a', cronie: 'a' }),
  system('a setting without a line break at the end', `${GOOD}A=b`, { debian: '', cronie: 'a' }),
  system('an hour of 99', `${GOOD}0 99 * * * root RUN b\n`, { debian: '', cronie: 'a' }),
  system('an unknown user', `${GOOD}${EVERY} nosuchuser RUN b\n`, { debian: '', cronie: 'a' }),
  system('a line without a command', `${GOOD}${EVERY} root\n${EVERY} root RUN b\n`, {
    debian: '',
    cronie: 'ab',
  }),
  system('a line without a user', `${EVERY}\n${GOOD}`, { debian: '', cronie: 'a' }),
  system('a word', `${GOOD}nonsense\n`, { debian: '', cronie: 'a' }),
  system('an empty line that ends with CRLF', `\r\n${GOOD}`, { debian: '', cronie: 'a' }),
  system('a line that ends with CRLF', `${EVERY} root RUN a #\r\n`, { debian: 'a', cronie: 'a' }),
  system('a nickname in capitals', `${GOOD}@Daily root RUN b\n`, { debian: '', cronie: 'a' }),
  system('an unknown nickname', `${GOOD}@fortnightly root RUN b\n`, { debian: '', cronie: 'a' }),
  system('a minus before the times', `-${EVERY} root RUN a\n`, { debian: '', cronie: 'a' }),
  system('the option -n before the command', `${EVERY} root -n true; RUN a\n`, { debian: '', cronie: 'a' }),
  system('an unknown option before the command', `${GOOD}${EVERY} root -x true; RUN b\n`, {
    debian: 'a',
    cronie: 'a',
  }),
  system('a plus sign before the command', `${GOOD}${EVERY} root +x true; RUN b\n`, {
    debian: 'a',
    cronie: 'a',
  }),
  system('a setting without a value', `MAILTO=\n${GOOD}`, { debian: '', cronie: 'a' }),
  system('a setting with an empty value in quotes', `MAILTO=""\n${GOOD}`, { debian: 'a', cronie: 'a' }),
  system('a setting with spaces', `  MAILTO = nobody \n${GOOD}`, { debian: 'a', cronie: 'a' }),
  system('text after a quoted value', `A="b" c\n${GOOD}`, { debian: '', cronie: 'a' }),
  system('an unclosed quote in a setting', `A="b\n${GOOD}`, { debian: '', cronie: 'a' }),
  system('a setting whose name has a hyphen', `A-B=c\n${GOOD}`, { debian: 'a', cronie: 'a' }),
  system('a setting whose name is quoted', `"A B"=c\n${GOOD}`, { debian: 'a', cronie: 'a' }),
  system('export before a setting', `export A=b\n${GOOD}`, { debian: '', cronie: 'a' }),
  system('text after an item', `*x *;y *#2 *%3 *-5 root RUN a\n`, { debian: 'a', cronie: '' }),
  system('a step without a range', `${GOOD}0/1 * * * * root RUN b\n`, { debian: '', cronie: 'a' }),
  system('a step of 0', `${GOOD}*/0 * * * * root RUN b\n`, { debian: '', cronie: 'a' }),
  system('a question mark', `${GOOD}* * ? * * root RUN b\n`, { debian: '', cronie: 'a' }),
  system('the last day', `${GOOD}* * L,1-31 * * root RUN b\n`, { debian: '', cronie: 'a' }),
  system('a range of weekdays to Sunday as 0', `${GOOD}* * * * 1-0 root RUN b\n`, {
    debian: 'a',
    cronie: 'a',
  }),
  system('a range of weekdays to Sunday by name', `${GOOD}* * * * mon-sun root RUN b\n`, {
    debian: 'a',
    cronie: 'a',
  }),
  system('a range beyond its field', `${GOOD}0-60 * * * * root RUN b\n`, { debian: '', cronie: 'a' }),
  system('a range that runs backwards', `30-20,* * * * * root RUN a\n`, { debian: 'a', cronie: 'a' }),
  system('an empty item', `${GOOD}*,, * * * * root RUN b\n`, { debian: '', cronie: 'a' }),
  system('a random minute', `${GOOD}*,0~59 * * * * root RUN b\n`, { debian: 'ab', cronie: 'ab' }),
  system('a long command', `${GOOD}${EVERY} root RUN b ${'#'.repeat(1000)}\n`, { debian: '', cronie: 'ab' }),
  system('a vertical tab before a line', `\v${GOOD}`, { debian: '', cronie: '' }),
  system('a no-break space before a line', `${GOOD}\u00a0${EVERY} root RUN b\n`, { debian: '', cronie: 'a' }),
  system('a dot in the name', GOOD, { fileName: 'example.com', debian: '', cronie: 'a' }),
  system('a plus sign in the name', GOOD, { fileName: 'c++', debian: '', cronie: 'a' }),
  system('a name of a backup', GOOD, { fileName: 'backup~', debian: '', cronie: '' }),
  system('a name of rpm', GOOD, { fileName: 'x.rpmnew', debian: '', cronie: '' }),
  system('a file that its group may write', GOOD, { mode: 0o664, debian: '', cronie: '' }),
  system('a file that all may write', GOOD, { mode: 0o646, debian: '', cronie: '' }),
  system('an executable file', GOOD, { mode: 0o755, debian: 'a', cronie: '' }),
  system('a file without permissions for others', GOOD, { mode: 0o400, debian: 'a', cronie: 'a' }),
  system('a file of another user', GOOD, { owner: 1, debian: '', cronie: '' }),
  system('a symbolic link', GOOD, { kind: 'link', debian: 'a', cronie: 'a' }),
  system('a symbolic link of another user', GOOD, { kind: 'link-of-user', debian: '', cronie: 'a' }),
  system('a file with two names', GOOD, { kind: 'hard-link', debian: '', cronie: 'a' }),
  user('a crontab of a user', `${EVERY} RUN a\n`, { debian: 'a', cronie: 'a' }),
  user('a sixth star', `${EVERY} RUN a\n${EVERY} * RUN b\n`, { debian: '', cronie: 'a' }),
  user('a line of a user without a command', `${EVERY}\n${EVERY} RUN a\n`, { debian: 'a', cronie: 'a' }),
  user('a crontab without a line break at the end', `${EVERY} RUN a\n${EVERY} RUN b`, {
    debian: '',
    cronie: 'a',
  }),
  user('a crontab with mode 0644', `${EVERY} RUN a\n`, { mode: 0o644, debian: '', cronie: 'a' }),
  user('a crontab of another user', `${EVERY} RUN a\n`, { owner: 1, debian: '', cronie: '' }),
  user('a crontab with two names', `${EVERY} RUN a\n`, { kind: 'hard-link', debian: '', cronie: '' }),
  user('a crontab that is a symbolic link', `${EVERY} RUN a\n`, { kind: 'link', debian: '', cronie: 'a' }),
  user('a crontab of no user', `${EVERY} RUN a\n`, { fileName: 'nosuchuser', debian: '', cronie: '' }),
];
