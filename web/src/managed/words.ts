import { pluralize } from '../time/words.ts';

export const words = {
  badge: (file: string) => `Managed by ${file}`,
  badgeTitle: (key: string) => `Key in the configuration file: ${key}`,
  notice: (file: string, key: string) =>
    `Managed by the configuration file “${file}”, as “${key}”. Applying the file again reverts changes made here, so change the file, too.`,
  many: (count: number, all: number, file: string) =>
    `${count.toLocaleString('en')} of ${pluralize(all, 'monitor')} ${count === 1 ? 'is' : 'are'} managed by the configuration file “${file}”.`,
  reverts: 'Applying a file again reverts changes made here, so change the file, too.',
};
