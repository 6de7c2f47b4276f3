import markdownIt from 'markdown-it'

// What the allow-list of a policy has no place for stays as it was typed, instead of vanishing: pictures, HTML, code.
const markdown = markdownIt({ html: false, linkify: false, breaks: true }).disable([
  'image',
  'code',
  'fence',
  'backticks',
  'html_block',
  'html_inline',
])

/** Headings stand below the title of the page: # is h2, ## and deeper h3. */
const headingOf = (tag: string) => (tag === 'h1' ? 'h2' : 'h3')

markdown.core.ruler.push('headings_below_the_title', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = headingOf(token.tag)
  }
})

/** Markdown as HTML that is not sanitised yet; HTML in it is text. */
export const htmlOfMarkdown = (text: string): string => markdown.render(text)
