import type { CommandOutline } from './outline.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Returns the script that teaches a shell the commands and their options. */
export function completionScript(shell: Shell, commands: readonly CommandOutline[]): string {
  return { bash, zsh, fish }[shell](commands);
}

function bash(commands: readonly CommandOutline[]): string {
  const cases = commands.map(
    ({ name, options }) =>
      `    ${name}) words='${[...options.map(({ long }) => long), '--help'].join(' ')}' ;;`,
  );
  return `# Completion of overdue for bash. Load it with: source <(overdue completion bash)
_overdue() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words index
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${[...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' ')}' -- "$current"))
    return
  fi
  for ((index = 2; index < COMP_CWORD; index++)); do
    # The job after -- is completed like any command.
    if [ "\${COMP_WORDS[index]}" = -- ]; then
      COMPREPLY=($(compgen -c -- "$current"))
      return
    fi
  done
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) return ;;
  esac
  case "$current" in -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;; esac
}
complete -o default -F _overdue overdue
`;
}

function zsh(commands: readonly CommandOutline[]): string {
  const names = commands.map(({ name, description }) => `    ${quote(`${name}:${description}`)}`);
  const cases = commands.map(({ name, options }) => {
    const specs = options.map(({ long, description, takesValue }) =>
      quote(`${long}[${description.replaceAll(/[[\]:]/g, '\\$&')}]${takesValue ? ':value:' : ''}`),
    );
    const rest = name === 'exec' ? ["'*::command:_normal'"] : ["'*:argument:_default'"];
    return `    ${name}) _arguments ${[...specs, ...rest].join(' ')} ;;`;
  });
  return `#compdef overdue
# Completion of overdue for zsh. Load it with: source <(overdue completion zsh)
_overdue() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _overdue overdue
`;
}

function fish(commands: readonly CommandOutline[]): string {
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c overdue -n __fish_use_subcommand -a ${name} -d ${quote(description)}`,
    ...options.map(({ long, short, description: text, takesValue }) =>
      [
        `complete -c overdue -n '__fish_seen_subcommand_from ${name}'`,
        `-l ${long.replace(/^--/, '')}`,
        ...(short === null ? [] : [`-s ${short.replace(/^-/, '')}`]),
        ...(takesValue ? ['-r'] : []),
        `-d ${quote(text)}`,
      ].join(' '),
    ),
  ]);
  return `# Completion of overdue for fish. Load it with: overdue completion fish | source\n${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
