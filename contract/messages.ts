import { z } from 'zod'

const fieldTypes: Record<string, string> = {
  string: '文字',
  number: '数値',
  int: '整数',
  boolean: 'はい・いいえ',
  array: '一覧',
}

/**
 * Japanese messages for the common cases; zod's own locale covers the rest.
 * `jitless` because workerd and a strict CSP refuse code made at run time.
 */
export function installJapaneseMessages() {
  z.config(z.locales.ja())
  z.config({
    jitless: true,
    customError: (issue) => {
      switch (issue.code) {
        case 'invalid_type':
          // An empty field of numbers is NaN.
          if (issue.input === undefined || issue.input === null || Number.isNaN(issue.input))
            return '入力してください。'
          return `${fieldTypes[issue.expected] ?? '正しい形式'}で入力してください。`
        case 'too_small':
          if (issue.origin === 'string') {
            return issue.minimum === 1 ? '入力してください。' : `${issue.minimum}文字以上で入力してください。`
          }
          if (issue.origin === 'array') return `${issue.minimum}件以上選択してください。`
          return `${issue.minimum}以上で入力してください。`
        case 'too_big':
          if (issue.origin === 'string') return `${issue.maximum}文字以内で入力してください。`
          if (issue.origin === 'array') return `${issue.maximum}件以内で選択してください。`
          return `${issue.maximum}以下で入力してください。`
        case 'invalid_value':
          return '選択肢から選んでください。'
        case 'unrecognized_keys':
          return '使用できない項目が含まれています。'
        case 'invalid_format':
          return '形式を確認してください。'
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
        ? issue.keys.slice(0, 20).map((key) => [...issue.path, key.slice(0, 60)])
        : [issue.path]
    for (const path of paths) {
      const name = path.map(String).join('.') || '_'
      if (!Object.hasOwn(fields, name)) fields[name] = issue.message
    }
  }
  return fields
}
