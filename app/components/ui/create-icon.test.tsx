import { Megaphone, Users } from 'lucide-react'
import * as megaphone from 'lucide-react/icons/megaphone'
import * as users from 'lucide-react/icons/users'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createIcon, { type IconData } from './create-icon'

const dataOf = (file: object) => (file as { __iconData: IconData }).__iconData
const pairs = [
  [Users, createIcon(dataOf(users))],
  [Megaphone, createIcon(dataOf(megaphone))],
] as const

/** An element's attributes sorted by name, since their order does not matter. */
const sorted = (markup: string) =>
  markup.replaceAll(/<(\w+)((?: [\w-]+="[^"]*")+)/g, (_, tag, attributes: string) =>
    [`<${tag}`, ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort()].join(' '),
  )

test.each([
  {},
  { className: 'size-4 text-primary' },
  { 'aria-hidden': true },
  { 'aria-label': '固定表示', role: 'img', className: 'size-5!' },
  { size: 16, strokeWidth: 1.5, color: 'red', id: 'x' },
] as const)('an icon with %o is what lucide draws', (props) => {
  for (const [Theirs, Ours] of pairs) {
    expect(sorted(renderToStaticMarkup(<Ours {...props} />))).toBe(sorted(renderToStaticMarkup(<Theirs {...props} />)))
  }
})
