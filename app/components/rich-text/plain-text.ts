const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&amp;': '&' }

function pictureOf(tag: string) {
  const alt = tag.match(/alt="([^"]+)"/)?.[1]
  return alt ? `［画像: ${alt}］\n` : '［画像］\n'
}

/** Sanitised rich text as plain lines, pictures as their description, for comparison. */
export const plainTextOf = (html: string) =>
  html
    .replaceAll(/<img[^>]*>/g, (tag) => pictureOf(tag))
    .replaceAll(/<hr[^>]*>/g, '――――\n')
    .replaceAll(/<\/t[dh]>(?=\s*<t[dh])/g, '　')
    .replaceAll(/<br[^>]*>|<\/(p|h2|h3|li|blockquote|aside|tr)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|nbsp|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
