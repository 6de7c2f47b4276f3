const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&amp;': '&' }

/** Sanitised rich text as lines of words, with pictures by their description: to compare two of them. */
export const plainTextOf = (html: string) =>
  html
    .replaceAll(
      /<img[^>]*?(?:alt="([^"]*)")?[^>]*>/g,
      (_, alt: string | undefined) => `［画像${alt ? `: ${alt}` : ''}］\n`,
    )
    .replaceAll(/<hr[^>]*>/g, '――――\n')
    .replaceAll(/<br[^>]*>|<\/(p|h2|h3|li|blockquote|aside)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|nbsp|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
