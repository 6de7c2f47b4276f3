import fc from 'fast-check'

const address = fc.constantFrom(
  'https://example.jp/?a=1&amp;b=<2>',
  'http://example.jp/',
  'mailto:a@example.jp',
  'javascript:alert(1)',
  '/terms',
  `/uploads/${'a'.repeat(32)}.webp`,
  '',
)
const attributes = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .tuple(fc.constantFrom('href', 'src', 'alt', 'start', 'style', 'onclick', 'class'), address)
    .map(([name, value]) => ` ${name}="${value}"`),
)
// Those that are kept, those whose content is dropped, and those that a parser moves, closes or nests by rules of its own.
const tag = fc.constantFrom(
  ...'p br strong em u s h2 h3 ul ol li blockquote hr a img aside table thead tbody tr th td'.split(' '),
  ...'div span h1 b button object svg math foreignObject template select option form script style'.split(' '),
  ...'iframe noscript textarea title tfoot caption colgroup col nobr font marquee body html pre'.split(' '),
)
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(tag, attributes).map(([name, rest]) => `<${name}${rest}>`) },
  { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('字', 'a', ' ', '\n', '\r\n', '\f', '&nbsp;', '&lt;p&gt;', '&amp;amp;', '{{会員氏名}}'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<', '&', '"', '<!--', '-->', '<![CDATA[', ']]>', '<br/>', '&#13;', '&#0;', '<p'),
  },
)

/** HTML as nobody would write it, and as programs do: tags in any order, closed or not, with attributes of all kinds. */
export const anyHtml = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
