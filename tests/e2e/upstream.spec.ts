import { expect, signInAt, test } from '../support/fixtures.ts'
import { dailyTable, expectFigures, monthPicker, shopSwitcher, showDailyTable } from '../support/screens.ts'
import { type Fault, startApi, startApp } from '../support/stack.ts'

test.use({ warm: true })

const reports = '/api/admin/report/'
const failures: { fault: Fault; called: string; sentence: RegExp }[] = [
  { fault: { kind: 'down', only: reports }, called: 'drops the connection', sentence: /通信に失敗しました/ },
  { fault: { kind: 'html', only: reports }, called: 'answers an HTML page', sentence: /正しい応答がありませんでした/ },
  {
    fault: { kind: 'broken-json', only: reports },
    called: 'answers half a JSON',
    sentence: /正しい応答がありませんでした/,
  },
  { fault: { kind: 'null', only: reports }, called: 'answers nothing', sentence: /正しい応答がありませんでした/ },
  { fault: { kind: 'huge', only: reports }, called: 'answers without end', sentence: /正しい応答がありませんでした/ },
  { fault: { kind: 'redirect', only: reports }, called: 'sends elsewhere', sentence: /正しい応答がありませんでした/ },
  {
    fault: { kind: 'error', only: reports },
    called: 'fails with its internals in the answer',
    sentence: /正しい応答がありませんでした|処理中に問題が発生しました/,
  },
]

for (const { fault, called, sentence } of failures) {
  test(`an API that ${called} shows a Japanese message, a usable page and a working retry`, async ({
    asStaff,
    faulty,
  }) => {
    const page = await asStaff('manager', { origin: faulty.origin })
    await expectFigures(page)
    const answers: Promise<string>[] = []
    // The browser may have dropped the body of an answer that broke off.
    page.on('response', (answer) => {
      if (answer.url().includes('/_serverFn/')) answers.push(answer.text().catch(() => ''))
    })

    await faulty.become(fault)
    await page.getByRole('button', { name: '前の月' }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(sentence)
    // An answer that comes later would end with the page, unread.
    page.removeAllListeners('response')
    for (const answer of await Promise.all(answers))
      expect(answer).not.toMatch(/nginx|duplicate key|node_modules|internal"/)

    await page.getByRole('button', { name: /^アカウント/ }).click()
    await expect(page.getByRole('menuitem', { name: 'ログアウト' })).toBeVisible()
    await page.keyboard.press('Escape')

    await faulty.become({ kind: 'none' })
    await alert.getByRole('button', { name: '再試行' }).click()
    await expectFigures(page)
  })
}

test('an API that does not answer gives a message within the 15-second timeout', async ({ asStaff, faulty }) => {
  const page = await asStaff('manager', { origin: faulty.origin })
  await expectFigures(page)
  await faulty.become({ kind: 'slow', delayMs: 60_000, only: reports })
  await page.getByRole('button', { name: '前の月' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('15,000ミリ秒以内に応答がありませんでした。', {
    timeout: 17_000,
  })

  await faulty.become({ kind: 'none' })
  await page.getByRole('button', { name: '再試行' }).click()
  await expectFigures(page)
})

test('a slow API keeps the old month visible and the page usable until the new month arrives', async ({
  asStaff,
  faulty,
}) => {
  const page = await asStaff('manager', { origin: faulty.origin })
  await expectFigures(page)
  await faulty.become({ kind: 'slow', delayMs: 2500, only: reports })
  await page.getByRole('button', { name: '前の月' }).click()
  await expectFigures(page)
  await showDailyTable(page)
  await expect(page.getByText('確定', { exact: true })).toBeVisible()
  await expect(dailyTable(page)).toBeVisible()
})

test('signing in without an API shows a message and keeps the input, and the next try works', async ({
  asVisitor,
  faulty,
}) => {
  const page = await asVisitor({ origin: faulty.origin })
  await page.goto('/login')
  await faulty.become({ kind: 'down' })
  await signInAt(page, 'manager')
  await expect(page.getByRole('alert')).toContainText('通信に失敗しました')
  await expect(page.getByLabel('メールアドレス')).toHaveValue('manager@example.jp')

  await faulty.become({ kind: 'none' })
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expectFigures(page)
})

test('an API that is silent at start-up gives a retry screen after the time limit, not an endless spinner', async ({
  asStaff,
  faulty,
}) => {
  const page = await asStaff('manager', { origin: faulty.origin })
  await expectFigures(page)
  await faulty.become({ kind: 'slow', delayMs: 60_000 })
  await page.reload()
  await expect(page.getByRole('heading', { name: '接続できませんでした' })).toBeVisible({ timeout: 10_000 })

  // The silent calls are still open: the retry must not queue behind them.
  await faulty.become({ kind: 'none' })
  await page.getByRole('button', { name: '再試行' }).click()
  await expect(page.getByText('データ時点').filter({ visible: true })).toBeVisible({ timeout: 5000 })
  await expectFigures(page)
})

test('killing and restarting the API shows a message, then the user continues where they were', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const api = await startApi(supervisor, { seeded: stack.seeded, emulatorPort: stack.emulatorPort })
  const origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort: stack.emulatorPort })
  const page = await asVisitor({ origin })
  await page.goto('/login')
  await signInAt(page, 'head')
  await expectFigures(page)

  await api.kill()
  await page.getByRole('button', { name: '前の月' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('通信に失敗しました')
  await expect(shopSwitcher(page)).toBeEnabled()

  await api.restart()
  await page.getByRole('button', { name: '再試行' }).click()
  await expectFigures(page)
  await expect(monthPicker(page)).toBeEnabled()
})
