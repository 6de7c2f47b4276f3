import type { Locator, Page } from '@playwright/test'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, search } from '../support/lists.ts'

test.use({ warm: true })

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })
const named = (words: string) => `${words} ${Date.now()}`

/** Pastes a picture as a file, as browsers do for copied pictures. */
const pastePicture = (page: Page) =>
  body(page).evaluate(async (editor) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    canvas.getContext('2d')?.fillRect(40, 40, 200, 100)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    const data = new DataTransfer()
    data.items.add(new File([blob as Blob], 'pose.png', { type: 'image/png' }))
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })

/** Types by an IME's composition. */
async function compose(page: Page, field: Locator, texts: string[]) {
  await field.focus()
  const cdp = await page.context().newCDPSession(page)
  for (const text of texts) {
    await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  await cdp.send('Input.insertText', { text: texts.at(-1) ?? '' })
  await expect(field).toHaveValue(texts.at(-1) ?? '')
}

async function write(page: Page, title: string) {
  await page.goto('/other-settings/columns/new')
  await page.locator('form').getByLabel('タイトル').fill(title)
  await body(page).fill('両手を頭の後ろで組みます。')
}

test('head office writes a column with a pasted picture and its description, previews and schedules it', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  const title = named('肩こり')
  await write(page, title)
  await page.getByLabel('カテゴリ').selectOption('睡眠')
  await pastePicture(page)
  // Its alternative text is asked for at once; without one it is no image to a screen reader yet.
  const picture = body(page).locator('img')
  await expect(picture).toHaveAttribute('src', /^\/uploads\//)
  const alternative = page.getByLabel('代替テキスト')
  await compose(page, alternative, ['う', 'うで', '腕を上げた'])
  await alternative.pressSequentially('姿勢')
  await expect(body(page).getByRole('img', { name: '腕を上げた姿勢' })).toBeVisible()
  await alternative.press('Enter')
  await expect(alternative).toHaveCount(0)
  await expect(body(page)).toBeFocused()
  await picture.click()
  await expect(alternative).toHaveValue('腕を上げた姿勢')
  await alternative.press('End')
  await alternative.pressSequentially('です。')
  await expect(alternative).toHaveValue('腕を上げた姿勢です。')
  await alternative.fill('腕を上げた姿勢')
  await page.getByRole('checkbox', { name: 'だるい' }).check()
  await page.getByRole('searchbox', { name: '関連コラムを検索' }).fill('水分補給')
  await page.getByRole('button', { name: '水分補給は「のどがかわく前」に' }).click()
  await expectGood(page)

  await page.getByRole('button', { name: 'プレビュー' }).click()
  const preview = page.getByRole('dialog', { name: '会員の画面での見え方' })
  await expect(preview.getByRole('img', { name: '腕を上げた姿勢' })).toBeVisible()
  await expect(preview).toContainText('約1分で読めます')
  await expectGood(page)
  await page.keyboard.press('Escape')

  // Columns about sleep require a supervisor.
  await page.getByRole('radio', { name: /^公開/ }).check()
  await page.locator('form').getByLabel('公開開始', { exact: true }).fill('2027-04-01T09:00')
  const planned = page.getByRole('alertdialog', { name: 'コラムの公開を予約' })
  const save = () => page.getByRole('button', { name: '登録する' }).click()
  await save()
  await expect(page.getByLabel('監修者')).toHaveAccessibleDescription(/監修者の名前を入力してください。/)
  await expect(planned).toHaveCount(0)
  await page.getByLabel('監修者').fill('睡眠指導士 岡田 誠')
  await save()
  await planned.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('コラムを登録しました。')).toBeVisible()
  await search(page, title)
  const row = page.locator('[data-row]', { hasText: title })
  await expect(row).toContainText('公開予約')

  // A picture that is gone from the storage is the placeholder in the editor, and stays what it was in the text.
  await page.context().route('**/uploads/*', (route) => route.fulfill({ status: 404 }))
  await row.locator('[data-record]').click()
  await expect(picture).toHaveAttribute('src', '/images/no_img.png')
  await body(page).press('End')
  await body(page).pressSequentially('ゆっくり')
  await page.getByRole('button', { name: 'プレビュー' }).click()
  await expect(preview.getByRole('article').getByRole('img', { name: '腕を上げた姿勢' })).toHaveAttribute(
    'src',
    '/images/no_img.png',
  )
  await page.keyboard.press('Escape')
  const sent = page.waitForRequest((request) => request.postData()?.includes('ゆっくり') ?? false)
  await page.getByRole('button', { name: '更新する' }).click()
  expect((await sent).postData()).toMatch(/\/uploads\/[\w-]+\.webp/)
  await page.context().unroute('**/uploads/*')
})

