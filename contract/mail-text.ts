import { type MailVariable, mailVariables } from './words/mail.ts'

// Variables of a mail, for both sides: the API replaces them for each recipient, the browser for the preview.

/** Maximum characters of a body without markup. */
export const maxMailText = 10_000

const variable = /\{\{([^{}]*)\}\}/g

/** The syntax of a variable. */
export const placeOf = (name: MailVariable) => `{{${name}}}`

/** The names between double braces, each once, known or not, in order. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim())),
]

const isMailVariable = (name: string): name is MailVariable => Object.hasOwn(mailVariables, name)

/** Whether a text has the variable of the recipient's own 配信停止 URL. */
export const hasUnsubscribeUrl = (text: string) => /\{\{\s*配信停止URL\s*\}\}/.test(text)

/** Whether a link's address has it: the token in it is for nobody but the recipient. */
const givesUnsubscribeUrl = (html: string) => [...html.matchAll(/<a [^>]*>/g)].some(([tag]) => hasUnsubscribeUrl(tag))

/** The validation error for the variables of a text; null where each is known and its braces are closed. */
export function variableFault(text: string): string | null {
  const unknown = variablesIn(text).find((name) => !isMailVariable(name))
  if (unknown !== undefined) return `「{{${unknown}}}」という差し込みはありません。`
  if (givesUnsubscribeUrl(text)) {
    return 'リンクのアドレスに「{{配信停止URL}}」は使用できません。リンクにせず、そのまま本文に差し込んでください。'
  }
  return /\{\{|\}\}/.test(text.replaceAll(variable, '')) ? '差し込みの「{{」と「}}」が対になっていません。' : null
}

/**
 * The text with its variables replaced by values, each escaped by `harmless`. Values are not searched again: one that
 * looks like a variable stays as is. A missing value becomes empty.
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

/** Text escaped for HTML, and for quoted attributes. */
export const escapedHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Whether one of our pictures in a text has no description, which stands for it where mail programs show no pictures. */
export const hasUndescribedPicture = (html: string): boolean =>
  [...html.matchAll(/<img [^>]*>/g)].some(([tag]) => / src="\/uploads\//.test(tag) && !/ alt="\s*[^"\s]/.test(tag))
export const descriptionMissing =
  'この項目の画像をすべて選び、「代替テキスト」を入力してください。画像が表示されないメールソフトでは、代替テキストが表示されます。'
