// What an HTML parser makes of a text must be what was stored, or a tag that one place drops opens in another. So a text
// is arranged into a small content model, in which every parser sees the same tree.

type Node = string | { tag: string; open: string; children: Node[] }
type Element = Exclude<Node, string>

/** Escaped text, a picture or a line break, with its marks. */
interface Leaf {
  html: string
  marks: readonly Element[]
}
type Item = Leaf | { block: string }

/** Levels of lists, quotations, notes and tables, more than a person writes; unlimited nesting slows browsers down. */
const deepest = 20

const marked = ['strong', 'em', 'u', 's', 'a']
const lines = ['p', 'h2', 'h3']
const lists = ['ul', 'ol']
const boxes = ['blockquote', 'aside']

/**
 * Sanitised HTML with a tree that survives parsing: marks hold text alone, paragraphs and headings no blocks, lists
 * items, tables rows; no link is within a link. Unclosed tags are closed, links without an address become text. Every
 * text is kept. Attributes must be quoted, `<` and `>` escaped.
 */
export const balancedHtml = (sanitised: string): string => render(flow(treeOf(sanitised), [], 0))

function treeOf(html: string): Node[] {
  const root: Element = { tag: '', open: '', children: [] }
  const stack = [root]
  const top = () => stack.at(-1) as Element
  // Parsers read a carriage return as a line feed, skip U+0000, and a form feed at the beginning.
  const text = html.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').replaceAll('\f', ' ')
  for (const [whole, closes, tag = '', attributes = ''] of text.matchAll(/<(\/?)([a-z0-9]+)([^>]*?)(?: \/)?>|[^<]+/g)) {
    if (!tag) top().children.push(whole)
    else if (closes) {
      const at = stack.findLastIndex((open) => open.tag === tag)
      if (at > 0) stack.length = at
    } else {
      const element: Element = { tag, open: `<${tag}${attributes}>`, children: [] }
      top().children.push(element)
      if (!isVoid(tag)) stack.push(element)
    }
  }
  return root.children
}

const isVoid = (tag: string) => ['br', 'hr', 'img'].includes(tag)
const isBlank = (text: string) => /^[\t\n\f ]*$/.test(text)
const block = (html: string): Item => ({ block: html })
const elementOf = ({ open, tag }: Element, content: string) => `${open}${content}</${tag}>`

/** What may stand in an item, a cell or a quotation: text and blocks. */
function flow(nodes: readonly Node[], marks: readonly Element[], depth: number): Item[] {
  return nodes.flatMap((node): Item[] => {
    if (typeof node === 'string') return [{ html: node, marks }]
    const { tag, open, children } = node
    if (tag === 'hr') return [block(open)]
    if (isVoid(tag)) return [{ html: open, marks }]
    if (marked.includes(tag)) return flow(children, withMark(marks, node), depth)
    if (lines.includes(tag)) return inLines(node, flow(children, marks, depth))
    if (depth + 2 <= deepest) {
      if (lists.includes(tag)) return [block(elementOf(node, itemsOf(children, marks, depth + 1)))]
      if (boxes.includes(tag)) return [block(elementOf(node, render(flow(children, marks, depth + 1))))]
      if (tag === 'table') return tableOf(node, marks, depth + 1)
    }
    return stray(children, marks, depth)
  })
}

function withMark(marks: readonly Element[], node: Element) {
  const { tag, open } = node
  if (tag === 'a' && !open.includes(' href="')) return marks
  return marks.some((mark) => mark.tag === tag) ? marks : [...marks, node]
}

const paragraph: Element = { tag: 'p', open: '<p>', children: [] }

/** The content of a block that is not allowed where it is, in paragraphs of its own. */
function stray(children: readonly Node[], marks: readonly Element[], depth: number): Item[] {
  const items = flow(children, marks, depth)
  return items.length > 0 ? inLines(paragraph, items) : []
}

/** Text as such a paragraph or heading; blocks divide it. */
function inLines(line: Element, items: readonly Item[]): Item[] {
  if (items.every((item) => !('block' in item))) return [block(elementOf(line, render(items)))]
  return runsOf(items).flatMap((run) =>
    'block' in run ? [run] : run.every(({ html }) => isBlank(html)) ? run : [block(elementOf(line, inline(run)))],
  )
}

/** The items of a list; what is none joins the item before it. */
function itemsOf(children: readonly Node[], marks: readonly Element[], depth: number): string {
  const parts: { open: string; html: string; close: string }[] = []
  for (const child of children) {
    const last = parts.findLast(({ close }) => close !== '')
    if (typeof child === 'string' && isBlank(child)) parts.push({ open: '', html: child, close: '' })
    else if (typeof child !== 'string' && child.tag === 'li') {
      parts.push({ open: child.open, html: render(flow(child.children, marks, depth + 1)), close: '</li>' })
    } else {
      const html = render(stray([child], marks, depth + 1))
      if (last) last.html += html
      else parts.push({ open: '<li>', html, close: '</li>' })
    }
  }
  return parts.map(({ open, html, close }) => `${open}${html}${close}`).join('')
}

/** What each part of a table holds; nothing else stays in it. */
const partsIn: Record<string, readonly string[]> = {
  table: ['thead', 'tbody'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['th', 'td'],
}

/** A table, after what was in it but in no cell. */
function tableOf(table: Element, marks: readonly Element[], depth: number): Item[] {
  const outside: Item[] = []
  const htmlOf = (part: Element): string => {
    const wanted = partsIn[part.tag]
    if (!wanted) return elementOf(part, render(flow(part.children, marks, depth + 1)))
    const parts = part.children.map((child) => {
      if (typeof child === 'string' && isBlank(child)) return child
      if (typeof child !== 'string' && wanted.includes(child.tag)) return htmlOf(child)
      outside.push(...stray([child], marks, depth))
      return ''
    })
    return elementOf(part, parts.join(''))
  }
  const html = htmlOf(table)
  return [...outside, block(html)]
}

/** Items, the text between two blocks together. */
function runsOf(items: readonly Item[]): (Leaf[] | { block: string })[] {
  const runs: (Leaf[] | { block: string })[] = []
  for (const item of items) {
    const last = runs.at(-1)
    if ('block' in item) runs.push(item)
    else if (Array.isArray(last)) last.push(item)
    else runs.push([item])
  }
  return runs
}

const render = (items: readonly Item[]): string =>
  runsOf(items)
    .map((run) => ('block' in run ? run.block : inline(run)))
    .join('')

/** Text in its marks, each opened once where it continues. */
function inline(leaves: readonly Leaf[]): string {
  let html = ''
  let open: readonly Element[] = []
  const goTo = (marks: readonly Element[]) => {
    const differs = open.findIndex((mark, at) => mark !== marks[at])
    const common = differs < 0 ? open.length : differs
    for (const { tag } of open.slice(common).toReversed()) html += `</${tag}>`
    for (const mark of marks.slice(common)) html += mark.open
    open = marks
  }
  for (const leaf of leaves) {
    goTo(leaf.marks)
    html += leaf.html
  }
  goTo([])
  return html
}