test('the toolbar stays in sight of a long text; a column is copied with an end, and an older text is restored', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  const title = named('腰痛')
  await write(page, title)
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('コラムを登録しました。')).toBeVisible()
  await search(page, title)
  await page.locator('[data-row]', { hasText: title }).locator('[data-record]').click()
  const toolbar = page.getByRole('toolbar', { name: '書式' })
  await body(page).fill(Array.from({ length: 80 }, (_, at) => `${at + 1}行目`).join('\n'))
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await body(page).press('ControlOrMeta+End')
    await expect(toolbar).toBeInViewport({ ratio: 1 })
    // The caret's line is below the toolbar.
    for (let lines = 0; lines < 40; lines += 1) await page.keyboard.press('ArrowUp')
    await expect(toolbar).toBeInViewport({ ratio: 1 })
    const caret = () =>
      page.evaluate(() => getSelection()?.focusNode?.parentElement?.getBoundingClientRect().top ?? Number.NaN)
    const { y = 0, height = 0 } = (await toolbar.boundingBox()) ?? {}
    expect(await caret()).toBeGreaterThan(y + height)
  }
  await body(page).fill('両手を腰に当てます。')
  await page.getByRole('button', { name: '更新する' }).click()
  await expect(page.getByText('コラムを更新しました。')).toBeVisible()
  await search(page, title)
  await page.locator('[data-row]', { hasText: title }).locator('[data-record]').click()
  const related = page.getByRole('navigation', { name: '関連する画面' })
  await related.getByRole('link', { name: '文章の履歴' }).click()
  const difference = page.getByRole('region', { name: '現在の文章までの変更' })
  await expect(difference.locator('del').first()).toContainText('頭')
  await expect(difference.locator('ins').first()).toContainText('腰')
  await expectGood(page)
  await page.getByRole('button', { name: 'この文章に戻す' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '戻す' }).click()
  await expect(page.getByText('以前の文章に戻しました。')).toBeVisible()
  await page.getByRole('link', { name: 'コラムの編集' }).click()
  await expect(body(page)).toHaveText('両手を頭の後ろで組みます。')

  await page.getByRole('link', { name: '複製する' }).click()
  await expect(page.getByRole('heading', { name: 'コラムの複製' })).toBeVisible()
  await expect(page.locator('form').getByLabel('タイトル')).toHaveValue(`${title}のコピー`)
  await expect(body(page)).toHaveText('両手を頭の後ろで組みます。')
  await expect(page.getByRole('radio', { name: /^保留中/ })).toBeChecked()
  await page.getByRole('radio', { name: /^公開/ }).check()
  await page.getByLabel('公開終了', { exact: true }).fill('2090-01-05T09:30')
  await page.getByRole('button', { name: '登録する' }).click()
  const question = page.getByRole('alertdialog', { name: 'コラムを公開' })
  await expect(question).toContainText('2090/01/05(木) 09:30に表示が終わります。')
  await question.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('コラムを登録しました。').last()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'コラム', level: 1, exact: true })).toBeVisible()
  await expectRows(page)
  await search(page, `${title}のコピー`)
  await expect(page.locator('[data-row]', { hasText: title })).toContainText('公開中')
})

test('columns are reordered by keyboard alone, and the order is kept', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/other-settings/columns/order' })
  const titles = () => page.locator('[data-column] > span:nth-of-type(2)').allTextContents()
  await expect(page.locator('[data-column]').first()).toBeVisible()
  const before = await titles()
  const down = page.getByRole('button', { name: `${before[0]}を下へ` })
  await down.focus()
  const stored = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '2番目に移動しました' })).toHaveCount(1)
  await stored
  await expect(down).toBeFocused()
  await expectGood(page)
  await page.reload()
  await expect(page.locator('[data-column]').first()).toBeVisible()
  expect(await titles()).toEqual([before[1], before[0], ...before.slice(2)])
})
