import { inTurn, median, printTable, ratioOfPairs } from './figures.ts'
import type { BenchedApp } from './main.ts'
import { ofNewestMonth, throttle } from './pages.ts'
import { type QuietChromium, startQuietChromium, type Tab } from './quiet-chromium.ts'
import { stands } from './screens.ts'

// What staff press most, at CPU 4x: from the press or key to the frame that answers it, as INP counts it.

/** Between hover and press, and after a press: what a person needs to see its answer; in milliseconds. */
const [hoverMs, restMs] = [150, 900]

type Key = keyof typeof keys
/** Without a name it only leads to the next. `target`: expression in the page: pressed, or focused if there is a key. */
type Press = [name: string, target?: string, key?: Key]

const keys = {
  す: { key: 'す', code: 'KeyR', windowsVirtualKeyCode: 82, text: 'す' },
  k: { key: 'k', code: 'KeyK', windowsVirtualKeyCode: 75, modifiers: 2 },
  Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 },
  ArrowDown: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
  ArrowUp: { key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38 },
}

const one = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
const button = (label: string, within = 'main') =>
  `[...document.querySelectorAll('${within} :is(button, a[href])')].find((it) => it.checkVisibility() && (it.ariaLabel ?? it.textContent).includes('${label}'))`
const menuEntry = (path: string) => one(`#side-navigation a[href="${path}"]`)
const memberTab = (path: string) => one(`nav[aria-label="会員の情報"] a${path}`)
const searchField = one('main input[type=search]')
const closed: Press = ['', undefined, 'Escape']

/** Opened in a window as narrow as a phone. */
const narrow = '/shop-reports'

/** By the screen's path. Each row of presses ends as it began: it is done twice, first and again. */
const screens = (member: string): Record<string, Press[]> => ({
  [ofNewestMonth('/dashboard')]: [
    ['palette, by press', button('検索・移動', 'header')],
    ['palette: a letter', undefined, 'す'],
    ['palette closed', undefined, 'Escape'],
    ['palette, by key', undefined, 'k'],
    closed,
    ['account menu', button('アカウント', 'header')],
    closed,
    ['theme menu', button('表示テーマ', 'header')],
    ['theme', one('[role=menuitemradio][aria-checked=false]')],
    ['month before', button('前の月')],
    ['month after', button('次の月')],
    ['「なぜ」', button('なぜ')],
    ['「なぜ」 closed', button('閉じる', 'dialog')],
    ['chart to table', button('表で見る')],
    ['table to chart', button('グラフで見る')],
  ],
  '/hacomono/members': [
    ['menu entry: month', menuEntry('/dashboard')],
    ['menu entry: members', menuEntry('/hacomono/members')],
    ['filters', button('絞り込み')],
    ['filter chosen', one('main fieldset select'), 'ArrowDown'],
    ['', one('main fieldset select'), 'ArrowUp'],
    ['filters closed', button('絞り込み')],
    ['row ticked', one('[data-row="3"] input[type=checkbox]')],
    ['page ticked', one('main thead input[type=checkbox]')],
    ['page unticked', one('main thead input[type=checkbox]')],
    ['sorted', `document.querySelectorAll('main th button')[1]`],
    ['next page', button('次のページ')],
    ['search: a letter', searchField, 'す'],
    ['search: letter deleted', searchField, 'Backspace'],
    ['saved conditions', button('保存した条件')],
    closed,
    ['display settings', button('表示設定')],
    closed,
    ['row to member', one('[data-row="2"] [data-record]')],
    ['sheet closed', undefined, 'Escape'],
  ],
  [`/hacomono/members/${member}`]: [
    ['tab of a member', memberTab('[href*="/contracts"]')],
    ['', memberTab('')],
  ],
  '/other-settings/announcements/new': [
    ['form: a letter', one('main form input[type=text]'), 'す'],
    ['form: select', one('main form select'), 'ArrowDown'],
    ['rich text: a letter', one('main form [contenteditable=true]'), 'す'],
    ['date field', one('main form input[type=datetime-local]')],
    ['date: a day', one('main form input[type=datetime-local]'), 'ArrowUp'],
    ['form left: dialog', menuEntry('/dashboard')],
    ['dialog closed', button('', 'dialog:modal')],
  ],
  '/statistics': [
    ['report of 統計', one('main a[href^="/statistics/sales"]')],
    ['menu entry: 統計', menuEntry('/statistics')],
  ],
  [narrow]: [
    ['drawer', button('メニュー', 'header')],
    ['drawer closed', button('閉じる', 'dialog')],
  ],
})

