declare global {
  interface Window {
    /** The files of the screens that this document opens, by the id of their route. */
    __screens?: Record<string, string>
  }
}

/** Replaces the import of a screen's file in the browser's build of its route (build/screens.ts). */
export const screenFile = (route: string) => async (): Promise<object | undefined> => {
  const opened = window.__screens?.[route]
  if (opened) return import(/* @vite-ignore */ opened)
  const all = await import('./screens')
  return all.screens[route]?.()
}
