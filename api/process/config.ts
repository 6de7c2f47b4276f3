import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { demoSealing, type Sealing, sealingWith } from '../lib/sealing.ts'

/** Every setting of the API. `.env.example` lists the same names and defaults; a test compares them. */
export const Environment = z.object({
  /** Default: production, so that a forgotten setting never seeds a demo with its public password. */
  APP_ENV: z.enum(['demo', 'trial', 'production']).default('production'),
  API_PORT: z.coerce.number().int().min(1).max(65535).default(4000),
  API_HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.string().optional(),
  /** How many processes of the API share the database: each takes its part of what is counted in its memory. */
  PROCESSES: z.coerce.number().int().min(1).max(100).default(1),
  /** The database without a pooler in between, for migrations. */
  MIGRATE_DATABASE_URL: z.string().optional(),
  STORAGE_URL: z.string().optional(),
  /** The key of an S3-compatible store, apart from its URL. */
  STORAGE_KEY_ID: z.string().optional(),
  STORAGE_SECRET: z.string().optional(),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{4,29}$/)
    .default('demo-karada-desk'),
  FIREBASE_CLIENT_EMAIL: z.string().optional(),
  FIREBASE_PRIVATE_KEY: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  /** The app's public URL, for links in mails. */
  APP_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().min(3).default('Karada Desk <no-reply@example.jp>'),
  /** Maximum number of letters a minute to the mail server. */
  MAIL_RATE_PER_MINUTE: z.coerce.number().int().min(60).max(60_000).default(6_000),
  /** The secret of the mail provider for reporting bounces and complaints; without one reports are refused. */
  MAIL_EVENT_KEY: z.string().min(32).optional(),
  /** `<id>:<32 bytes as base64>`, separated by commas: the first encrypts health data, all of them decrypt it. */
  DAILY_LOG_KEYS: z.string().optional(),
  /** Whether staff responsible for several shops may sign in without a second factor. */
  SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  /** What the club system knows us by; without both nothing is connected with it. */
  CLUB_SYSTEM_CLIENT_ID: z.string().optional(),
  CLUB_SYSTEM_CLIENT_SECRET: z.string().optional(),
  /** Other hosts than those of a brand code: `api=https://…,admin=https://…`. */
  CLUB_SYSTEM_HOSTS: z
    .string()
    .regex(/^(api=https?:\/\/[^,\s]+, *admin=|admin=https?:\/\/[^,\s]+, *api=)https?:\/\/[^,\s]+$/)
    .optional(),
  /** Shared with the app, whose header with the client's address is trusted if it sends this key. */
  PROXY_KEY: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** `trial`: a club's own data, with the identity emulator of this machine. */
export type EnvironmentName = z.output<typeof Environment>['APP_ENV']

/** A bucket of an S3-compatible store, or a folder in one. */
export interface S3Place {
  kind: 's3'
  /** Without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  /** Without slashes around; empty for the whole bucket. */
  prefix: string
  keyId: string
  secret: string
}

/** Where uploaded files are kept. */
export type StoragePlace = { kind: 'folder'; folder: string } | S3Place

export interface Config {
  environment: EnvironmentName
  port: number
  host: string
  dataDir: string
  /** Null: PGlite in `dataDir`. */
  databaseUrl: string | null
  /** For migrations: that of the database itself where `databaseUrl` is a pooler's. */
  migrateUrl: string | null
  /** Processes of the API on this database, this one among them. */
  processes: number
  storage: StoragePlace
  projectId: string
  identity: { kind: 'emulator' } | { kind: 'google'; clientEmail: string; privateKey: string }
  /** Without a trailing slash. */
  appUrl: string
  mail: { smtpUrl: string | null; from: string; ratePerMinute: number }
  /** Null: bounce reports are refused. */
  mailEventKey: string | null
  /** Encrypts and decrypts health data. */
  sealing: Sealing
  /** For level4, all and admins; never required of others. */
  requiresSecondFactor: boolean
  /** The club system's registration of this installation, and other hosts than those of a brand code. */
  clubSystem: { clientId: string | null; clientSecret: string | null; hosts: string | null }
  /** Null: no address header is trusted. */
  proxyKey: string | null
  logLevel: z.output<typeof Environment>['LOG_LEVEL']
}

/** A setting that the API cannot start with; the message is one line for the terminal. */
export class ConfigError extends Error {}

/** As DATABASE_URL: explicitly PGlite in DATA_DIR. */
const embedded = 'embedded'

/** The PostgreSQL of a DATABASE_URL; null for PGlite in DATA_DIR, where it is unset or says so. */
export const postgresUrlOf = (databaseUrl: string | undefined): string | null =>
  !databaseUrl || databaseUrl === embedded ? null : databaseUrl

const isPostgres = (url: string) => /^postgres(ql)?:\/\/./.test(url)

const loopback = /^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/

/** Reads the settings; an empty value counts as unset. Throws `ConfigError` with the variable's name. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')} の値が正しくありません。(${issue?.message})`)
  }
  const env = parsed.data
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST
  if (emulator && !loopback.test(emulator)) {
    throw new ConfigError(
      'FIREBASE_AUTH_EMULATOR_HOST にはこのコンピューター自身 (127.0.0.1:ポート番号) だけを指定できます。',
    )
  }
  const databaseUrl = postgresUrlOf(env.DATABASE_URL)
  if (databaseUrl && !isPostgres(databaseUrl)) {
    throw new ConfigError(`DATABASE_URL には postgres://… か ${embedded} を指定してください。`)
  }
  if (env.PROCESSES > 1 && !databaseUrl) {
    throw new ConfigError('PROCESSES に2以上を指定できるのは、DATABASE_URL に postgres://… を指定したときだけです。')
  }
  const direct = env.MIGRATE_DATABASE_URL
  if (direct && !(databaseUrl && isPostgres(direct))) {
    throw new ConfigError(
      'MIGRATE_DATABASE_URL には、DATABASE_URL と同じデータベースの postgres://… を指定してください。',
    )
  }
  if (env.APP_ENV === 'production') requireOwnSettings(env)
  return {
    environment: env.APP_ENV,
    port: env.API_PORT,
    host: env.API_HOST,
    dataDir: env.DATA_DIR,
    databaseUrl,
    migrateUrl: direct ?? databaseUrl,
    processes: env.PROCESSES,
    storage: storagePlaceOf(env),
    projectId: env.FIREBASE_PROJECT_ID,
    identity: identityOf(env),
    appUrl: env.APP_URL.replace(/\/+$/, ''),
    mail: { smtpUrl: smtpUrlOf(env), from: env.MAIL_FROM, ratePerMinute: env.MAIL_RATE_PER_MINUTE },
    mailEventKey: env.MAIL_EVENT_KEY ?? null,
    sealing: sealingOf(env),
    requiresSecondFactor: env.SECOND_FACTOR === 'required',
    clubSystem: {
      clientId: env.CLUB_SYSTEM_CLIENT_ID ?? null,
      clientSecret: env.CLUB_SYSTEM_CLIENT_SECRET ?? null,
      hosts: env.CLUB_SYSTEM_HOSTS ?? null,
    },
    proxyKey: env.PROXY_KEY ?? null,
    logLevel: env.LOG_LEVEL,
  }
}

function smtpUrlOf({ SMTP_URL }: z.output<typeof Environment>): string | null {
  if (!SMTP_URL) return null
  if (!/^smtps?:\/\/./.test(SMTP_URL)) throw new ConfigError('SMTP_URL には smtp://… か smtps://… を指定してください。')
  return SMTP_URL
}

/** The demo's people are made up, so its key may be public. */
function sealingOf({ DAILY_LOG_KEYS, APP_ENV }: z.output<typeof Environment>): Sealing {
  if (!DAILY_LOG_KEYS && APP_ENV === 'demo') return demoSealing
  return sealingOfKeys(DAILY_LOG_KEYS)
}

/** The encryption of a setting of keys; throws where a key is invalid. */
export function sealingOfKeys(setting = ''): Sealing {
  const sealing = sealingWith(setting)
  if (sealing) return sealing
  throw new ConfigError(
    'DAILY_LOG_KEYS には 鍵の名前:鍵（32バイトのBase64）を、複数あるときはカンマで区切って指定してください。',
  )
}

const s3Form = 's3://バケット/フォルダー?endpoint=https://…&region=…'

/** The place of a `STORAGE_URL`, a folder in DATA_DIR by default. `name`: what the URL was given as. */
export function storagePlaceOf(
  env: Pick<z.output<typeof Environment>, 'STORAGE_URL' | 'STORAGE_KEY_ID' | 'STORAGE_SECRET' | 'DATA_DIR'>,
  name = 'STORAGE_URL',
): StoragePlace {
  if (!env.STORAGE_URL) return { kind: 'folder', folder: join(env.DATA_DIR, 'uploads') }
  if (env.STORAGE_URL.startsWith('s3://')) return s3PlaceOf(env.STORAGE_URL, env, name)
  try {
    return { kind: 'folder', folder: fileURLToPath(env.STORAGE_URL) }
  } catch {
    throw new ConfigError(`${name} には file:///フォルダー か ${s3Form} の形式だけを指定できます。`)
  }
}

type StorageKey = Pick<z.output<typeof Environment>, 'STORAGE_KEY_ID' | 'STORAGE_SECRET'>

function s3PlaceOf(
  given: string,
  { STORAGE_KEY_ID: keyId, STORAGE_SECRET: secret }: StorageKey,
  name: string,
): S3Place {
  const url = URL.canParse(given) ? new URL(given) : null
  const bucket = url?.hostname ?? ''
  if (bucket === '') throw new ConfigError(`${name} にバケットがありません。${s3Form}（no-default-bucket）`)
  const prefix = url?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const isKnown = [...(url?.searchParams.keys() ?? [])].every((key) => key === 'endpoint' || key === 'region')
  const isWhole = isKnown && !url?.username && !url?.password && !url?.port && !url?.hash
  if (!isWhole || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || !/^([\w-]+(\/[\w-]+)*)?$/.test(prefix)) {
    throw new ConfigError(`${name} は ${s3Form} の形式で指定してください。`)
  }
  const region = url?.searchParams.get('region') ?? 'us-east-1'
  const endpoint = (url?.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  const isSafe = /^https:\/\/[^/?#@]+$/.test(endpoint) || loopback.test(endpoint.replace(/^http:\/\//, ''))
  if (!isSafe || !/^[a-z0-9-]+$/i.test(region)) {
    throw new ConfigError(
      `${name} の endpoint には https://ホスト（このコンピューター自身なら http:// も可）を指定してください。`,
    )
  }
  if (!keyId || !secret) throw new ConfigError('STORAGE_KEY_ID と STORAGE_SECRET に s3:// の鍵を指定してください。')
  return { kind: 's3', endpoint, region, bucket, prefix, keyId, secret }
}

/**
 * Unsigned tokens are accepted only where the emulator is configured explicitly, never because a setting is missing.
 */
function identityOf(env: z.output<typeof Environment>): Config['identity'] {
  if (env.FIREBASE_AUTH_EMULATOR_HOST) return { kind: 'emulator' }
  const { FIREBASE_CLIENT_EMAIL: clientEmail, FIREBASE_PRIVATE_KEY: privateKey } = env
  if (clientEmail && privateKey) return { kind: 'google', clientEmail, privateKey }
  throw new ConfigError(
    'FIREBASE_AUTH_EMULATOR_HOST (デモ) か、FIREBASE_CLIENT_EMAIL と FIREBASE_PRIVATE_KEY を指定してください。',
  )
}

/** Everything that production lacks or must not have, one line each. */
function requireOwnSettings(env: z.output<typeof Environment>) {
  const faults = [
    env.FIREBASE_AUTH_EMULATOR_HOST && 'FIREBASE_AUTH_EMULATOR_HOST はデモ専用です。設定を外してください。',
    env.FIREBASE_PROJECT_ID.startsWith('demo-') && 'FIREBASE_PROJECT_ID に本番のプロジェクトを指定してください。',
    !env.FIREBASE_CLIENT_EMAIL && 'FIREBASE_CLIENT_EMAIL を指定してください。',
    !env.FIREBASE_PRIVATE_KEY && 'FIREBASE_PRIVATE_KEY を指定してください。',
    !env.SMTP_URL && 'SMTP_URL に招待メールなどを送るサーバーを指定してください。',
    !env.APP_URL.startsWith('https://') && 'APP_URL にスタッフがアプリを開く https:// のアドレスを指定してください。',
    !env.DAILY_LOG_KEYS && 'DAILY_LOG_KEYS に健康情報を暗号化する鍵を指定してください。',
    !env.DATABASE_URL &&
      `DATABASE_URL に postgres://… か ${embedded} (DATA_DIR の内蔵データベース) を指定してください。`,
  ].filter((fault) => typeof fault === 'string')
  if (faults.length === 0) return
  throw new ConfigError(faults.map((fault) => `APP_ENV=production では起動できません: ${fault}`).join('\n'))
}
