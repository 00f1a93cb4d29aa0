import type { Command } from 'commander';
import { systemClock } from '../../sdk/src/clock.ts';
import { outlineOf } from '../src/completion/outline.ts';
import { openNetwork } from '../src/network/network.ts';
import { createProgram } from '../src/program.ts';
import { manPage } from './man-page.ts';

const WIDTH = 100;

/** Returns the generated files by path from the root of the repository: the page of commands and the manual pages. */
export async function referenceFiles(): Promise<ReadonlyMap<string, string>> {
  const nothing = () => {};
  const program = await createProgram({
    version: '',
    env: {},
    network: openNetwork({}),
    clock: systemClock,
    write: nothing,
    writeError: nothing,
    isTerminal: false,
    columns: () => WIDTH,
    setStatus: nothing,
    loadProgram: () => Promise.reject(new Error('No command runs here.')),
  });
  const outlines = outlineOf(program);
  const helps = new Map(program.commands.map((command) => [command.name(), helpOf(command)]));
  const whole = helpOf(program);
  const pages = outlines.map((outline) => {
    const help = helps.get(outline.name) ?? '';
    return [`cli/man/overdue-${outline.name}.1`, manPage({ ...outline, help })] as const;
  });
  const main = {
    name: '',
    description: program.description(),
    usage: '<command>',
    options: [],
    help: whole,
    commands: outlines,
  };
  return new Map([
    ['docs/cli-commands.md', commandsPage(whole, helps)],
    ['cli/man/overdue.1', manPage(main)],
    ...pages,
  ]);
}

/** Returns the help that `--help` prints, including the text after the options. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => WIDTH,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text;
}

function commandsPage(whole: string, helps: ReadonlyMap<string, string>): string {
  const sections = [...helps].map(([name, help]) => `## ${name}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`);
  return `# Commands of \`overdue\`

The help of every command, as \`overdue COMMAND --help\` prints it. [The command \`overdue\`](cli.md) explains the commands. \`npm run cli:reference\`
writes this page and the manual pages.

\`\`\`text
${whole.trimEnd()}
\`\`\`

${sections.join('\n')}`;
}
