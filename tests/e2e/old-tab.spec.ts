import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { manifestOf } from '../../scripts/lib/build.mjs'
import { expect, test } from '../support/fixtures.ts'
import { expectRows } from '../support/lists.ts'
import { expectFigures, figureCard } from '../support/screens.ts'

test.use({ warm: true })

// A tab that is older than the release on the server: what it loads later is gone.

const newer = '新しい版があります。再読み込みしてください。'

/** What is done, and where the answer is: a line in the part's place, a snackbar, a sentence of its own, or nothing. */
type Act = (page: Page) => Promise<unknown>
interface Part {
  act?: Act
  answer: 'line' | 'snackbar' | 'nothing' | RegExp
}

const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click()

interface Screen {
  path: string
  width?: number
  /** The screen without its parts. */
  isUsable: Act
  parts: Record<string, Part>
}

const screens: Screen[] = [
  {
    path: '/dashboard',
    isUsable: expectFigures,
    parts: {
      'app/features/dashboard/today.lazy.tsx': { answer: 'line' },
      'app/features/dashboard/daily-panel.lazy.tsx': { answer: 'line' },
      'app/features/dashboard/more-panels.lazy.tsx': { answer: 'line' },
      'app/frame/late-parts.lazy.tsx': { answer: 'nothing' },
      'app/components/report/info-tip.lazy.tsx': { act: press(/の説明$/), answer: 'snackbar' },
      'app/data/csv-file.ts': {
        act: press(/CSV出力$/),
        answer: /^CSVを出力できませんでした。.*再読み込みしてください。$/,
      },
      'app/frame/theme-menu.lazy.tsx': { act: press(/^表示テーマ/), answer: 'snackbar' },
      'app/frame/account-menu.lazy.tsx': { act: press(/^アカウント/), answer: 'snackbar' },
      'app/shop/shop-list.lazy.tsx': { act: press(/店舗/), answer: 'snackbar' },
      'app/frame/palette.lazy.tsx': { act: (page) => page.keyboard.press('Control+k'), answer: 'snackbar' },
      'app/areas/palettes.ts': { act: (page) => page.keyboard.press('Control+k'), answer: 'snackbar' },
      'app/frame/shortcuts.lazy.tsx': { act: (page) => page.keyboard.press('?'), answer: 'snackbar' },
    },
  },
  {
    path: '/dashboard/yearly',
    isUsable: expectFigures,
    parts: {
      'app/components/charts/series-live.tsx': {
        // The figures are in its place.
        act: (page) => expect(page.getByRole('table', { name: /入会・転入と退会・転出/ })).toBeVisible(),
        answer: 'nothing',
      },
    },
  },
  {
    path: '/statistics/admission?shop=all',
    isUsable: (page) => expect(figureCard(page, '退会')).toContainText(/\d/),
    parts: { 'app/frame/why.lazy.tsx': { answer: 'nothing' } },
  },
  {
    path: '/hacomono/members?limit=200',
    isUsable: expectRows,
    parts: {
      'app/components/resource-table/late-parts.lazy.tsx': { answer: 'nothing' },
      'app/features/members/page-key.ts': { answer: 'nothing' },
      'app/features/members/write-to.tsx': { answer: 'nothing' },
      'app/components/resource-table/virtual.lazy.tsx': {
        act: (page) => expect(page.locator('main tbody tr[data-row]')).toHaveCount(200),
        answer: 'nothing',
      },
      'app/components/resource-table/filter-panel.lazy.tsx': { act: press(/^絞り込み/), answer: 'snackbar' },
      'app/components/resource-table/views-menu.lazy.tsx': { act: press(/^保存した条件/), answer: 'snackbar' },
      'app/components/resource-table/display-menu.lazy.tsx': { act: press('表示設定'), answer: 'snackbar' },
      'app/components/resource-table/csv-export.lazy.tsx': { act: press('CSV出力'), answer: 'snackbar' },
      'app/features/members/change-dialog.tsx': {
        act: async (page) => {
          await page.locator('main tbody').getByRole('checkbox').first().check()
          await press('まとめて変更')(page)
        },
        answer: 'snackbar',
      },
    },
  },
]

