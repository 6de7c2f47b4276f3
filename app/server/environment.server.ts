/** Every setting of the app's server with its default. `.env.example` lists the same; a test compares them. */
export const defaults = {
  /** Unset means production, so that a forgotten setting never starts a demo. */
  APP_ENV: 'production',
  PORT: '3000',
  HOST: '127.0.0.1',
  ADMIN_API_BASE_URL: 'http://127.0.0.1:4000',
  VITE_FIREBASE_API_KEY: 'demo-key',
  VITE_FIREBASE_AUTH_DOMAIN: 'demo-karada-desk.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'demo-karada-desk',
  VITE_FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099',
  VITE_CLUB_ADMIN_URL: '',
  VITE_MAPS_API_KEY: '',
  VIDEO_HOST: '',
  EARLY_TOKEN: 'on',
  CLIENT_ADDRESS_HEADER: '',
  PROXY_KEY: '',
} as const
type Name = keyof typeof defaults

/** An invalid setting; the message is the one line shown on the terminal. */
export class SettingError extends Error {}

/** Read per call: on the edge the environment arrives with the request. An empty value counts as not set. */
const given = (name: Name) => process.env[name] || undefined
const setting = (name: Name) => given(name) ?? defaults[name]

/** Where the Node server listens. Throws `SettingError`. */
export function listenAddress(): { port: number; hostname: string } {
  const port = Number(setting('PORT'))
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SettingError('PORT には 1 から 65535 までの番号を指定してください。')
  }
  return { port, hostname: setting('HOST') }
}

/** Base URL of the admin API, without a trailing slash. */
export const adminApiBaseUrl = () => setting('ADMIN_API_BASE_URL').replace(/\/+$/, '')

/** The header in which the reverse proxy in front of this server passes the client's address; undefined: there is none. */
export const clientAddressHeader = () => given('CLIENT_ADDRESS_HEADER')

/** Shared secret by which the API trusts the forwarded client address; undefined: it uses the connection's address. */
export const proxyKey = () => given('PROXY_KEY')

function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

function refuse(fault: string): never {
  throw new SettingError(`APP_ENV=production では起動できません: ${fault}`)
}

/** In production each of these must be the real project's; the demo's values allow no sign-in. */
function ownSetting(name: 'VITE_FIREBASE_API_KEY' | 'VITE_FIREBASE_PROJECT_ID'): string {
  const value = given(name)
  if (value === undefined || value.startsWith('demo-')) return refuse(`${name} に本番の値を指定してください。`)
  return value
}

/** The API receives tokens: in production its URL must be set explicitly and use https. */
function requireApiAddress() {
  const address = given('ADMIN_API_BASE_URL') ?? ''
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    refuse('ADMIN_API_BASE_URL に管理APIの https:// で始まるアドレスを指定してください。')
  }
}

/** Part of the content security policy, so it must be a bare host. */
function videoHost(): string | null {
  const host = given('VIDEO_HOST') ?? null
  if (host === null || /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/.test(host))
    return host
  throw new SettingError('VIDEO_HOST には video.example.jp のように、ホスト名だけを小文字で指定してください。')
}

/** What the browser may know about this deployment. */
export interface PublicConfig {
  appEnv: 'demo' | 'trial' | 'production'
  firebase: { apiKey: string; authDomain: string; projectId: string }
  /** Not set in production; always a loopback host. */
  authEmulatorUrl: string | null
  clubAdminUrl: string | null
  /** Key of the maps service, restricted to this site; place photos are shown only with it. */
  mapsKey: string | null
  /** The only host from which LEAN BODY's screens show videos and thumbnails. */
  videoHost: string | null
  /** Whether the first data is requested with the SDK's stored token, before the SDK has loaded. */
  earlyToken: boolean
}

/**
 * What the browser may know, read from the environment at run time so that one build serves every deployment.
 * Throws `SettingError` naming the variable: at the start on Node, at each request on the edge.
 */
export function readPublicConfig(): PublicConfig {
  const appEnv = setting('APP_ENV')
  if (appEnv !== 'demo' && appEnv !== 'trial' && appEnv !== 'production') {
    throw new SettingError('APP_ENV には demo、trial、production のどれかを指定してください。')
  }
  const common = {
    clubAdminUrl: given('VITE_CLUB_ADMIN_URL') ?? null,
    mapsKey: given('VITE_MAPS_API_KEY') ?? null,
    videoHost: videoHost(),
    earlyToken: setting('EARLY_TOKEN') !== 'off',
  }
  if (appEnv === 'production') {
    if (given('VITE_FIREBASE_AUTH_EMULATOR_URL')) {
      refuse('VITE_FIREBASE_AUTH_EMULATOR_URL はデモ専用です。設定を外してください。')
    }
    requireApiAddress()
    const projectId = ownSetting('VITE_FIREBASE_PROJECT_ID')
    const authDomain = given('VITE_FIREBASE_AUTH_DOMAIN') ?? `${projectId}.firebaseapp.com`
    const firebase = { apiKey: ownSetting('VITE_FIREBASE_API_KEY'), authDomain, projectId }
    return { ...common, appEnv, firebase, authEmulatorUrl: null }
  }
  const authEmulatorUrl = setting('VITE_FIREBASE_AUTH_EMULATOR_URL')
  if (!isLoopback(authEmulatorUrl)) {
    throw new SettingError(
      'VITE_FIREBASE_AUTH_EMULATOR_URL にはこのコンピューター自身 (http://127.0.0.1:ポート番号) だけを指定できます。',
    )
  }
  const firebase = {
    apiKey: setting('VITE_FIREBASE_API_KEY'),
    authDomain: setting('VITE_FIREBASE_AUTH_DOMAIN'),
    projectId: setting('VITE_FIREBASE_PROJECT_ID'),
  }
  return { ...common, appEnv, firebase, authEmulatorUrl }
}
