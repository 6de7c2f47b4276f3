/** The file of each screen, by the id of its route. The browser's build fills this in (build/screens.ts). */
export const screens: Record<string, () => Promise<object>> = {}
