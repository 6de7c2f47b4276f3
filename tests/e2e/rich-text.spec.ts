import fc from 'fast-check'
import { build, type Rollup } from 'vite'
import { sanitiseRichText } from '../../api/rules/rich-text.ts'
import { letterParts } from '../../contract/mail-letter.ts'
import { anyHtml } from '../support/any-html.ts'
import { clubSender } from '../support/club.ts'
import { expect, test } from '../support/fixtures.ts'
import { pasted, pastedText } from '../support/pasted-html.ts'
import { runs } from '../support/runs.ts'

test.use({ warm: true })

/** The sanitiser of the app's screens, as a script of its own. */
async function appSanitiser(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: 'app/components/rich-text/sanitise.ts', name: 'app', formats: ['iife'] },
    },
  })) as Rollup.RollupOutput[]
  return built[0]?.output[0]?.code ?? ''
}

const kinds = ['message', 'article', 'policy', 'mail'] as const
const shop = { name: '新宿店', sender: { ...clubSender, tel: '' } }

test('whatever is written, a browser shows exactly what API, screens and mails make of it', async ({ asVisitor }) => {
  const { numRuns, seed } = runs(500)
  const cases = fc.sample(fc.tuple(anyHtml, fc.constantFrom(...kinds)), { numRuns, seed }).map(([html, kind]) => {
    const stored = sanitiseRichText(html, kind)
    const content = { category: 'followUp' as const, subject: '', body: stored, fromName: '店', footer: null }
    const letter = letterParts(
      { ...content, isTracked: true },
      {},
      { shop, appUrl: '', unsubscribeUrl: 'https://example.jp/u' },
    )
    return { html, kind, stored, letter: /<body[^>]*>([\s\S]*)\n<\/body>/.exec(letter.html)?.[1] ?? '' }
  })
  const page = await asVisitor()
  await page.addScriptTag({ content: await appSanitiser() })
  const wrong = await page.evaluate((all) => {
    const { sanitise } = (window as unknown as { app: { sanitise: (html: string, kind: string) => string } }).app
    /** A parsed text, written again; a no-break space is the one character that may be written in two ways. */
    const again = (html: string) => {
      const parsed = document.createElement('div')
      parsed.innerHTML = html
      return parsed.innerHTML
    }
    const plain = (html: string) => html.replaceAll('&nbsp;', '\u00a0')
    return all.flatMap(({ html, kind, stored, letter }) => {
      const shown = sanitise(html, kind)
      return [
        { what: 'stored', from: html, one: stored, other: plain(again(stored)) },
        { what: 'stored text on a screen', from: html, one: stored, other: plain(sanitise(stored, kind)) },
        { what: 'screen', from: html, one: shown, other: again(shown) },
        { what: 'screen, twice', from: html, one: shown, other: sanitise(shown, kind) },
        { what: 'letter', from: html, one: plain(letter), other: plain(again(letter)) },
      ].filter(({ one, other }) => one !== other)
    })
  }, cases)
  expect(wrong.slice(0, 3), `seed ${seed}`).toEqual([])
})

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta charset=utf-8><style><!-- p.MsoNormal {font-size:10.5pt; mso-style-parent:"";} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=JA><!--StartFragment-->
<p class=MsoNormal><b><span style='font-size:12.0pt;color:red'>年末年始の休館<o:p></o:p></span></b></p>
<p class=MsoNormal><b>くわしくは<a href="http://example.jp/old">古い案内</a>を</b>、<a href="https://example.jp/">予約</a></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/x.png" /></v:shape><![endif]-->
<![if !vml]><img width=64 src="file:///C:/x.png"><![endif]></p><!--EndFragment--></body></html>`

/** Every editor of rich text, and whether it takes pictures. */
const editors = {
  '/other-settings/columns/new': true,
  '/other-settings/announcements/new': false,
  '/mail/new': true,
  '/mail/templates/new': true,
}

for (const [path, takesPictures] of Object.entries(editors)) {
  test(`${path}: what is pasted keeps rows, lists and headings, and the field names what it leaves out`, async ({
    asStaff,
  }) => {
    const page = await asStaff('head', { path })
    const field = page.getByRole('textbox', { name: '本文' })
    const paste = (parts: Record<string, string>, hasPicture = false) =>
      field.evaluate(
        (element, { parts, hasPicture }) => {
          const data = new DataTransfer()
          for (const [type, text] of Object.entries(parts)) data.setData(type, text)
          // Office programs add a picture of what was copied.
          if (hasPicture) data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        },
        { parts, hasPicture },
      )
    /** What the editor holds, without its own classes and marks. */
    const content = () =>
      field.evaluate((element) =>
        element.innerHTML
          .replaceAll(/<br class="ProseMirror-trailingBreak">/g, '')
          .replaceAll(/ (?:class|dir|data-[\w-]+|contenteditable)="[^"]*"/g, ''),
      )
    await field.click()
    for (const [name, { html, becomes }] of Object.entries(pasted)) {
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await paste({ 'text/html': html, 'text/plain': 'x' }, true)
      expect(await content(), name).toBe(becomes)
    }
    await page.keyboard.press('ControlOrMeta+a')
    await paste({ 'text/plain': pastedText.text })
    expect(await content()).toBe(pastedText.becomes)

    const notice = page.getByRole('status').filter({ hasText: '貼り付けた内容' })
    await expect(notice).toContainText('表の枠')
    await notice.getByRole('button', { name: '閉じる' }).click()
    await expect(notice).toHaveCount(0)
    await paste({ 'text/html': word })
    await expect(notice).toContainText('文字の色・大きさ・配置、「http:」のリンク、画像')
    await expect(field.locator('strong')).toHaveText(['年末年始の休館', 'くわしくは古い案内を'])
    await expect(field.getByRole('link')).toHaveText(['予約'])
    await expect(field.locator('img')).toHaveCount(0)
    await expect(page.getByText('画像をアップロードしています')).toHaveCount(0)
    if (takesPictures) return
    await notice.getByRole('button', { name: '閉じる' }).click()
    await paste({}, true)
    await expect(notice).toContainText('画像')
  })
}
