// A mail's plain-text part, for programs without HTML.

/** An open element: its finished blocks, and the line that is being written. */
interface Open {
  tag: string
  attributes: string
  blocks: { text: string; isHeading: boolean }[]
  line: string
  /** Items of a list so far. */
  items: number
}

const tagOrText = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>|[^<]+/g
const framed = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'a']
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }

/** Text without entities, each read once: `&amp;lt;` is `&lt;`. */
const decoded = (text: string) =>
  text
    .replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, dec?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(dec) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll('\u00a0', ' ')

const attributeOf = ({ attributes }: Pick<Open, 'attributes'>, name: string) =>
  decoded(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const open = (tag: string, attributes = ''): Open => ({ tag, attributes, blocks: [], line: '', items: 0 })

/** A URL in ASCII, where it is one: mail programs end a link at the first Japanese letter. */
const ascii = (href: string) =>
  /[^!-~]/.test(href) && !href.includes('{{') && URL.canParse(href) ? new URL(href).href : href

/** A link's text with its address in angle brackets, which mail programs know to be its ends (RFC 3986, appendix C). */
function linkText(words: string, href: string): string {
  const text = words.trim()
  const address = href.replace(/^mailto:([^?]*).*$/i, '$1').replace(/^tel:/i, '')
  const isPhone = /^tel:/i.test(href)
  const isSame = isPhone ? text.replaceAll(/[^\d+]/g, '') === address.replaceAll(/[^\d+]/g, '') : text === address
  if (isPhone) return isSame ? text : `${text}（${address}）`
  const shown = ascii(address)
  if (isSame || ascii(text) === shown) return shown
  return text === '' ? `<${shown}>` : `${text} <${shown}>`
}

/** Ends a URL before full-width punctuation or kana that follow it: programs would take them into the link. */
export const urlsEnded = (text: string) =>
  text.replaceAll(/(https?:\/\/[!-;=?-~]+)(?=(?![!-~])[\p{P}\p{S}\p{Script=Hiragana}])/gu, '$1 ')

function endLine(element: Open) {
  const text = element.line
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
  if (text !== '') element.blocks.push({ text, isHeading: false })
  element.line = ''
}

/** Blocks with a blank line between them, except below a heading. */
const joined = (blocks: Open['blocks']) =>
  blocks.map(({ text, isHeading }, at) => text + (at === blocks.length - 1 ? '' : isHeading ? '\n' : '\n\n')).join('')

const prefixed = (text: string, first: string, others: string) =>
  text
    .split('\n')
    .map((line, at) => `${at === 0 ? first : others}${line}`.trimEnd())
    .join('\n')

/** Adds an element that ended to the one around it. */
function close(element: Open, parent: Open) {
  if (element.tag === 'a') {
    parent.line += linkText(element.line, attributeOf(element, 'href'))
    return
  }
  endLine(element)
  endLine(parent)
  const { tag, blocks } = element
  if (tag === 'li') {
    parent.items += 1
    const marker = parent.tag === 'ol' ? `${parent.items}. ` : '・'
    const indent = parent.tag === 'ol' ? ' '.repeat(marker.length) : '\u3000'
    const text = blocks.map((block) => block.text).join('\n')
    parent.blocks.push({ text: prefixed(text, marker, indent), isHeading: false })
    return
  }
  const isList = tag === 'ul' || tag === 'ol'
  const text = isList ? blocks.map((block) => block.text).join('\n') : joined(blocks)
  if (text === '') return
  const isHeading = tag === 'h2' || tag === 'h3'
  parent.blocks.push({ text: tag === 'blockquote' ? prefixed(text, '> ', '> ') : text, isHeading })
}

/** A sanitised rich text as plain-text lines: lists numbered and indented, quotes with `>`, addresses after their links. */
export function textOf(html: string): string {
  const root = open('')
  const stack = [root]
  const top = () => stack.at(-1) ?? root
  for (const [text, slash, tag, attributes = ''] of html.matchAll(tagOrText)) {
    if (tag === undefined) top().line += decoded(text).replaceAll(/[\t\r\n]+/g, ' ')
    else if (tag === 'br') top().line += '\n'
    else if (tag === 'img') top().line += `［画像: ${attributeOf({ attributes }, 'alt')}］`
    else if (tag === 'hr') {
      endLine(top())
      top().blocks.push({ text: '----------', isHeading: false })
    } else if (framed.includes(tag)) {
      if (slash === '') stack.push(open(tag, attributes))
      else if (top().tag === tag) close(stack.pop() as Open, top())
    }
  }
  while (stack.length > 1) close(stack.pop() as Open, top())
  endLine(root)
  return urlsEnded(joined(root.blocks))
}
