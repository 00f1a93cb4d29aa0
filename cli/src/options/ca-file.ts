import { Option } from 'commander';

/** Returns the option that every command with requests has. The program reads the option. */
export function caFileOption(): Option {
  return new Option(
    '--ca-file <file>',
    'file of certificates (PEM) to trust, in addition to those of this system',
  );
}
