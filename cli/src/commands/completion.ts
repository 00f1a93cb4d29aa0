import type { Command } from 'commander';
import { outlineOf } from '../completion/outline.ts';
import { completionScript, SHELLS } from '../completion/scripts.ts';
import { printResult } from '../print/result.ts';
import { type CommandLine, usageError } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  source <(overdue completion bash)      in ~/.bashrc
  source <(overdue completion zsh)       in ~/.zshrc, after compinit
  overdue completion fish | source       in ~/.config/fish/config.fish

Exit status: 0, or 2 if the shell is not supported.`;

export function addCompletion(program: Command, cli: CommandLine): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .argument('<shell>', SHELLS.join(', '))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string, { json }: { readonly json?: true }) => {
      const shell = SHELLS.find((candidate) => candidate === name);
      if (shell === undefined) throw usageError(`Unknown shell: ${name}. Use ${SHELLS.join(', ')}.`);
      const script = completionScript(shell, outlineOf(await cli.loadProgram()));
      printResult(cli, { json, value: { shell, script }, text: () => script });
    });
}
