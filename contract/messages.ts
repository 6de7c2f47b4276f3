import { z } from 'zod'
import { cutText } from './cut-text.ts'

const fieldTypes: Record<string, string> = {
  string: '文字',
  number: '数値',
  int: '整数',
  boolean: 'はい・いいえ',
  array: '一覧',
}

/** The start of a sentence about any field; a form replaces it with the field's label. */
const thisField = 'この項目'

/** A sentence with the name of its field: 「タイトルを入力してください。」. Sentences that already name a field are kept. */
export const sentenceAt = (label: string, sentence: string) =>
  sentence.startsWith(thisField) ? label + sentence.slice(thisField.length) : sentence

const tooSmall = (origin: string, minimum: number | bigint) => {
  if (origin === 'array') return `は${minimum}件以上選択してください。`
  if (origin !== 'string') return `は${minimum}以上で入力してください。`
  return minimum === 1 ? 'を入力してください。' : `は${minimum}文字以上で入力してください。`
}

const tooBig = (origin: string, maximum: number | bigint) => {
  if (origin === 'string') return `は${maximum}文字以内で入力してください。`
  if (origin === 'array') return `は${maximum}件以内で選択してください。`
  return `は${maximum}以下で入力してください。`
}

/**
 * Japanese messages for the common cases; zod's own locale covers the rest. `jitless` because workerd and a strict CSP
 * refuse code generated at run time.
 */
export function installJapaneseMessages() {
  z.config(z.locales.ja())
  z.config({
    jitless: true,
    customError: (issue) => {
      switch (issue.code) {
        case 'invalid_type':
          // An empty number field is NaN.
          if (issue.input === undefined || issue.input === null || Number.isNaN(issue.input))
            return `${thisField}を入力してください。`
          return `${thisField}は${fieldTypes[issue.expected] ?? '正しい形式'}で入力してください。`
        case 'too_small':
          return thisField + tooSmall(issue.origin, issue.minimum)
        case 'too_big':
          return thisField + tooBig(issue.origin, issue.maximum)
        case 'invalid_value':
          return `${thisField}は選択肢から選んでください。`
        case 'unrecognized_keys':
          return '使用できない項目が含まれています。'
        case 'invalid_format':
          return `${thisField}の形式を確認してください。`
        default:
          return undefined
      }
    },
  })
}

/** zod's issues as `fields`: the first message of each path; a whole-object issue under its own keys or `_`. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, 20).map((key) => [...issue.path, cutText(key, 60)])
        : [issue.path]
    for (const path of paths) {
      const name = path.map(String).join('.') || '_'
      if (!Object.hasOwn(fields, name)) fields[name] = issue.message
    }
  }
  return fields
}
