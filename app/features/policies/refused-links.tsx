import { richText } from '#contract/rich-text.ts'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'

/** The addresses of a Markdown text: `[text](address)`, `<https://…>` and `[name]: address`. */
const addresses = /\]\(\s*<?([^\s)>]+)|<([a-z][a-z\d+.-]*:[^\s<>]*)>|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gim

/** Addresses of a Markdown text that will be no links, each once, in order. */
export const refusedLinks = (markdown: string): string[] => [
  ...new Set(
    [...markdown.matchAll(addresses)]
      .map(([, inline, plain, named]) => inline ?? plain ?? named ?? '')
      .filter((address) => !richText.linkAddress.test(address)),
  ),
]

/** Names the links of the text that will be stored as text, before it is saved. */
export function RefusedLinks({ field }: { field: FieldHandle<string> }) {
  const refused = refusedLinks(useLiveField(field).state.value)
  if (refused.length === 0) return null
  return (
    <p role="status" className="mt-2 rounded-md bg-muted px-3 py-2 text-sm wrap-anywhere">
      次のリンクは、文字だけになります。リンクにできるのは https://、mailto:、tel: から始まるものです。
      <br />
      <strong>{refused.slice(0, 5).join('、')}</strong>
      {refused.length > 5 && ` ほか${refused.length - 5}件`}
    </p>
  )
}
