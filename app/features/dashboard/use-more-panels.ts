import { useLoaded } from '~/lib/use-loaded'

/** The panels below the first screen, loaded after the headline and the chart. */
export const useMorePanels = () => useLoaded(async () => (await import('./more-panels.lazy')).more)
