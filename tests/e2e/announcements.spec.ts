import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, signInAt, test } from '../support/fixtures.ts'
import { search } from '../support/lists.ts'
import { signOut } from '../support/screens.ts'

const list = '/other-settings/announcements'
const create = `${list}/new`

let count = 0
/** A title that no other test has. */
function titled(words: string) {
  count += 1
  return `${words} ${process.pid}-${Date.now()}-${count}`
}

// The list's search names titles too, and stands there until the form's chunk has come.
const titleField = (page: Page) => page.locator('form').getByLabel('タイトル')
const bodyField = (page: Page) => page.getByRole('textbox', { name: '本文' })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const told = (page: Page, sentence: string) => expect(page.getByText(sentence, { exact: true })).toBeVisible()
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

async function write(page: Page, title: string, body = '休館のお知らせです。') {
  await titleField(page).fill(title)
  await bodyField(page).click()
  await page.keyboard.insertText(body)
}

async function save(page: Page, label = '登録する') {
  await page.getByRole('button', { name: label }).click()
}

async function find(page: Page, title: string) {
  await search(page, title)
  await expect(rowOf(page, title)).toHaveCount(1)
}

/** A new announcement, written at the screen; ends in the list, where it is the only row. */
async function make(page: Page, title: string, { publish = false } = {}) {
  await page.goto(create)
  await write(page, title)
  if (publish) await page.getByRole('radio', { name: /^公開 / }).check()
  await save(page)
  if (publish) await question(page, 'お知らせを公開').getByRole('button', { name: 'はい' }).click()
  await told(page, 'お知らせを登録しました。')
  await find(page, title)
}

async function openForm(page: Page, title: string) {
  await rowOf(page, title).getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'お知らせの編集' })).toBeVisible()
  await expect(bodyField(page)).toBeVisible()
}

test('a draft is written, and stands in the list as 保留中', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/other-settings' })
  await page.getByRole('main').getByRole('link', { name: 'お知らせ' }).click()
  await page.getByRole('link', { name: '新規登録' }).first().click()
  const title = titled('下書き')
  await write(page, title)
  await save(page)
  await told(page, 'お知らせを登録しました。')
  await find(page, title)
  await expect(rowOf(page, title)).toContainText('保留中')
})

test('at 1280 px every action on a row is inside the list, and what two lines hold of a title is read', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  const title = `スタジオプログラム改定 ${Date.now() % 1000}`
  await make(page, title)
  const region = page.getByRole('region', { name: 'お知らせの一覧' })
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const [list, copy] = [
    await region.boundingBox(),
    await page.getByRole('link', { name: `${title}を複製` }).boundingBox(),
  ]
  expect((copy?.x ?? 0) + (copy?.width ?? Number.NaN)).toBeLessThanOrEqual((list?.x ?? 0) + (list?.width ?? 0))
  const shown = rowOf(page, title).getByRole('link', { name: title, exact: true }).locator('span')
  const hidden = await shown.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(hidden, 'less than a line').toBeLessThan(5)
})

test('what is to appear later says from when and to whom before it is saved, and stands as 公開予約', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: create })
  const title = titled('予約')
  await write(page, title)
  await page.getByRole('radio', { name: /^公開 / }).check()
  await page.getByLabel('公開開始', { exact: true }).fill('2090-01-05T09:30')
  await save(page)
  const asked = question(page, 'お知らせの公開を予約')
  await expect(asked).toContainText('2090/01/05(木) 09:30から、全店舗の会員に表示されます。')
  await asked.getByRole('button', { name: 'はい' }).click()
  await told(page, 'お知らせを登録しました。')
  await find(page, title)
  await expect(rowOf(page, title)).toContainText('公開予約')
  await openForm(page, title)
  await expect(page.getByLabel('公開開始', { exact: true })).toHaveValue('2090-01-05T09:30')
})

