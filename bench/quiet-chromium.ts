import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../scripts/lib/chromium.mjs'

// Chromium without Playwright, which enables the inspector's Runtime domain: V8 then parses a script again as soon as it
// throws, which costs 110 ms of a dashboard's start at 4x throttling.

interface Message {
  id?: number
  method?: string
  sessionId?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

type Send = <T = unknown>(method: string, params?: object) => Promise<T>

/** A signed-in browser's state; Playwright's storage state. */
export interface SignedIn {
  cookies: object[]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

export interface Tab {
  send: Send
  /** Resolves once the document has been committed. */
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Evaluates in the page once and awaits a promise; polling would cost the page time. */
  ask: <T>(expression: string) => Promise<T>
  close: () => Promise<void>
}

export interface QuietChromium {
  /** A tab with its own cache and storage; `script` runs at the start of each document. */
  open: (options: { script?: string; signedIn?: SignedIn }) => Promise<Tab>
  close: () => Promise<void>
}

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  // Each new window loads two pages of Chromium's own for its address bar, for 1.5 s beside the page that is measured.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup',
  '--remote-debugging-port=0',
]

/** `onCore`: all its processes on this core. */
export async function startQuietChromium({ onCore }: { onCore?: number | undefined } = {}): Promise<QuietChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'bench-chromium-'))
  const program = findChromium() ?? 'chromium'
  // It draws no frames in a background tab, and frames are what is measured.
  if (program.includes('headless-shell')) throw new Error(`Chromium itself is needed here, not ${program}.`)
  const command = [program, ...flags, `--user-data-dir=${profile}`, 'about:blank']
  const [first = '', ...rest] = onCore === undefined ? command : ['taskset', '-c', String(onCore), ...command]
  const browser = spawn(first, rest, { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    browser.stderr.on('data', (chunk) => {
      said += chunk
      const [found] = said.match(/ws:\/\/\S+/) ?? []
      if (found) resolve(found)
    })
    browser.once('exit', () => reject(new Error(`Chromium did not start: ${said}`)))
  })
  const socket = new WebSocket(address)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))

  let last = 0
  const waiting = new Map<number, (answer: Message) => void>()
  const listening = new Set<(message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) for (const listen of listening) listen(message)
    else waiting.get(message.id)?.(message)
  })
  const sendTo =
    (sessionId?: string): Send =>
    async (method, params = {}) => {
      const id = ++last
      const answer = await new Promise<Message>((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      })
      waiting.delete(id)
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result as never
    }
  const send = sendTo()

  async function open({ script, signedIn }: { script?: string; signedIn?: SignedIn }): Promise<Tab> {
    const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext')
    if (signedIn) await send('Storage.setCookies', { cookies: signedIn.cookies, browserContextId })
    const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      width: 1280,
      height: 900,
    })
    const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    const toTab = sendTo(sessionId)
    await toTab('Page.enable')
    await toTab('Emulation.setDeviceMetricsOverride', { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false })
    await toTab('Emulation.setLocaleOverride', { locale: 'ja-JP' })
    await toTab('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })
    for (const source of [signedIn && remember(signedIn), script]) {
      if (source) await toTab('Page.addScriptToEvaluateOnNewDocument', { source })
    }

    const committed = () =>
      new Promise<void>((resolve) => {
        const listen = (message: Message) => {
          if (message.sessionId !== sessionId || message.method !== 'Page.frameNavigated') return
          listening.delete(listen)
          resolve()
        }
        listening.add(listen)
      })
    return {
      send: toTab,
      async goto(url) {
        const done = committed()
        await toTab('Page.navigate', { url })
        await done
      },
      async reload() {
        const done = committed()
        await toTab('Page.reload')
        await done
      },
      async ask<T>(expression: string) {
        const answer = await toTab<{ result: { value: T }; exceptionDetails?: { text: string } }>('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
        })
        if (answer.exceptionDetails) throw new Error(`${answer.exceptionDetails.text}: ${expression.slice(0, 200)}`)
        return answer.result.value
      },
      close: async () => {
        await send('Target.disposeBrowserContext', { browserContextId })
      },
    }
  }

  const ended = new Promise((resolve) => browser.once('exit', resolve))
  return {
    open,
    async close() {
      socket.close()
      browser.kill()
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Restores the storage before the document's first script runs. */
const remember = ({ origins }: SignedIn) => `{
  const stored = ${JSON.stringify(origins)}.find(({ origin }) => origin === location.origin)
  if (stored && !localStorage.length) for (const { name, value } of stored.localStorage) localStorage.setItem(name, value)
}`
