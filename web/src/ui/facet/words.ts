export const words = {
  only: (name: string, value: string) => `${name}: ${value}`,
  many: (name: string, count: number) => `${name}: ${count}`,
  search: (name: string) => `Find a ${name.toLowerCase()}`,
  any: 'Any',
} as const;