test('what is public is hidden, and shown again with 元に戻す', async ({ asStaff }) => {
  const page = await asStaff('head')
  const title = titled('公開')
  await make(page, title, { publish: true })
  await expect(rowOf(page, title)).toContainText('公開中')
  await page.getByRole('button', { name: `${title}を非公開にする` }).click()
  const asked = question(page, 'お知らせを非公開にする')
  await expect(asked).toContainText('すぐに、全店舗の会員の画面から消えます。')
  await asked.getByRole('button', { name: 'はい' }).click()
  await told(page, 'お知らせを更新しました。')
  await expect(rowOf(page, title)).toContainText('非公開')
  await page.getByRole('button', { name: '元に戻す' }).click()
  await told(page, '元に戻しました。')
  await expect(rowOf(page, title)).toContainText('公開中')
})

test('a draft that is published cannot become a draft again, so nothing is offered that would fail', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  const title = titled('下書きの公開')
  await make(page, title)
  await page.getByRole('button', { name: `${title}を公開する` }).click()
  await expect(question(page, 'お知らせを公開')).toContainText('保留中には戻せません')
  await page.getByRole('button', { name: 'はい', exact: true }).click()
  await told(page, 'お知らせを更新しました。')
  await expect(page.getByRole('button', { name: '元に戻す' })).toHaveCount(0)
  await openForm(page, title)
  await expect(page.getByRole('radio', { name: /^保留中/ })).toBeDisabled()
})

test('several are hidden together', async ({ asStaff }) => {
  test.setTimeout(120_000)
  const page = await asStaff('head')
  const words = titled('まとめて')
  await make(page, `${words} その1`, { publish: true })
  await make(page, `${words} その2`, { publish: true })
  await search(page, words)
  await expect(rowOf(page, words)).toHaveCount(2)
  for (const row of await rowOf(page, words).all()) await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '非公開にする', exact: true }).click()
  await question(page, 'お知らせを非公開にする').getByRole('button', { name: 'はい' }).click()
  await told(page, '2件のお知らせを非公開にしました。')
  await expect(rowOf(page, words).filter({ hasText: '非公開' })).toHaveCount(2)
})

test('of several that are hidden together, those that somebody else was faster with are named; the others are done', async ({
  asStaff,
}) => {
  test.setTimeout(120_000)
  const page = await asStaff('head')
  const words = titled('一部だけ')
  for (const which of ['変更', '削除', '残り']) await make(page, `${words} ${which}`, { publish: true })
  await search(page, words)
  await expect(rowOf(page, words)).toHaveCount(3)
  for (const row of await rowOf(page, words).all()) await row.getByRole('checkbox').check()

  const other = await asStaff('admin', { path: `${list}?keyword=${encodeURIComponent(words)}` })
  await openForm(other, `${words} 変更`)
  await titleField(other).fill(`${words} 変更済み`)
  await save(other, '更新する')
  await question(other, '公開中のお知らせを更新').getByRole('button', { name: 'はい' }).click()
  await told(other, 'お知らせを更新しました。')
  await search(other, words)
  await other.getByRole('button', { name: `${words} 削除を非公開にする` }).click()
  await question(other, 'お知らせを非公開にする').getByRole('button', { name: 'はい' }).click()
  await other.getByRole('button', { name: `${words} 削除を削除` }).click()
  await question(other, 'お知らせを削除').getByRole('button', { name: 'はい' }).click()
  await told(other, 'お知らせを削除しました。')

  await page.getByRole('button', { name: '非公開にする', exact: true }).click()
  const asked = question(page, 'お知らせを非公開にする')
  await expect(asked).toContainText('選択した3件')
  await asked.getByRole('button', { name: 'はい' }).click()
  const refused = page.getByRole('dialog', { name: '2件は非公開にできませんでした' })
  await expect(refused).toContainText(`${words} 変更ほかの人が先に更新しました。`)
  await expect(refused).toContainText(`${words} 削除対象のデータが見つかりません。`)
  await expect(refused).not.toContainText('残り')
  await told(page, '1件のお知らせを非公開にしました。')
  await expectNoAxeViolations(page)
  await refused.getByRole('button', { name: '閉じる' }).click()
  await expect(rowOf(page, `${words} 残り`)).toContainText('非公開')
  await expect(rowOf(page, `${words} 変更済み`)).toContainText('公開中')
  await expect(rowOf(page, words)).toHaveCount(2)
})

