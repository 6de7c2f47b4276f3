import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../api/db/client.ts'
import { uidOf } from '../../api/identity/identity.ts'
import { openSession } from '../../api/identity/session.ts'
import { emulatorIssuer, startApi } from '../../tests/support/api.ts'
import { freePort, waitUntilReady } from '../lib/ports.mjs'
import type { Supervisor } from '../lib/processes.mjs'
import { node24, toolEnv } from '../lib/project.mjs'
import type { Worker } from './load.ts'

/** A shop with members and staff, signed in. */
export async function prepareStaff(url: string, people: number): Promise<Worker[]> {
  const api = await startApi({ database: await openDatabase({ kind: 'postgres', url }) })
  api.time.now = new Date()
  const shopId = await api.makeShop()
  for (let at = 0; at < 30; at += 1) await api.makeMember(shopId)
  const staff: Worker[] = []
  for (let at = 0; at < people; at += 1) {
    const person = await api.makeStaff({ role: 'all', isAdmin: true })
    const sid = await openSession(api.db, person.staffId, api.time.now)
    staff.push({ token: await emulatorIssuer().idToken({ sub: uidOf(person.userId), sid }, new Date()), shopId })
  }
  await api.close()
  return staff
}

/** Rejects where it ends before it is ready. */
export async function startApiOf(supervisor: Supervisor, folder: string, settings: Record<string, string>) {
  const started = supervisor.start({
    name: 'API',
    command: node24,
    args: [join(folder, 'api/main.ts')],
    cwd: folder,
    env: { ...toolEnv, APP_ENV: 'demo', LOG_LEVEL: 'warn', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', ...settings },
    output: 'quiet',
  })
  const ended = started.finished.then(() => {
    throw new Error(started.tail.join('\n'))
  })
  ended.catch(() => {})
  await Promise.race([waitUntilReady(`http://127.0.0.1:${settings.API_PORT}/readyz`, { timeoutMs: 60_000 }), ended])
  return started
}

export async function startBalancer(
  supervisor: Supervisor,
  haproxy: string,
  { folder, ports }: { folder: string; ports: number[] },
): Promise<string> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const servers = ports.map((one, at) => `  server api${at} 127.0.0.1:${one} check inter 500ms fall 1 rise 1`)
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
frontend staff
  bind 127.0.0.1:${port}
  default_backend api
backend api
  balance roundrobin
  http-reuse never
  option httpchk GET /readyz
${servers.join('\n')}
`,
  )
  supervisor.start({ name: 'HAProxy', command: haproxy, args: ['-db', '-f', file], cwd: folder, output: 'quiet' })
  await waitUntilReady(`http://127.0.0.1:${port}/readyz`, { timeoutMs: 20_000 })
  return `http://127.0.0.1:${port}`
}
