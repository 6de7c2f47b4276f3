/** The address of `app/areas.ts` in the browser's build. The server's build fills this in (build/areas.ts). */
export const areasFile = ''
