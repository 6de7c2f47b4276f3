import type { CDPSession, ElementHandle, Page } from '@playwright/test'
import { addDays, todayInTokyo } from '../../app/lib/dates.ts'
import type { Account } from '../support/accounts.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectRows, openFilters, searchField } from '../support/lists.ts'
import { narrowFields, openShopList } from '../support/screens.ts'
import { forms } from './areas.ts'

// Japanese is typed as an IME does, clause by clause, into every text field of every form and dialog.
// Lists share one search field; how much room fields have is checked wherever a screen is looked at, too.

test.use({ warm: true })

interface Screen {
  path: string
  /** Default: head. */
  account?: Account | 'visitor'
  /** What opens more fields: a dialog, a part of the form. Those that are there before are typed into before. */
  open?: readonly ((page: Page) => Promise<unknown>)[]
  /** How many text fields it has at least. */
  fields: number
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const anyDay = () => addDays(todayInTokyo(), -80 - Math.floor(Math.random() * 500))

/** Every part of a daily report that has fields. */
async function openReport(page: Page) {
  await page.getByLabel('事故・けががありました').check()
  await page.getByLabel('現金売上').fill('1')
  await page.getByLabel('釣銭準備金').fill('1')
  await page.getByLabel('レジ有高').fill('1')
  await page.getByLabel('出勤者を追加').selectOption({ index: 1 })
  for (const name of ['来館数を修正', '入会を修正']) await press(name)(page)
}

/** The key is listened to once the session is known, as the heading shows. */
async function openPalette(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
}

/** Where a list's conditions get a name. */
async function openViews(page: Page) {
  await press('保存した条件')(page)
  await expect(page.getByLabel('条件の名前', { exact: true })).toBeVisible()
}

async function chooseMembers(page: Page) {
  await searchField(page).fill('')
  await expectRows(page)
  await page.getByRole('row').getByRole('checkbox').nth(1).check()
  await press('まとめて変更')(page)
  await page.getByRole('dialog').getByLabel('付けるタグ').waitFor()
}

const screens: Record<string, readonly Screen[]> = {
  'forms of records': [
    ...forms.map(({ path, account, textFields = 2 }) => ({ path: `${path}/new`, account, fields: textFields })),
    { path: '/other-settings/privacy-policy/new', fields: 2 },
    { path: '/mail/steps/new', open: [(page) => page.getByLabel('条件を追加').selectOption('タグ')], fields: 2 },
    { path: '/hacomono/members/1985/notes', open: [press('編集する')], fields: 3 },
    { path: '/hacomono/shops/1/edit', fields: 5 },
    { path: '/hacomono/shops/new', account: 'admin', fields: 9 },
    { path: '/lean-body/contents/1', fields: 2 },
    { path: '/staffs/new', fields: 7 },
    { path: '/staffs/5/edit', account: 'admin', fields: 2 },
    { path: '/staffs/5/profile', account: 'admin', fields: 6 },
    { path: '/other-settings/club', fields: 3 },
    { path: '/other-settings/club/1', fields: 1 },
  ],
  'the daily report, mails, dialogs and the header': [
    { path: `/shop-reports/1/${anyDay()}`, account: 'manager', open: [openReport], fields: 20 },
    { path: '/shop-reports/actions/1', fields: 2 },
    { path: '/mail/new', open: [(page) => page.getByLabel('会員を選ぶ').check()], fields: 5 },
    { path: '/mail/steps/1', fields: 2 },
    { path: '/account', open: [press('編集する')], fields: 5 },
    { path: '/account', open: [press('メールアドレスを変更する')], fields: 1 },
    { path: '/member-daily-logs', open: [openPalette], fields: 2 },
    { path: '/dashboard', open: [openShopList], fields: 1 },
    { path: '/hacomono/members', open: [openFilters, openViews], fields: 3 },
    { path: '/hacomono/members', open: [chooseMembers], fields: 2 },
    { path: '/login', account: 'visitor', fields: 1 },
    { path: '/forgot-password', account: 'visitor', fields: 1 },
  ],
}

const written =
  ':is(input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], input[type=tel], textarea, [contenteditable=true]):not([readonly], [aria-hidden])'
/** Three clauses, each first as it is keyed, then as it is converted. */
const clauses = [
  ['h', 'ほ', 'ほん', '本'],
  ['b', 'び', '日'],
  ['は', '晴', '晴れ'],
]
const sentence = '本日晴れ'

/** A number as it is typed with the IME on. */
const number = [['１', '１２', '１２３']]

async function compose(page: Page, ime: CDPSession, field: ElementHandle<HTMLElement>, text: string[][]) {
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  for (const clause of text) {
    for (const text of clause) {
      const end = text.length
      await ime.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
    }
    await ime.send('Input.insertText', { text: clause.at(-1) ?? '' })
  }
  return field.evaluate((one) => {
    // The palette's first field hands over to the second one between two clauses.
    const shown = one.isConnected ? one : (document.activeElement as HTMLElement)
    return ('value' in shown ? String(shown.value) : shown.textContent).trim()
  })
}

/** What differs from what was typed. */
async function faultOf(page: Page, ime: CDPSession, field: ElementHandle<HTMLElement>) {
  const { name, isNumeric } = await field.evaluate((one) => ({
    name: one.getAttribute('aria-label') ?? one.id,
    isNumeric: ['numeric', 'decimal'].includes(one.inputMode),
  }))
  const words = await compose(page, ime, field, clauses)
  if (words !== sentence) return `${name}: ${words}`
  const digits = isNumeric ? (await compose(page, ime, field, number)).normalize('NFKC') : '123'
  return digits === '123' ? undefined : `${name}: ${digits}`
}

/** The fields on the screen into which nothing has been typed yet. */
async function newFields(page: Page, least: number) {
  const found = page.locator(written).filter({ visible: true })
  await expect.poll(() => found.count(), `${page.url()} has its fields`).toBeGreaterThanOrEqual(least)
  const fields = (await found.elementHandles()) as ElementHandle<HTMLElement>[]
  const isNew = (one: HTMLElement & { isTyped?: true }) => {
    const isFirst = !one.isTyped
    one.isTyped = true
    return isFirst
  }
  const news = await Promise.all(fields.map((field) => field.evaluate(isNew)))
  return fields.filter((_, at) => news[at])
}

const isReachable = async (field: ElementHandle<HTMLElement>) =>
  (await field.isVisible()) &&
  field.evaluate((one) => document.querySelector('dialog:modal') === null || one.closest('dialog:modal') !== null)

for (const [name, list] of Object.entries(screens)) {
  test(`${name}: Japanese comes out as it was typed, and no field is narrower than four characters`, async ({
    asStaff,
    asVisitor,
  }) => {
    test.setTimeout(240_000)
    const faults: string[] = []
    for (const account of new Set(list.map((one) => one.account ?? 'head'))) {
      const page = account === 'visitor' ? await asVisitor() : await asStaff(account, { path: '/other-settings' })
      page.on('dialog', (dialog) => void dialog.accept())
      const ime = await page.context().newCDPSession(page)
      for (const { path, open, fields } of list.filter((one) => (one.account ?? 'head') === account)) {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(path)
        for (const step of [undefined, ...(open ?? [])]) {
          await step?.(page)
          for (const field of await newFields(page, step === open?.at(-1) ? fields : 0)) {
            // What was typed before may have closed it; on a slow start a dialog may be open over it.
            if (!(await isReachable(field))) continue
            const fault = await faultOf(page, ime, field)
            if (fault) faults.push(`${path} ${fault}`)
          }
        }
        for (const width of [1280, 1920, 375]) {
          await page.setViewportSize({ width, height: 900 })
          for (const one of await narrowFields(page)) faults.push(`${path} at ${width} px: ${one}`)
        }
      }
    }
    expect(faults).toEqual([])
  })
}
