// What Word, Excel, Google Docs and web pages put on the clipboard, as the paragraphs, lists and headings that are meant:
// tables are rows of cells, Word's lists are paragraphs that only look like items, and so on.

interface Item {
  level: number
  isOrdered: boolean
  nodes: ChildNode[]
}

/** Cells of a row stand apart by a full-width space, which HTML does not collapse. */
const betweenCells = '\u3000'
const mostParagraphsInCell = 2

/**
 * Pasted markup is parsed in an inert document and reduced by the editor's extensions. Chromium still reports its handlers
 * and style elements as policy violations, so they are removed first.
 */
const withoutNoise = (html: string) =>
  html
    .replace(/<style\b[\s\S]*?(<\/style\s*>|$)/gi, '')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, (tag) =>
      tag.replace(/[\s/]on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ' '),
    )

/** Pasted HTML with the structure that was meant, in elements that the editor knows. */
export function meantHtml(html: string): string {
  // Copied in an editor of ours: as it is.
  if (html.includes('data-pm-slice')) return withoutNoise(html)
  const { body } = document.implementation.createHTMLDocument('')
  body.innerHTML = withoutNoise(html)
  for (const noise of body.querySelectorAll('title, meta, link, xml, br.Apple-interchange-newline')) noise.remove()
  listsOfWord(body)
  listsOfWordOnline(body)
  listsInLists(body)
  headings(body)
  const isBold = boldIn(html)
  // The inner ones first: their rows are lines of the outer cell.
  for (const table of [...body.querySelectorAll('table')].reverse()) table.replaceWith(...linesOf(table, isBold))
  for (const line of body.querySelectorAll('p, li')) if (isBlank(line)) line.textContent = ''
  return body.innerHTML
}

/** Text of a spreadsheet: a row is a line, its cells stand apart; the end of the last row starts no line. */
export const meantText = (text: string) =>
  text
    .replace(/\r?\n$/, '')
    .replaceAll(/\t+(?=[\r\n]|$)/g, '')
    .replaceAll('\t', betweenCells)

const isBlank = (node: Node) =>
  /^[\s\u00a0]*$/.test(node.textContent ?? '') && !(node as Element).querySelector?.('img')
const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** The runs of elements that follow each other, with nothing but white space between. */
function runsOf(elements: Iterable<Element>): Element[][] {
  const runs: Element[][] = []
  for (const element of elements) {
    let before = element.previousSibling
    while (
      before &&
      (before.nodeType === Node.COMMENT_NODE || (before.nodeType === Node.TEXT_NODE && isBlank(before)))
    ) {
      before = before.previousSibling
    }
    const last = runs.at(-1)
    if (last && before !== null && last.at(-1) === before) last.push(element)
    else runs.push([element])
  }
  return runs
}

/** Items as lists in lists, by their levels. */
function nested(items: readonly Item[], document: Document): ChildNode[] {
  const roots: ChildNode[] = []
  const open: { level: number; isOrdered: boolean; list: Element }[] = []
  for (const { level, isOrdered, nodes } of items) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    if (open.at(-1)?.level === level && open.at(-1)?.isOrdered !== isOrdered) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(isOrdered ? 'ol' : 'ul')
      const item = open.at(-1)?.list.lastElementChild
      if (item) item.append(list)
      else roots.push(list)
      open.push({ level, isOrdered, list })
    }
    const item = document.createElement('li')
    const line = document.createElement('p')
    line.append(...nodes)
    item.append(line)
    open.at(-1)?.list.append(item)
  }
  return roots
}

const itemOfWord = /mso-list:\s*l\d+\s+level(\d+)/i
const marker = /mso-list:\s*ignore/i
/** 「1.」, 「(a)」, 「①」; anything else is a bullet. */
const isNumber = /^[\s\u00a0]*[(（]?([\d０-９]+|[a-zA-Z]{1,4}|[ａ-ｚ一-十ア-ン①-⑳])[.)．）、]|^[\s\u00a0]*[①-⑳]/

/** Word: `<p style='mso-list:l0 level2 lfo1'>`, its marker in a span that says `mso-list:Ignore`. */
function listsOfWord(body: HTMLElement) {
  const items = [...body.querySelectorAll('p, div')].filter((element) => itemOfWord.test(styleOf(element)))
  for (const run of runsOf(items)) {
    const [first] = run
    const lists = nested(
      run.map((element) => {
        const marks = [...element.querySelectorAll('span')].filter((span) => marker.test(styleOf(span)))
        const isOrdered = isNumber.test(marks[0]?.textContent ?? '')
        for (const mark of marks) mark.remove()
        return { level: Number(itemOfWord.exec(styleOf(element))?.[1]), isOrdered, nodes: [...element.childNodes] }
      }),
      body.ownerDocument,
    )
    first?.before(...lists)
    for (const element of run) element.remove()
  }
}

