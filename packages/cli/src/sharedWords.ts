/** What the process tells the command's thread at any moment, and where in shared memory: whether to stop, and the width of the terminal. */
export const sharedWords = { interrupted: 0, columns: 1, count: 2 } as const;
