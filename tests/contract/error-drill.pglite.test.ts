import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { errorStatus } from '#contract/errors.ts'
import { addDays } from '../../api/figures/periods.ts'
import { yesterdayInTokyo } from '../../api/seed/calendar.ts'
import { withMoreStaff } from '../../bench/more-staff.ts'
import { freePort } from '../../scripts/lib/ports.mjs'
import { createSupervisor } from '../../scripts/lib/processes.mjs'
import { root } from '../../scripts/lib/project.mjs'
import { withFaults } from '../support/api-process.ts'
import { tokensOf } from '../support/emulator-tokens.ts'
import { tell, times } from '../support/runs.ts'
import { seededFolder } from '../support/stack.ts'
import { type Call, peopleAtWork, staffAtWork, type Write } from '../support/staff-at-work.ts'
import { beginOfFaults, endOfThread } from '../support/thread-faults.ts'

const people = 50
const seconds = times(40, 300)
/** Of the statements of the embedded database. */
const failingShare = 0.002
const letters = 120
/** Letters in flight when a process ends may arrive twice (decision 0046). */
const inFlight = 8

const supervisor = createSupervisor()
const ends: (() => Promise<unknown>)[] = [() => supervisor.stop()]
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** `npm start` on a folder of its own, where statements fail at random, and one ends the database's thread. */
async function startProduct(dataDir: string) {
  const names = ['PORT', 'API_PORT', 'FIREBASE_AUTH_EMULATOR_PORT', 'SMTP_PORT', 'MAILBOX_PORT'] as const
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()] as const)))
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    env: { ...process.env, ...env, DATA_DIR: dataDir, npm_lifecycle_event: '', ...withFaults(failingShare) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text))
  const exit = new Promise((resolve) => child.once('close', resolve))
  ends.push(() => {
    child.kill('SIGTERM')
    return exit
  })
  const at = (name: (typeof names)[number]) => `http://127.0.0.1:${ports[name]}`
  const isReady = async (name: 'PORT' | 'API_PORT') =>
    (await fetch(`${at(name)}/readyz`).catch(() => null))?.status === 200
  const untilReady = async (name: 'PORT' | 'API_PORT') => {
    while (!(await isReady(name))) {
      if (child.exitCode !== null) throw new Error(`npm start has ended: ${complaints}`)
      await wait(50)
    }
    return performance.now()
  }
  /** Its processes by their scripts. */
  const pids = () =>
    Object.fromEntries(
      readdirSync('/proc')
        .filter((pid) => /^\d+$/.test(pid))
        .flatMap((pid) => {
          try {
            if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}`)) return []
            const script = /(main|serve-app|mail-catcher|auth-emulator)\.ts/.exec(
              readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
            )
            return script ? [[script[1], Number(pid)]] : []
          } catch {
            return []
          }
        }),
    ) as Record<'main' | 'serve-app' | 'mail-catcher' | 'auth-emulator', number>
  return { ports, at, isReady, untilReady, pids, complaints: () => complaints }
}

test('through random errors of the database and two ends of the API, nothing acknowledged is lost and no letter is sent twice', {
  timeout: seconds * 20_000,
}, async () => {
  const seeded = await withMoreStaff(await seededFolder(supervisor), people)
  const launched = performance.now()
  const product = await startProduct(seeded)
  const start = (await product.untilReady('API_PORT')) - launched
  await product.untilReady('PORT')
  const emulatorPort = Number(product.ports.FIREBASE_AUTH_EMULATOR_PORT)
  const api = product.at('API_PORT')
  const stays = () => {
    const { main: _, ...others } = product.pids()
    return others
  }
  const before = stays()
  expect(Object.keys(before).sort()).toEqual(['auth-emulator', 'mail-catcher', 'serve-app'])

  const odd: string[] = []
  let failures = 0
  const call: Call = async (name, path, { token, body, method = 'GET' } = {}) => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    // While it is being started again, nobody answers.
    const text = await answer?.text().catch(() => null)
    if (!answer || text == null) return undefined
    if (answer.ok) return JSON.parse(text)
    failures += 1
    const { code, message } = JSON.parse(text) as { code: keyof typeof errorStatus; message: string }
    const isOfTheContract = [errorStatus[code], 503].includes(answer.status) && message.endsWith('。')
    if (!isOfTheContract) odd.push(`${name}: ${answer.status} ${text}`)
    return undefined
  }
  /** Until it is answered: what fails at random succeeds when it is sent again. */
  const insist: Call = async (...given) => {
    for (;;) {
      const answer = await call(...given)
      if (answer) return answer
      await wait(50)
    }
  }
  const tokenOf = async (email: string): Promise<string> => {
    for (;;) {
      const tokens = await tokensOf(api, emulatorPort, email).catch(() => null)
      if (tokens?.idToken) return tokens.idToken
    }
  }
  const day = yesterdayInTokyo(new Date())
  const staff = await peopleAtWork(insist, people, { tokenOf, dayOf: (at) => addDays(day, -200 - at) })

  const head = await tokenOf('head@example.jp')
  const { list } = (await insist('recipients', '/api/admin/user/member/list?limit=500', { token: head })) as {
    list: { userId?: string; id: string; email: string | null }[]
  }
  const receivers = [...new Map(list.filter(({ email }) => email).map((one) => [one.email, one])).values()]
  const { total } = await insist('mail', '/api/admin/mail/new', {
    token: head,
    method: 'POST',
    body: {
      ...{ category: 'transactional', subject: '営業時間のお知らせ', body: '<p>年末年始の営業時間です。</p>' },
      ...{
        fromName: 'からだクラブ',
        replyTo: null,
        footer: null,
        templateId: null,
        sleepingReason: null,
        sendAt: null,
      },
      to: { by: 'members', userIds: receivers.slice(0, letters).map(({ id }) => id) },
    },
  })

  const written = new Map<string, { write: Write; acknowledged: number; sent: number[] }>()
  const letterBoxes = async () => {
    const caught = (await (await fetch(`${product.at('MAILBOX_PORT')}/mails.json`)).json()) as {
      to: string
      subject: string
    }[]
    return caught.filter(({ subject }) => subject === '営業時間のお知らせ').map(({ to }) => to)
  }

  let isOver = false
  const working = staffAtWork({
    call,
    people: staff,
    isOver: () => isOver,
    onSent: (write, isAcknowledged) => {
      const known = written.get(write.read) ?? { write, acknowledged: -1, sent: [] }
      known.sent.push(write.attempt)
      if (isAcknowledged) known.acknowledged = write.attempt
      written.set(write.read, known)
    },
  })

  const beginFaults = () => call('faults', `/api/admin/user/member/list?keyword=${beginOfFaults}`, { token: head })

  /** Ends the API; how long nobody was answered. */
  async function endApi(how: () => Promise<unknown>) {
    const { main } = product.pids()
    const ended = performance.now()
    await how()
    while (product.pids().main === main) await wait(20)
    const ready = await product.untilReady('API_PORT')
    await beginFaults()
    return ready - ended
  }
  await beginFaults()
  const until = performance.now() + seconds * 1000
  await wait((seconds * 1000) / 3)
  const afterKill = await endApi(async () => process.kill(product.pids().main, 'SIGKILL'))
  // Letters leave a minute after they were confirmed: the second end is among them.
  while ((await letterBoxes()).length < total / 4) await wait(100)
  const afterThread = await endApi(() =>
    call('end', `/api/admin/user/member/list?keyword=${endOfThread}`, { token: head }),
  )
  while (performance.now() < until) await wait(200)
  isOver = true
  await working

  expect(odd).toEqual([])
  expect(stays()).toEqual(before)
  const lost: string[] = []
  for (const { write, acknowledged, sent } of written.values()) {
    const answer = await insist('read again', write.read, { token: write.token })
    const text: string = answer[write.field] ?? ''
    const found = Number(/^(\d+)回目/.exec(text)?.[1] ?? -1)
    // What was sent and not answered may have been stored; of what was acknowledged nothing is lost.
    if (found < acknowledged || !(found === -1 || sent.includes(found))) lost.push(`${write.read}: ${text}`)
  }
  const acknowledged = [...written.values()].filter((one) => one.acknowledged >= 0).length
  expect([lost, acknowledged > people / 2]).toEqual([[], true])

  while (new Set(await letterBoxes()).size < total) await wait(200)
  const boxes = await letterBoxes()
  const twice = boxes.length - new Set(boxes).size
  expect(twice).toBeLessThanOrEqual(2 * inFlight)
  const again = Math.max(afterKill, afterThread)
  tell(
    `${Math.round(seconds)} s of ${people} people, ${failures} calls failed; a start ${Math.round(start)} ms, after an end ${Math.round(afterKill)} and ${Math.round(afterThread)} ms, ${twice} letters twice`,
  )
  expect(again / start).toBeLessThanOrEqual(2)
})
