import { expect, test } from 'vitest'
import { filenameOf, readCsv } from './csv-file'

const answer = (text: string, pieces = 3) => {
  const bytes = new TextEncoder().encode(text)
  const size = Math.ceil(bytes.length / pieces)
  const stream = new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="export.csv"; filename*=UTF-8''${encodeURIComponent('会員一覧_新宿店.csv')}`,
    },
  })
}

test.each([1, 2, 7, 40])(
  'rows are counted as they come, in %i pieces; a line feed inside a cell is no row',
  async (pieces) => {
    const counted: number[] = []
    const file = await readCsv(answer('\uFEFF番号,メモ\r\n001,"一行\n二行"\r\n002,\r\n', pieces), (rows) =>
      counted.push(rows),
    )
    expect(counted.at(-1)).toBe(2)
    expect(counted).toEqual(counted.toSorted((a, b) => a - b))
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  },
)

test('an interrupted response is an error, not a partial list', async () => {
  let pieces = 0
  const broken = new ReadableStream({
    pull: (controller) => {
      pieces += 1
      if (pieces === 1) controller.enqueue(new TextEncoder().encode('番号\r\n001\r\n'))
      else controller.error(new Error('gone'))
    },
  })
  const response = new Response(broken, { headers: { 'content-type': 'text/csv' } })
  await expect(readCsv(response, () => {})).rejects.toMatchObject({ code: 'network' })
})

test('a response of another type is rejected', async () => {
  await expect(readCsv(Response.json({}), () => {})).rejects.toMatchObject({ code: 'upstream' })
})

test('the file has the name that the API gave it', () => {
  expect(filenameOf(answer('x'))).toBe('会員一覧_新宿店.csv')
  expect(filenameOf(new Response(''))).toBe('export.csv')
})