test('one is deleted after a question whose はい has not the focus; what is public cannot be', async ({ asStaff }) => {
  const page = await asStaff('head')
  const title = titled('削除')
  await make(page, title)
  await page.getByRole('button', { name: `${title}を削除` }).click()
  const asked = question(page, 'お知らせを削除')
  await expect(asked).toContainText(title)
  await expect(asked.getByRole('button', { name: 'いいえ' })).toBeFocused()
  await asked.getByRole('button', { name: 'はい' }).click()
  await told(page, 'お知らせを削除しました。')
  await expect(rowOf(page, title)).toHaveCount(0)

  const shown = titled('公開中は削除できない')
  await make(page, shown, { publish: true })
  await expect(page.getByRole('button', { name: `${shown}を削除` })).toHaveCount(0)
})

test('deleting what somebody has just changed is refused once; the next try works on what is there now', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  const title = titled('二人で')
  await make(page, title)
  await openForm(page, title)
  const other = await asStaff('admin', { path: new URL(page.url()).pathname })
  await expect(bodyField(other)).toBeVisible()
  await titleField(other).fill(`${title} 改`)
  await save(other, '更新する')
  await told(other, 'お知らせを更新しました。')

  const remove = async () => {
    await page.getByRole('button', { name: '削除', exact: true }).click()
    await question(page, 'お知らせを削除').getByRole('button', { name: 'はい' }).click()
  }
  await remove()
  await expect(page.getByText('ほかの人が先に更新しました。最新の内容を確認してください。')).toBeVisible()
  await expect(question(page, 'お知らせを削除')).toHaveCount(0)
  await remove()
  await told(page, 'お知らせを削除しました。')
})

test('a copy begins as a draft with the same words', async ({ asStaff }) => {
  const page = await asStaff('head')
  const title = titled('原本')
  await make(page, title, { publish: true })
  await page.getByRole('link', { name: `${title}を複製` }).click()
  await expect(titleField(page)).toHaveValue(`${title}のコピー`)
  await expect(bodyField(page)).toContainText('休館のお知らせです。')
  await expect(page.getByRole('radio', { name: /^保留中/ })).toBeChecked()
  // The original's own snackbar says the same sentence.
  await expect(page.getByText('お知らせを登録しました。')).toHaveCount(0)
  await save(page)
  await told(page, 'お知らせを登録しました。')
  await find(page, `${title}のコピー`)
})

