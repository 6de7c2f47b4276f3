import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tests/support/api-process.ts'
import { needProgram } from '../drills/drill.ts'
import type { Supervisor } from './processes.mjs'
import { Refusal } from './terminal.mjs'

type Server = 'account' | 'container' | 'object' | 'proxy'

/** Account and user of the store, and their key. */
export const swiftKey = { keyId: 'karada:desk', secret: 'a-key-of-the-drill' }

/**
 * An OpenStack Swift of Debian in a folder, one copy of everything, whose s3api is a store compatible with S3. Without
 * memcached: signed requests need no tokens.
 */
export async function startSwift(supervisor: Supervisor, folder: string) {
  const ports = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
    proxy: await freePort(),
  }
  const builder = needProgram('/usr/bin/swift-ring-builder', 'swift')
  const processes = new Map<Server, ReturnType<Supervisor['start']>>()
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const common = (name: Server) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[name]}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
workers = 0
`
  write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = drill\n\n[storage-policy:0]\nname = one\ndefault = yes\n')
  for (const name of ['account', 'container', 'object'] as const) {
    write(
      `${name}.conf`,
      `${common(name)}[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
    const ring = `${name}.builder`
    for (const args of [
      [ring, 'create', '1', '1', '0'],
      [ring, 'add', `r1z1-127.0.0.1:${ports[name]}/d1`, '1'],
      [ring, 'rebalance'],
    ]) {
      const { code, tail } = await supervisor.complete({
        ...{ name: 'ring', command: builder, args, cwd: folder, output: 'quiet' },
      })
      // 1 is a warning.
      if (code > 1) throw new Refusal(`swift-ring-builder: ${tail.join('\n')}`)
    }
  }
  // A node that failed is tried again soon, not after a minute.
  write(
    'proxy.conf',
    `${common('proxy')}[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 1
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
allow_multipart_uploads = false
max_bucket_listing = 25
[filter:tempauth]
use = egg:swift#tempauth
user_${swiftKey.keyId.replace(':', '_')} = ${swiftKey.secret} .admin
user_other_desk = another-key .admin
`,
  )

  const run = (name: Server) => {
    const command = needProgram(`/usr/bin/swift-${name}-server`, `swift-${name}`)
    processes.set(name, supervisor.start({ name, command, args: [join(folder, `${name}.conf`), '-v'], graceMs: 500 }))
  }
  const untilUp = async (name: Server) => {
    for (let tries = 0; tries < 300; tries += 1) {
      const isUp = await fetch(`http://127.0.0.1:${ports[name]}/`, { signal: AbortSignal.timeout(1000) }).catch(
        () => null,
      )
      if (isUp) return
      await sleep(100)
    }
    throw new Refusal(`swift-${name}-server did not start: ${processes.get(name)?.tail.join('\n')}`)
  }
  const names = ['account', 'container', 'object', 'proxy'] as const
  for (const name of names) run(name)
  for (const name of names) await untilUp(name)

  return {
    url: `http://127.0.0.1:${ports.proxy}`,
    signal: (name: Server, signal: NodeJS.Signals) => processes.get(name)?.child.kill(signal),
    again: async (name: Server) => {
      run(name)
      await untilUp(name)
    },
  }
}
