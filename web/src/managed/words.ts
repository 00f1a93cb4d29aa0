export const words = {
  badge: (file: string) => `Managed by ${file}`,
  badgeTitle: (key: string) => `Key in the configuration file: ${key}`,
  notice: (file: string, key: string) =>
    `Managed by the configuration file “${file}”, as “${key}”. Applying the file again reverts changes made here, so change the file, too.`,
};