test('two people edit the same: the first one wins, the second chooses field by field and loses nothing', async ({
  asStaff,
}) => {
  test.setTimeout(120_000)
  const first = await asStaff('head')
  const title = titled('二人')
  await make(first, title)
  await openForm(first, title)
  const second = await asStaff('admin', { path: new URL(first.url()).pathname })
  await expect(titleField(second)).toHaveValue(title)

  await titleField(first).fill(`${title} 本部の変更`)
  await first.getByLabel('区分').selectOption('campaign')
  await save(first, '更新する')
  await told(first, 'お知らせを更新しました。')

  await titleField(second).fill(`${title} 管理者の変更`)
  await bodyField(second).click()
  await second.keyboard.press('Control+A')
  await second.keyboard.insertText('管理者の本文です。')
  await save(second, '更新する')
  const dialog = second.getByRole('dialog', { name: 'ほかの人が先に更新しました' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText(`${title} 本部の変更`)
  await expect(dialog).toContainText(`${title} 管理者の変更`)
  await expect(dialog).toContainText('管理者の本文です。')

  // Closing it loses nothing.
  await dialog.getByRole('button', { name: '入力に戻る' }).click()
  await expect(titleField(second)).toHaveValue(`${title} 管理者の変更`)
  await save(second, '更新する')

  const choose = (field: string, side: string) =>
    dialog.getByRole('group', { name: field }).getByRole('radio', { name: side })
  await expect(choose('本文', '自分の変更')).toBeChecked()
  await expect(choose('区分', '最新')).toBeChecked()
  await choose('タイトル', '最新').check()
  await dialog.getByRole('button', { name: '選んだ内容で保存' }).click()
  await told(second, 'お知らせを更新しました。')

  await find(second, `${title} 本部の変更`)
  await expect(rowOf(second, title)).toContainText('キャンペーン')
  await openForm(second, `${title} 本部の変更`)
  await expect(bodyField(second)).toHaveText('管理者の本文です。')
})

test('what is missing is said at its field, and the first of them has the focus', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  await expect(bodyField(page)).toBeVisible()
  await save(page)
  await expect(titleField(page)).toBeFocused()
  await expect(titleField(page)).toHaveAccessibleDescription(/入力してください。/)
  await expect(bodyField(page)).toHaveAttribute('aria-invalid', 'true')
  await titleField(page).fill('題')
  await expect(titleField(page)).not.toHaveAttribute('aria-invalid')
})

test('what only the API can know lands at its field too', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  await write(page, titled('期間'))
  await page.getByLabel('公開開始', { exact: true }).fill('2090-01-05T09:30')
  await page.getByLabel('公開終了', { exact: true }).fill('2090-01-04T09:30')
  await save(page)
  await expect(page.getByLabel('公開終了', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('公開終了', { exact: true })).toBeFocused()
})

test('pressing twice makes one', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  const title = titled('二度押し')
  await write(page, title)
  // Should both presses come through all the same, the API knows them by this key.
  const sent = page.waitForRequest((request) => 'idempotency-key' in request.headers())
  await page.getByRole('button', { name: '登録する' }).dblclick()
  await sent
  await told(page, 'お知らせを登録しました。')
  await find(page, title)
})

test('leaving what is not saved asks once; what was typed is offered on return', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  const title = titled('途中')
  await write(page, title)
  await page.getByRole('link', { name: 'お知らせの一覧' }).click()
  const asked = question(page, '入力中の内容があります')
  await asked.getByRole('button', { name: 'いいえ' }).click()
  await expect(asked).toHaveCount(0)
  await expect(titleField(page)).toHaveValue(title)

  await page.getByRole('button', { name: 'キャンセル' }).click()
  await asked.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByRole('heading', { name: 'お知らせ', level: 1 })).toBeVisible()
  await expect(asked).toHaveCount(0)

  await page.goto(create)
  await page.getByRole('button', { name: '前回の入力を復元' }).click()
  await expect(titleField(page)).toHaveValue(title)
  await expect(bodyField(page)).toContainText('休館のお知らせです。')
  await save(page)
  await told(page, 'お知らせを登録しました。')
  await page.goto(create)
  await expect(bodyField(page)).toBeVisible()
  await expect(page.getByRole('button', { name: '前回の入力を復元' })).toHaveCount(0)
})

test('Back from an untouched form asks nothing', async ({ asStaff }) => {
  const page = await asStaff('head', { path: list })
  await page.getByRole('link', { name: '新規登録' }).first().click()
  await expect(bodyField(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'お知らせ', level: 1 })).toBeVisible()
})

test('the session ends while one writes: after signing in again it is all there', async ({ asStaff }) => {
  const page = await asStaff('owner', { path: create, ownSession: true })
  const title = titled('途中でログアウト')
  await write(page, title)
  await page.getByRole('checkbox', { name: /店/ }).first().check()
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await signOut(other)
  await other.close()
  await expect(page).toHaveURL(/\/login/)
  await signInAt(page, 'owner')
  await page.getByRole('button', { name: '前回の入力を復元' }).click()
  await expect(titleField(page)).toHaveValue(title)
})