/** Parts of the same forms, whose screens would only repeat the story. */
const others = [
  'app/features/members/page/chosen-values.tsx',
  'app/features/members/approve-selected.tsx',
  'app/features/members/change-selected.tsx',
  'app/features/members/mail-consent.tsx',
  'app/features/members/unapproved-trainer.tsx',
  'app/components/toaster.lazy.tsx',
  'app/components/record/history.tsx',
  'app/components/resource-table/selection-bar.tsx',
  'app/components/image-crop.lazy.tsx',
  'app/boot/idle-screens.lazy.tsx',
  'app/components/rich-text/editor.lazy.tsx',
  'app/frame/drawer.lazy.tsx',
  'app/frame/preview-bar.lazy.tsx',
  'app/features/chosen-values/let-go-selected.tsx',
  'app/features/missing-members/answer-selected.tsx',
  'app/features/missing-members/decide-selected.tsx',
  'app/features/club-system/connect-form.tsx',
  'app/features/club-system/disconnect-dialog.tsx',
  'app/features/club-system/mapping.tsx',
  'app/features/club-system/merge.tsx',
  'app/features/club-system/sync.tsx',
  'app/features/club-system/webhook-card.tsx',
  'app/features/dashboard/partner-month.lazy.tsx',
  'app/features/lean-body/curate-dialog.tsx',
  'app/features/member-daily-logs/pictures/pictures.lazy.tsx',
  'app/features/policies/public-text.lazy.tsx',
  'app/features/members/outreach/of-member.lazy.tsx',
  'app/features/members/page/mail-steps.lazy.tsx',
  'app/features/members/shared-views.tsx',
  'app/features/staffs/unfinished-users.lazy.tsx',
  'app/features/statistics/report-views-menu.lazy.tsx',
  'app/features/sign-in/code-step.tsx',
  'app/identity/firebase.client.ts',
  'app/frame/report/missing-shops.lazy.tsx',
  'app/frame/report/shop-not-shown.lazy.tsx',
  'app/shop/first-data.lazy.tsx',
  'app/auth/others-dialog.lazy.tsx',
  'app/frame/report/print-header.lazy.tsx',
  'app/features/dashboard/empty-month.lazy.tsx',
  'app/shop/shared-views.tsx',
  'app/shop/shop-not-found.lazy.tsx',
]

interface Chunk {
  file: string
  isDynamicEntry?: true
}
/** Read by the stories: a list of them is made without a build, too. */
const manifestOfBuild = () => JSON.parse(readFileSync(manifestOf('node'), 'utf8')) as Record<string, Chunk>

/** Answers as the server of a later release does. */
async function removeFiles(page: Page, modules: readonly string[]) {
  const manifest = manifestOfBuild()
  const files = modules.map((module) => `/${manifest[module]?.file}`)
  await page.route(
    ({ pathname }) => files.includes(pathname),
    (route) => route.fulfill({ status: 404, body: '' }),
  )
}

test('every part that is loaded later is known here', () => {
  const manifest = manifestOfBuild()
  const later = Object.keys(manifest).filter(
    (module) => manifest[module]?.isDynamicEntry && /^app\/(?!routes\/)[^?]*$/.test(module),
  )
  const known = [...screens.flatMap(({ parts }) => Object.keys(parts)), ...others]
  expect(later.sort()).toEqual(known.sort())
})

for (const { path, isUsable, parts } of screens) {
  test(`after a new release ${path} stays usable without each of its parts`, async ({ asStaff, complaints }) => {
    const page = await asStaff('head')
    await removeFiles(page, [...Object.keys(parts), 'app/components/toaster.lazy.tsx'])
    await page.goto(path)
    await isUsable(page)
    const lines = Object.values(parts).filter(({ answer }) => answer === 'line')
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: newer })).toHaveCount(lines.length)
    const snackbar = page.locator('div.fixed').filter({ has: page.getByRole('button', { name: '閉じる' }) })
    for (const [module, { act, answer }] of Object.entries(parts)) {
      await test.step(module, async () => {
        await act?.(page)
        if (answer === 'nothing' || answer === 'line') return
        await expect(snackbar.getByRole('alert')).toHaveText(answer === 'snackbar' ? newer : answer)
        await snackbar.getByRole('button', { name: '閉じる' }).click()
      })
    }
    await isUsable(page)
    expect(complaints).toEqual([])
  })
}

