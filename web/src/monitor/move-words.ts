export const words = { project: 'Project', move: 'Move' } as const;