interface Sample {
  ms: number
  /** The longest task until a person presses again; 0: none over 50 ms. */
  task: number
}

/** Runs at the start of each document. An event faster than 16 ms is not reported, and counts as 16. */
const watch = `
window.pressed = []
window.tasks = []
const keep = (to) => (list) => to.push(...list.getEntries())
new PerformanceObserver(keep(pressed)).observe({ type: 'event', durationThreshold: 16 })
new PerformanceObserver(keep(tasks)).observe({ type: 'longtask' })`

const answer = `({
  ms: Math.max(16, ...pressed.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration)),
  task: Math.max(0, ...tasks.map(({ duration }) => duration)),
})`

const rest = (ms: number) => new Promise((rested) => setTimeout(rested, ms))

async function perform(tab: Tab, [, target, key]: Press): Promise<Sample> {
  const at = await tab.ask<{ x: number; y: number }>(`(() => {
    if (!${target !== undefined}) return { x: 0, y: 0 }
    const target = ${target}
    if (${key !== undefined}) target.focus()
    target.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = target.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })()`)
  const mouse = (type: string, buttons: object = {}) =>
    tab.send('Input.dispatchMouseEvent', { type, ...at, ...buttons })
  if (key === undefined) await mouse('mouseMoved')
  await rest(hoverMs)
  await tab.ask('void (pressed.length = tasks.length = 0)')
  if (key === undefined) {
    await mouse('mousePressed', { button: 'left', clickCount: 1 })
    await mouse('mouseReleased', { button: 'left', clickCount: 1 })
  } else {
    await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...keys[key] })
    await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...keys[key] })
  }
  await rest(restMs)
  return tab.ask<Sample>(answer)
}

type Samples = Record<'first' | 'again' | 'task', number[]>

async function work(
  browser: QuietChromium,
  app: BenchedApp,
  path: string,
  presses: Press[],
  note: (name: string) => Samples,
) {
  const tab = await browser.open({ script: watch, signedIn: app.signedIn })
  const width = path === narrow ? 375 : 1280
  await tab.send('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false })
  await throttle(tab, 'slow')
  await tab.goto(`${app.origin}${path}`)
  await tab.ask(`new Promise((resolve) => {
    const look = () => (${one(stands)} ? resolve() : setTimeout(look, 100))
    look()
  })`)
  for (const time of ['first', 'again'] as const) {
    // What is loaded late is there.
    await rest(2500)
    for (const press of presses) {
      const { ms, task } = await perform(tab, press)
      if (press[0] === '') continue
      const samples = note(press[0])
      samples[time].push(ms)
      samples.task.push(task)
    }
  }
  await tab.close()
}

/** Does the presses of each screen in each app in turn, `rounds` times; prints medians, the slowest first. */
export async function benchPresses(apps: BenchedApp[], member: string, rounds: number, only = /./) {
  const wanted = Object.entries(screens(member)).filter(([path]) => only.test(path))
  const browser = await startQuietChromium()
  try {
    const samples = new Map<string, Samples>()
    const of = (key: string) =>
      samples.get(key) ?? (samples.set(key, { first: [], again: [], task: [] }).get(key) as Samples)
    for (let round = 0; round < rounds; round++) {
      for (const [path, presses] of wanted) {
        for (const app of inTurn(apps, round))
          await work(browser, app, path, presses, (name) => of(`${app.name} ${name}`))
      }
    }
    const rows = wanted
      .flatMap(([, presses]) => presses.flatMap(([name]) => name || []))
      .map((name) => {
        const [now, against] = apps.map((app) => of(`${app.name} ${name}`)) as [Samples, Samples | undefined]
        const ratio = (time: 'first' | 'again') =>
          against && {
            [`${time}, against`]: median(against[time]),
            [`${time} ÷`]: ratioOfPairs(now[time], against[time]),
          }
        const slowest = Math.max(median(now.first), median(now.again))
        const own = { first: median(now.first), again: median(now.again), 'longest task': median(now.task) }
        return { slowest, row: { press: name, ...own, ...ratio('first'), ...ratio('again') } }
      })
    printTable(
      `Presses, CPU 4x, 9 Mbit/s, 60 ms: event duration as INP counts it, in ms, the first time and again (medians of ${rounds})`,
      rows.toSorted((one, other) => other.slowest - one.slowest).map(({ row }) => row),
    )
  } finally {
    await browser.close()
  }
}
