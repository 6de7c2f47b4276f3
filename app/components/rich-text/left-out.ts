import { pictureAddress, type RichTextKind, richText } from '#contract/rich-text.ts'

/** Opening tags with their attributes; a `>` within quotes does not end one. */
const opening = /<([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi

const isEmbedded = (tag: string) => ['iframe', 'video', 'audio', 'object', 'embed', 'svg', 'canvas'].includes(tag)
const isControl = (tag: string) => ['input', 'select', 'textarea', 'button'].includes(tag)
const isLook = (tag: string) => ['style', 'font', 'mark', 'sub', 'sup', 'code', 'pre', 'center'].includes(tag)
const look = /(?:^|[\s;])(?:color|background|background-color|font-family|font-size|text-align)\s*:/i

const attribute = (attributes: string, name: string) => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(attributes)
  return found && (found[1] ?? found[2] ?? found[3] ?? '').trim()
}

/** How a refused address reads: by its scheme. */
function linkOf(address: string) {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]
  return scheme ? `「${scheme.toLowerCase()}:」のリンク` : 'ページ内・サイト内へのリンク'
}

function partOf(tag: string, attributes: string, kind: RichTextKind): string | undefined {
  if (tag === 'script') return 'スクリプト'
  if (tag === 'img' || tag === 'v:imagedata') {
    const isKept =
      (kind === 'article' || kind === 'mail') && pictureAddress(kind).test(attribute(attributes, 'src') ?? '')
    return isKept ? undefined : '画像'
  }
  if (tag === 'a') {
    const address = attribute(attributes, 'href')
    if (address && !richText.linkAddress.test(address)) return linkOf(address)
  }
  if (tag === 'table') return '表の枠'
  if (isEmbedded(tag)) return '動画などの埋め込み'
  if (isControl(tag)) return '入力欄・ボタン'
  if (isLook(tag) || look.test(attribute(attributes, 'style') ?? '')) return '文字の色・大きさ・配置'
  return undefined
}

const withoutCode = (html: string) =>
  html.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2\s*>|$)/gi, '$1')

/** Whether pasted HTML has text: spreadsheets and word processors add a picture of it, which is not what was meant. */
export const hasWords = (html: string) =>
  withoutCode(html)
    .replaceAll(opening, '')
    .replaceAll(/<\/[^>]*>|&nbsp;/g, '')
    .trim() !== ''

/** What an editor of this kind leaves out of pasted HTML, each once, in the words of the screen. */
export function leftOut(html: string, kind: RichTextKind): string[] {
  const parts = [...withoutCode(html).matchAll(opening)].map(([, tag = '', attributes = '']) =>
    partOf(tag.toLowerCase(), attributes, kind),
  )
  return [...new Set(parts.filter((part) => part !== undefined))]
}
