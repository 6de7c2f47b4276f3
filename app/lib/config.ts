import { createIsomorphicFn } from '@tanstack/react-start'
import { readPublicConfig } from '~/server/environment.server'

/** What the browser may know about this deployment. */
export interface PublicConfig {
  appEnv: 'demo' | 'production'
  firebase: { apiKey: string; authDomain: string; projectId: string }
  /** Set in the demo only; always a loopback host. */
  authEmulatorUrl: string | null
  clubAdminUrl: string | null
  /** Whether the first data is asked for with the token that the SDK has stored, before the SDK is up. */
  earlyToken: boolean
}

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
