export const words = {
  badge: (file: string) => `Managed by ${file}`,
  badgeTitle: (key: string) => `The configuration file manages this under the key ${key}.`,
  notice: (file: string, key: string) =>
    `The configuration file “${file}” manages this as “${key}”. Its next apply reverts changes made here, so change the file, too.`,
};
