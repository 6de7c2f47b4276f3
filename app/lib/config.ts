import { createIsomorphicFn } from '@tanstack/react-start'
import { type PublicConfig, readPublicConfig } from '~/server/environment.server'

declare global {
  interface Window {
    __karada?: PublicConfig
  }
}

/** The deployment's public settings; the server writes them into the document, the browser reads them there. */
export const publicConfig = createIsomorphicFn()
  .server((): PublicConfig => readPublicConfig())
  .client((): PublicConfig => {
    if (!window.__karada) throw new Error('The document carries no configuration.')
    return window.__karada
  })
