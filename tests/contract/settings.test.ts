import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Environment, readConfig } from '../../api/process/config.ts'
import { defaults as appDefaults } from '../../app/server/environment.server.ts'

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
const settings = Object.fromEntries(
  example
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

/** They are the demo's. The default is production, and unsigned tokens are accepted only where this is set. */
const demoOnly = { APP_ENV: 'demo', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
/** Read by the scripts only. */
const ofScripts = { FIREBASE_AUTH_EMULATOR_PORT: '9099', SMTP_PORT: '1025', MAILBOX_PORT: '8025', BACKUP_KEY: '' }

describe('.env.example', () => {
  test('lists exactly the settings of API and app, with their defaults', () => {
    const unset = Object.keys(Environment.shape).map((name) => [name, ''])
    const apiDefaults = Object.entries(Environment.parse({})).map(([name, value]) => [name, String(value)])
    const ofApi = Object.fromEntries([...unset, ...apiDefaults])
    expect(settings).toEqual({ ...ofApi, ...appDefaults, ...demoOnly, ...ofScripts })
  })

  test('is a valid configuration of the API as it is', () => {
    expect(readConfig(settings).identity).toEqual({ kind: 'emulator' })
  })
})
