import { mostColumns, mostRows, tooManyCells, tooManyColumns, tooManyRows } from '../limits.ts'
import { FileRefused } from '../refusal.ts'
import { type Elements, readParts, unreadable } from './archive.ts'
import { type Shows, shownBy, textOfNumber } from './numbers.ts'

export interface Sheet {
  name: string
  isHidden: boolean
}

export interface ReadSheet {
  /** All of the workbook, in its order. */
  sheets: Sheet[]
  /** The name of the one that was read. */
  name: string
  /** Rows with a value that the workbook does not show. */
  hiddenRows: number
}

type Add = (cells: readonly string[], row: number) => void

/**
 * Reads the rows of a workbook (.xlsx) with any value, as text: `wanted` is a sheet's name, otherwise it is the first that
 * is shown. Days are YYYY-MM-DD, with their time where they have one, times HH:MM:SS, numbers as they are stored, formulas
 * as their last result, failed ones as their error: `#N/A`. Throws `FileRefused` for what is no such workbook.
 */
export function readSheet(bytes: Uint8Array, wanted: string | undefined, add: Add): ReadSheet {
  const book = readBook(bytes)
  const shown = book.sheets.filter(({ isHidden }) => !isHidden)
  const sheet = book.sheets.find(({ name }) => name === wanted) ?? shown[0] ?? book.sheets[0]
  if (!sheet) throw unreadable()
  const rows = rowsOf(book, add)
  let isThere = false
  readParts(bytes, (path) => {
    if (path !== sheet.path) return null
    isThere = true
    return rows.elements
  })
  if (!isThere) throw unreadable()
  return {
    sheets: book.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    ...{ name: sheet.name, hiddenRows: rows.hidden() },
  }
}

interface Book {
  sheets: (Sheet & { path: string })[]
  /** What cells show, by their style. */
  styles: Shows[]
  strings: string[]
  since1904: boolean
}

/** Letters of all shared texts. */
const mostLetters = 50_000_000

/** All that cells refer to: the parts may stand in any order. */
function readBook(bytes: Uint8Array): Book {
  const named: (Sheet & { id: string })[] = []
  const paths = new Map<string, string>()
  const codes = new Map<number, string>()
  const book: Book = { sheets: [], styles: [], strings: [], since1904: false }
  const workbook: Elements = {
    open(name, { name: title = '', state, date1904, ...attributes }) {
      if (name === 'workbookPr') book.since1904 = /^(1|true)$/.test(date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? ''
      named.push({ name: title, isHidden: state === 'hidden' || state === 'veryHidden', id })
    },
  }
  const relations: Elements = {
    open(_, { Id, Target }) {
      if (Id && Target) paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  }
  let isOfCells = false
  const styles: Elements = {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) book.styles.push(shownBy(Number(numFmtId ?? 0), codes.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  }
  let letters = 0
  const strings = textsOf('si', (text) => {
    letters += text.length
    if (letters > mostLetters) throw new FileRefused(tooManyCells)
    book.strings.push(text)
  })
  const parts: Readonly<Record<string, Elements>> = {
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': strings,
  }
  readParts(bytes, (path) => parts[path] ?? null)
  book.sheets = named.flatMap(({ id, ...sheet }) => {
    const path = paths.get(id)
    return path === undefined ? [] : { ...sheet, path }
  })
  return book
}

/** The texts of elements of this name, put together from their runs; without the readings that Excel keeps beside kanji. */
function textsOf(of: string, take: (text: string) => void): Elements {
  let [text, isText, isReading] = ['', false, false]
  return {
    open(name) {
      if (name === of) text = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name === of) take(text)
    },
  }
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function rowsOf({ styles, strings, since1904 }: Book, add: Add) {
  let [row, column, hidden] = [0, 0, 0]
  let [isRowHidden, type, style, value, isValue] = [false, '', 0, '', false]
  let cells: string[] = []
  const inline = textsOf('is', (text) => {
    value = text
  })
  const textOfCell = () => {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type === '' || type === 'n') return textOfNumber(value, styles[style] ?? { day: false, time: false }, since1904)
    return value
  }
  const elements: Elements = {
    open(name, attributes) {
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r)
        if (row > mostRows) throw new FileRefused(tooManyRows(mostRows))
        isRowHidden = /^(1|true)$/.test(attributes.hidden ?? '')
        ;[cells, column] = [[], 0]
      } else if (name === 'c') {
        const letters = /^[A-Z]+/.exec(attributes.r ?? '')?.[0]
        column = letters ? columnOf(letters) : column + 1
        ;[type, style, value] = [attributes.t ?? '', Number(attributes.s ?? 0), '']
      } else if (name === 'v') isValue = true
      inline.open?.(name, attributes)
    },
    text(piece) {
      if (isValue) value += piece
      inline.text?.(piece)
    },
    close(name) {
      inline.close?.(name)
      if (name === 'v') isValue = false
      else if (name === 'c' && value !== '') {
        if (column > mostColumns) throw new FileRefused(tooManyColumns(column))
        while (cells.length < column - 1) cells.push('')
        cells[column - 1] = textOfCell()
      } else if (name === 'row' && cells.length > 0) {
        if (isRowHidden) hidden += 1
        add(cells, row)
      }
    },
  }
  return { elements, hidden: () => hidden }
}
