import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, waitUntilReady } from './ports.mjs'
import { unprivileged } from './postgres.mjs'
import type { Supervisor } from './processes.mjs'

/** A PostgreSQL under Patroni. */
export interface Node {
  name: string
  port: number
  /** Patroni's own: `/primary` answers 200 at the primary. */
  rest: number
  patroni: ReturnType<Supervisor['start']>
}

export interface PatroniPrograms {
  patroni: string
  etcd: string
  postgres: string
}

interface How {
  folder: string
  programs: PatroniPrograms
  /** Writes wait for one of the standbys. */
  isSynchronous: boolean
}

/** So many PostgreSQL under Patroni, with one etcd: tuned to find a lost primary within the shortest time it allows. */
export async function startPatroni(supervisor: Supervisor, nodes: number, how: How): Promise<Node[]> {
  const { folder, programs } = how
  const owner = unprivileged()
  const client = `http://127.0.0.1:${await freePort()}`
  const peer = `http://127.0.0.1:${await freePort()}`
  const etcd = [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ]
  supervisor.start({ name: 'etcd', command: programs.etcd, args: etcd, cwd: folder, output: 'quiet' })
  await waitUntilReady(`${client}/health`, { timeoutMs: 20_000 })
  const started: Node[] = []
  for (let at = 0; at < nodes; at += 1) {
    const node = { name: `node${at}`, port: await freePort(), rest: await freePort() }
    const own = join(folder, node.name)
    mkdirSync(own)
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(own, owner.uid, owner.gid)
    const file = join(own, 'patroni.json')
    writeFileSync(file, JSON.stringify(configurationOf(node, own, client.replace('http://', ''), how)))
    const patroni = supervisor.start({
      name: node.name,
      command: programs.patroni,
      args: [file],
      cwd: own,
      env: { LC_ALL: 'C.UTF-8' },
      output: 'quiet',
      ...owner,
    })
    started.push({ ...node, patroni })
    // The first one makes the cluster, the others copy it.
    await waitUntilReady(`http://127.0.0.1:${node.rest}/${at === 0 ? 'primary' : 'replica'}`, { timeoutMs: 90_000 })
  }
  return started
}

/** JSON is YAML. */
const configurationOf = (
  { name, port, rest }: Pick<Node, 'name' | 'port' | 'rest'>,
  folder: string,
  etcd: string,
  { programs, isSynchronous }: How,
) => ({
  scope: 'karada',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd3: { hosts: [etcd] },
  bootstrap: {
    dcs: {
      ...{ ttl: 20, loop_wait: 2, retry_timeout: 3, synchronous_mode: isSynchronous },
      postgresql: {
        use_pg_rewind: true,
        parameters: { max_connections: 200, wal_log_hints: 'on', hot_standby: 'on' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` },
    ...{ data_dir: join(folder, 'data'), bin_dir: programs.postgres },
    pgpass: join(folder, 'pgpass'),
    parameters: { unix_socket_directories: folder },
    authentication: {
      superuser: { username: 'postgres', password: 'drill' },
      replication: { username: 'replicator', password: 'drill' },
    },
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
})

/** The node that is primary by its own word, or null. */
export async function primaryOf(nodes: readonly Node[]): Promise<Node | null> {
  for (const node of nodes) {
    const answer = await fetch(`http://127.0.0.1:${node.rest}/primary`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    )
    if (answer?.status === 200) return node
  }
  return null
}