test('who may not write reads: no buttons, a 403 page for the form', async ({ asStaff }) => {
  const head = await asStaff('head')
  const title = titled('閲覧のみ')
  await make(head, title, { publish: true })
  const trainer = await asStaff('trainer', { path: list })
  await find(trainer, title)
  await expect(trainer.getByRole('link', { name: '新規登録' })).toHaveCount(0)
  await expect(trainer.getByRole('button', { name: `${title}を非公開にする` })).toHaveCount(0)
  await rowOf(trainer, title).getByRole('link', { name: title, exact: true }).click()
  await expect(trainer.getByRole('article')).toContainText(title)
  await expect(trainer.getByRole('button', { name: '更新する' })).toHaveCount(0)
  await trainer.goto(create)
  await expect(trainer.getByText('403')).toBeVisible()
})

test('a shop’s manager addresses their own shop only, and reads what the head office wrote', async ({ asStaff }) => {
  const head = await asStaff('head')
  const title = titled('本部から')
  await make(head, title, { publish: true })
  const manager = await asStaff('manager', { path: list })
  await find(manager, title)
  await rowOf(manager, title).getByRole('link', { name: title, exact: true }).click()
  await expect(manager.getByRole('article')).toContainText(title)
  await expect(manager.getByRole('button', { name: '更新する' })).toHaveCount(0)
  await manager.goto(create)
  await expect(bodyField(manager)).toBeVisible()
  await expect(manager.getByRole('radio', { name: '全店舗' })).toHaveCount(0)
  const own = titled('店舗から')
  await write(manager, own)
  await save(manager)
  await told(manager, 'お知らせを登録しました。')
  await find(manager, own)
})

test('the body is written by keyboard alone: bold, a list, a link that leads nowhere dangerous', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: create })
  await bodyField(page).focus()
  await page.keyboard.press('Control+B')
  await page.keyboard.type('bold')
  await expect(bodyField(page).locator('strong')).toHaveText('bold')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: '見出し（大）' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'やり直す' })).toBeFocused()
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'リンク', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('https://、mailto:、tel: のいずれかから始まるリンクを入力してください。')).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('https://example.jp/')
  await page.keyboard.press('Enter')
  await expect(bodyField(page).locator('a')).toHaveAttribute('href', 'https://example.jp/')
})

test('what waits for its time is hidden without an offer that would fail; what is hidden in the form can be taken back', async ({
  asStaff,
}) => {
  test.setTimeout(120_000)
  const page = await asStaff('head', { path: create })
  const title = titled('予約の取り消し')
  await write(page, title)
  await page.getByRole('radio', { name: /^公開 / }).check()
  await page.getByLabel('公開開始', { exact: true }).fill('2090-01-05T09:30')
  await save(page)
  await question(page, 'お知らせの公開を予約').getByRole('button', { name: 'はい' }).click()
  await find(page, title)
  await page.getByRole('button', { name: `${title}を非公開にする` }).click()
  await question(page, 'お知らせを非公開にする').getByRole('button', { name: 'はい' }).click()
  await told(page, 'お知らせを更新しました。')
  await expect(page.getByRole('button', { name: '元に戻す' })).toHaveCount(0)

  const shown = titled('フォームで非公開')
  await make(page, shown, { publish: true })
  await openForm(page, shown)
  await page.getByRole('radio', { name: /^非公開/ }).check()
  await save(page, '更新する')
  await question(page, 'お知らせを非公開にする').getByRole('button', { name: 'はい' }).click()
  await page.getByRole('button', { name: '元に戻す' }).click()
  await told(page, '元に戻しました。')
  await find(page, shown)
  await expect(rowOf(page, shown)).toContainText('公開中')
})

test('what is told to a shop that may not be seen leads back to one’s own', async ({ asStaff }) => {
  const page = await asStaff('owner', { path: `${list}?shop=999999` })
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('この店舗は表示できません')
  await alert.getByRole('button', { name: '担当店舗を表示' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(alert).toHaveCount(0)
})