/** Word for the web: a list of its own for each item, which says its level. */
function listsOfWordOnline(body: HTMLElement) {
  for (const run of runsOf(body.querySelectorAll('div.ListContainerWrapper'))) {
    const items = run.flatMap((wrapper) => [...wrapper.querySelectorAll('li')])
    const lists = nested(
      items.map((item) => ({
        level: Number(item.dataset.ariaLevel ?? 1),
        isOrdered: item.parentElement?.tagName === 'OL',
        nodes: [...item.childNodes].flatMap((node) =>
          node instanceof HTMLParagraphElement ? [...node.childNodes] : node,
        ),
      })),
      body.ownerDocument,
    )
    run[0]?.before(...lists)
    for (const wrapper of run) wrapper.remove()
  }
}

/** Google Docs: a list directly in a list belongs to the item before it. */
function listsInLists(body: HTMLElement) {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.tagName === 'LI') before.append(list)
    else {
      const item = body.ownerDocument.createElement('li')
      list.before(item)
      item.append(...list.childNodes)
      list.replaceWith(...item.children)
      item.remove()
    }
  }
}

/** Two levels: the title and what is below it, or without a title 大 and 小 as they are. */
function headings(body: HTMLElement) {
  const rename = (element: Element, tag: string) => {
    const heading = body.ownerDocument.createElement(tag)
    heading.append(...element.childNodes)
    element.replaceWith(heading)
  }
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
  const hasTitle = body.querySelector('h1') !== null
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.tagName[1])
    rename(heading, level <= (hasTitle ? 1 : 2) ? 'h2' : 'h3')
  }
}

const blocks = 'ul, ol, h2, h3, blockquote'

/** A row is a line; where cells hold whole texts, as the layout of a page does, these follow each other. */
function linesOf(table: HTMLTableElement, isBold: (cell: Element) => boolean): ChildNode[] {
  const { ownerDocument } = table
  const lines: ChildNode[] = []
  if (table.caption) lines.push(paragraph(ownerDocument, [...table.caption.childNodes]))
  for (const row of table.rows) {
    const cells = [...row.cells]
    const isText = cells.some((cell) => {
      const paragraphs = [...cell.querySelectorAll('p')].filter((one) => !isBlank(one))
      return cell.querySelector(blocks) !== null || paragraphs.length > mostParagraphsInCell
    })
    if (isText) {
      for (const cell of cells) lines.push(...cell.childNodes)
      continue
    }
    while (cells.length > 0 && isBlank(cells.at(-1) as Node)) cells.pop()
    if (cells.length === 0) continue
    lines.push(
      paragraph(
        ownerDocument,
        cells.flatMap((cell, at) => [...(at > 0 ? [betweenCells] : []), ...inline(cell, isBold(cell))]),
      ),
    )
  }
  return lines
}

function paragraph(document: Document, content: (ChildNode | string)[]) {
  const line = document.createElement('p')
  line.append(...content)
  return line
}

const bold = /font-weight:\s*(?:bold|[5-9]\d\d)/i

/** Whether a cell is bold: a heading, by its own style, or in Excel by its class. */
function boldIn(html: string) {
  const rules = html.matchAll(/\.(xl\d+)\s*\{([^}]*)\}/g)
  const classes = [...rules].flatMap(([, name = '', style = '']) => (bold.test(style) ? [name] : []))
  return (cell: Element) =>
    cell.tagName === 'TH' || bold.test(styleOf(cell)) || classes.some((name) => cell.classList.contains(name))
}

/** What a cell holds, in one line. */
function inline(cell: HTMLTableCellElement, isBold: boolean): ChildNode[] {
  for (const lineBreak of cell.querySelectorAll('br')) lineBreak.replaceWith(' ')
  for (const block of cell.querySelectorAll('p, div')) block.replaceWith(...block.childNodes, ' ')
  cell.normalize()
  const [first, last] = [cell.firstChild, cell.lastChild]
  if (first?.nodeType === Node.TEXT_NODE) first.textContent = first.textContent?.replace(/^[\s\u00a0]+/, '') ?? ''
  if (last?.nodeType === Node.TEXT_NODE) last.textContent = last.textContent?.replace(/[\s\u00a0]+$/, '') ?? ''
  if (!isBold || isBlank(cell)) return [...cell.childNodes]
  const strong = cell.ownerDocument.createElement('strong')
  strong.append(...cell.childNodes)
  return [strong]
}
