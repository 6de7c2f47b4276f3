import { type MailVariable, mailVariables } from './words/mail.ts'

// Variables of a mail, for both sides: the API fills them in for each receiver, the browser for the preview.

/** Characters of a body, markup apart. */
export const maxMailText = 10_000

const variable = /\{\{([^{}]*)\}\}/g

/** How a variable stands in a text. */
export const placeOf = (name: MailVariable) => `{{${name}}}`

/** The names between double braces, each once, known or not, in the order of the text. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim())),
]

const isMailVariable = (name: string): name is MailVariable => Object.hasOwn(mailVariables, name)

/** What is wrong with the variables of a text, as its field says it; null where each is known and its braces close. */
export function variableFault(text: string): string | null {
  const unknown = variablesIn(text).find((name) => !isMailVariable(name))
  if (unknown !== undefined) return `「{{${unknown}}}」という差し込みはありません。`
  return /\{\{|\}\}/.test(text.replaceAll(variable, '')) ? '差し込みの「{{」と「}}」が対になっていません。' : null
}

/**
 * The text with the values in the places of their variables, each made harmless by `harmless`. A value is never looked at
 * again: one that reads like a variable stays as it is. What has no value becomes nothing.
 */
export const fillIn = (
  text: string,
  values: Partial<Record<MailVariable, string>>,
  harmless: (value: string) => string = (value) => value,
) =>
  text.replaceAll(variable, (_, name: string) => {
    const known = name.trim()
    return isMailVariable(known) ? harmless(values[known] ?? '') : ''
  })

/** Text as it stands in HTML, and in an attribute's quotes. */
export const escapedHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The words of a rich text line by line, as a program without HTML shows them; a link's address stands behind its words. */
export const textOf = (html: string) =>
  html
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, href: string, words: string) =>
      words.trim() === href ? href : `${words}（${href}）`,
    )
    .replaceAll(/<li[^>]*>/g, '・')
    .replaceAll('</p></li>', '\n')
    .replaceAll(/<hr[^>]*>/g, '\n----------\n')
    .replaceAll(/<br[^>]*>|<\/(h2|h3|li|ul|ol)>/g, '\n')
    .replaceAll(/<\/(p|blockquote)>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
