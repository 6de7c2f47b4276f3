import markdownIt from 'markdown-it'

// How a policy's Markdown becomes HTML, for both sides: the API stores it, the browser previews it before it is saved.

// Images, HTML and code are not allowed in a policy; they are kept as the text that was typed.
const markdown = markdownIt({ html: false, linkify: false, breaks: true }).disable([
  'image',
  'code',
  'fence',
  'backticks',
  'html_block',
  'html_inline',
])

/** Headings come below the page title: # is h2, ## and deeper h3. */
const headingOf = (tag: string) => (tag === 'h1' ? 'h2' : 'h3')

markdown.core.ruler.push('headings_below_the_title', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = headingOf(token.tag)
  }
})

/** Markdown as HTML, not sanitised yet; HTML in it becomes text. */
export const htmlOfMarkdown = (text: string): string => markdown.render(text)