test('a month without the code of its chart keeps the sketch of it', async ({ asStaff, complaints }) => {
  const page = await asStaff('head')
  await removeFiles(page, ['app/components/charts/series-live.tsx'])
  await page.reload()
  const chart = page.getByRole('figure', { name: /の日ごとの来館数/ })
  const refused = page.waitForEvent('response', (response) => response.url().includes('series-live'))
  await chart.hover()
  expect((await refused).ok()).toBe(false)
  await expect(chart.getByRole('img')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a form without its editor keeps what was typed over the reload that it offers', async ({ asStaff }) => {
  const page = await asStaff('head')
  await removeFiles(page, ['app/components/rich-text/editor.lazy.tsx'])
  await page.goto('/other-settings/announcements/new')
  const title = page.locator('form').getByLabel('タイトル')
  await title.fill('古い版で書いたお知らせ')
  const line = page.getByRole('alert').filter({ hasText: newer })
  await expect(line).toBeVisible()
  await page.unrouteAll()
  page.once('dialog', (dialog) => dialog.accept())
  await line.getByRole('button', { name: '再読み込み' }).click()
  await page.getByRole('button', { name: '前回の入力を復元する' }).click()
  await expect(title).toHaveValue('古い版で書いたお知らせ')
  await expect(page.getByRole('textbox', { name: '本文' })).toBeVisible()
})

/** As the server of a later release answers calls of a function that it does not have any more. */
const removeFunctions = (page: Page) =>
  page.route(/\/_serverFn\//, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/(_serverFn\/)\w+/, '$1gone'),
    }),
  )

test('a list and a form whose functions are gone offer the reload, which keeps what was typed', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/other-settings/announcements/new' })
  const title = page.locator('form').getByLabel('タイトル')
  await title.fill('古い版で書いたお知らせ')
  await page.getByRole('textbox', { name: '本文' }).click()
  await page.keyboard.insertText('本文です。')
  await removeFunctions(page)
  await page.getByRole('button', { name: '登録する' }).click()
  const failure = page.locator('form').getByRole('alert').filter({ hasText: newer })
  await expect(failure).toContainText('入力した内容は、再読み込みのあとに復元できます。')
  page.once('dialog', (dialog) => dialog.accept())
  await page.unrouteAll()
  await failure.getByRole('button', { name: '再読み込み' }).click()
  await page.getByRole('button', { name: '前回の入力を復元する' }).click()
  await expect(title).toHaveValue('古い版で書いたお知らせ')

  await page.goto('/hacomono/members')
  await expectRows(page)
  await removeFunctions(page)
  await page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: 'スタッフ' }).click()
  const list = page.getByRole('main').getByRole('alert')
  await expect(list).toContainText(newer)
  await page.unrouteAll()
  await list.getByRole('button', { name: '再読み込み' }).click()
  await expectRows(page)
})

test('a screen whose file is gone says so in the frame, and is there after the reload', async ({
  asStaff,
  complaints,
}) => {
  const page = await asStaff('head')
  const screen = Object.keys(manifestOfBuild()).filter((module) =>
    module.startsWith('app/routes/_signed-in/_page/other-settings/columns/index.tsx'),
  )
  await removeFiles(page, screen)
  await page.goto('/other-settings/announcements')
  await page.getByRole('navigation').getByRole('link', { name: 'コラム', exact: true }).click()
  await expect(page.getByRole('heading', { name: '画面を表示できませんでした' })).toBeVisible()
  await expect(page.getByText(newer)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: '再読み込み' }).click()
  await expect(page.getByRole('heading', { name: 'コラム', level: 1 })).toBeVisible()
  // React logs the error that the error page has caught.
  complaints.length = 0
})
