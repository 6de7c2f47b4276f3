import type { PublicConfig } from '~/lib/config'

const variable = (name: string) => process.env[name] || undefined

/** Where the admin API answers. Read per call: on the edge the environment arrives with the request. */
export const adminApiBaseUrl = () => variable('ADMIN_API_BASE_URL') ?? 'http://127.0.0.1:4000'

const isLoopback = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/** What the browser may know, read from the environment at run time so that one build serves every deployment. */
export function readPublicConfig(): PublicConfig {
  const appEnv = variable('APP_ENV') === 'production' ? 'production' : 'demo'
  const emulatorUrl = variable('VITE_FIREBASE_AUTH_EMULATOR_URL')
  if (appEnv === 'production' && emulatorUrl) {
    throw new Error('APP_ENV=production refuses VITE_FIREBASE_AUTH_EMULATOR_URL.')
  }
  if (emulatorUrl && !isLoopback(emulatorUrl)) {
    throw new Error('VITE_FIREBASE_AUTH_EMULATOR_URL must name a loopback host.')
  }
  const demo = appEnv === 'demo'
  return {
    appEnv,
    firebase: {
      apiKey: variable('VITE_FIREBASE_API_KEY') ?? (demo ? 'demo-key' : ''),
      authDomain: variable('VITE_FIREBASE_AUTH_DOMAIN') ?? (demo ? 'demo-karada-desk.firebaseapp.com' : ''),
      projectId: variable('VITE_FIREBASE_PROJECT_ID') ?? (demo ? 'demo-karada-desk' : ''),
    },
    authEmulatorUrl: emulatorUrl ?? (demo ? 'http://127.0.0.1:9099' : null),
    clubAdminUrl: variable('VITE_CLUB_ADMIN_URL') ?? null,
    earlyToken: variable('EARLY_TOKEN') !== 'off',
  }
}
