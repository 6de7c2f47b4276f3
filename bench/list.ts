import { inTurn, median, printTable, ratioOfPairs } from './figures.ts'
import type { BenchedApp } from './main.ts'
import { chart, headline, ofNewestMonth, throttle } from './pages.ts'
import { startQuietChromium, type Tab } from './quiet-chromium.ts'

// The members list and a member's page at work, on the slow profile: from the click or key to the first frame with the result.

/** Delay between hover and click, in milliseconds, which prefetching on hover can use. */
const hoverMs = 150

interface Step {
  name: string
  /** Selector in the page: the element to click, or to type into if there is a key. */
  target: string
  key?: string
  /** Chosen in a select instead of clicked. */
  choose?: string
  /** Expression in the page: true once the result is rendered. `before`: the list's initial text. */
  isDone: string
}

const rows = `document.querySelectorAll('main tbody tr, main [role=row]').length`
const text = `(document.querySelector('main tbody')?.textContent ?? '')`
const isListed = `${rows} > 5 && /全[\\d,]+件/.test(document.querySelector('main').textContent)`
const element = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
const menuEntry = (path: string) => element(`nav a[href="${path}"]`)
const header = (label: string) =>
  `[...document.querySelectorAll('main th button')].find((it) => it.textContent.includes('${label}'))`
const searchField = element('main input[type=search]')
const sizeSelect = `[...document.querySelectorAll('main select')].find((it) => it.labels[0]?.textContent.includes('表示件数') || it.ariaLabel?.includes('件数'))`

const content = `(${element('#content')}?.textContent ?? '')`
const isLoading = `!!${element('#content [data-slot=skeleton]')}`
const tab = (label: string, path: string, isDone: string): Step => ({
  name: `its ${label}`,
  target: element(`nav[aria-label="会員の情報"] a[href*="/${path}"]`),
  isDone: `location.pathname.endsWith('/${path}') && !${isLoading} && (${isDone})`,
})

const steps: Step[] = [
  { name: 'to the list, first', target: menuEntry('/hacomono/members'), isDone: isListed },
  {
    name: 'back to the dashboard',
    target: menuEntry('/dashboard'),
    // On the first day of a month there is nothing to show yet.
    isDone: `!!document.querySelector('${headline}') || ${content}.includes('の集計はこれからです')`,
  },
  { name: 'to the list, again', target: menuEntry('/hacomono/members'), isDone: isListed },
  { name: 'sort', target: header('会員番号'), isDone: `${text} !== before` },
  {
    name: 'page 2',
    target: element('main nav[aria-label="ページ"] button:nth-of-type(3)'),
    isDone: `${text} !== before`,
  },
  { name: 'filter', target: searchField, key: 'す', isDone: `${text} !== before && ${rows} > 5` },
  { name: 'clear the filter', target: searchField, key: 'Backspace', isDone: `${text} !== before` },
  {
    name: 'a member’s page',
    target: element('[data-row="5"] [data-record]'),
    key: 'o',
    isDone: `/会員番号/.test(${element('#content header')}?.textContent ?? '') && ${content}.includes('最終来館日')`,
  },
  tab('契約', 'contracts', `!!${element('#content table')}`),
  tab('チケット', 'tickets', `!!${element('#content table')} || ${content}.includes('チケットはまだありません')`),
  tab('予約', 'bookings', `!!${element('#content table')} || ${content}.includes('予約はまだありません')`),
  tab('来館', 'visits', `${content}.includes('来館カレンダー')`),
  tab('お支払い', 'payments', `!!${element('#content table')} || ${content}.includes('お支払いはまだありません')`),
  tab('メモ', 'notes', `${content}.includes('管理項目')`),
  { name: 'to the list, from there', target: menuEntry('/hacomono/members'), isDone: isListed },
  {
    name: '500 rows: show',
    target: sizeSelect,
    choose: '500',
    isDone: `/1–500/.test(document.querySelector('main').textContent) && ${rows} > 5`,
  },
  { name: '500 rows: sort', target: header('会員番号'), isDone: `${text} !== before` },
]

const keys: Record<string, object> = {
  す: { key: 'す', code: 'KeyR', windowsVirtualKeyCode: 82, text: 'す' },
  o: { key: 'o', code: 'KeyO', windowsVirtualKeyCode: 79, text: 'o' },
  Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 },
}

/** Performs one step; returns the milliseconds from the event to the first frame with the result. */
async function perform(tab: Tab, { name, target, key, choose, isDone }: Step): Promise<number> {
  const at = await tab.ask<{ x: number; y: number }>(`(() => {
    const target = ${target}
    if (${key !== undefined}) target.focus()
    target.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = target.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })()`)
  const mouse = (type: string, buttons: object = {}) =>
    tab.send('Input.dispatchMouseEvent', { type, ...at, ...buttons })
  if (key === undefined) await mouse('mouseMoved')
  await new Promise((rested) => setTimeout(rested, hoverMs))
  await tab.ask(`(() => {
    const before = ${text}
    let started = 0
    const begin = (event) => { started ||= event.timeStamp }
    for (const type of ['click', 'keydown', 'change']) addEventListener(type, begin, { capture: true, once: true })
    window.result = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('no result: ${name}')), 20_000)
      // Polling each frame would make the page draw needless frames.
      const changes = new MutationObserver(() => {
        if (!started || !(${isDone})) return
        changes.disconnect()
        requestAnimationFrame(() => resolve(performance.now() - started))
      })
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    if (${choose !== undefined}) setTimeout(() => {
      const select = ${target}
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, '${choose}')
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }, 20)
  })()`)
  const result = tab.ask<number>('result')
  if (key !== undefined) {
    await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...keys[key] })
    await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...keys[key] })
  } else if (choose === undefined) {
    await mouse('mousePressed', { button: 'left', clickCount: 1 })
    await mouse('mouseReleased', { button: 'left', clickCount: 1 })
  }
  return result
}

/** Works through the list of each app in turn, `rounds` times, each time from a freshly opened dashboard; prints medians. */
export async function benchList(apps: BenchedApp[], rounds: number) {
  const browser = await startQuietChromium()
  try {
    const samples = new Map(
      apps.map(({ name }) => [name, new Map<string, number[]>(steps.map((step) => [step.name, []]))]),
    )
    for (let round = 0; round < rounds; round++) {
      for (const { name, origin, signedIn } of inTurn(apps, round)) {
        const tab = await browser.open({ signedIn })
        await throttle(tab, 'slow')
        await tab.goto(`${origin}${ofNewestMonth('/dashboard')}`)
        await tab.ask(`new Promise((resolve) => {
          const look = () => (document.querySelector('${chart}') ? resolve() : setTimeout(look, 100))
          look()
        })`)
        for (const step of steps) {
          // A user reads between two actions, so that loading has finished.
          await new Promise((read) => setTimeout(read, 900))
          samples
            .get(name)
            ?.get(step.name)
            ?.push(await perform(tab, step))
        }
        await tab.close()
      }
    }
    const inColumns = (step: Step) =>
      apps.map(({ name }) => [`${name} ms`, Math.round(median(samples.get(name)?.get(step.name) ?? []))])
    printTable(
      `The members list, CPU 4x, 9 Mbit/s, 60 ms (medians of ${rounds})`,
      steps.map((step) => {
        const [now = [], against] = apps.map(({ name }) => samples.get(name)?.get(step.name))
        const pair = against && { 'now ÷ against': ratioOfPairs(now, against) }
        return { step: step.name, ...Object.fromEntries(inColumns(step)), ...pair }
      }),
    )
  } finally {
    await browser.close()
  }
}
