import { useLoaded } from '~/lib/use-loaded'

/** The panels below the first screen, loaded once they are due: naming their many files to the browser takes its time. */
export const useMorePanels = (isDue = true) => useLoaded(async () => (await import('./more-panels.lazy')).more, isDue)
