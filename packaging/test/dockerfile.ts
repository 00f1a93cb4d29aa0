/** An instruction of a Dockerfile, such as `RUN` with its command. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Parses a Dockerfile with one stage: joins continued lines and drops comments. */
export function parseDockerfile(file: string): readonly Instruction[] {
  return file
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, text] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      if (name === undefined || text === undefined) throw new Error(`Not an instruction: ${line}`);
      return { name, text };
    });
}
