import { diffArrays } from 'diff'
import { useMemo } from 'react'

const words = new Intl.Segmenter('ja', { granularity: 'word' })
/** Above this many changed words, compares by line: a word diff of two unrelated long texts would take minutes. */
const mostChanges = 4_000
const linesOf = (text: string) => text.split(/(?<=\n)/)
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment)

const differenceOf = (before: string, after: string) =>
  diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: mostChanges }) ??
  diffArrays(linesOf(before), linesOf(after))

/** Word diff of a text: removed words struck through, added words underlined, both announced to screen readers. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => differenceOf(before, after), [before, after])
  if (before === after) return <p className="text-sm text-muted-foreground">違いはありません。</p>
  return (
    <div className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
      {parts.map(({ added, removed, value }, at) => {
        const text = value.join('')
        if (added) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and are drawn anew as a whole
            <ins key={at} className="bg-accent text-accent-foreground decoration-2">
              <span className="sr-only">追加: </span>
              {text}
            </ins>
          )
        }
        if (removed) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <del key={at} className="bg-danger-surface text-bad">
              <span className="sr-only">削除: </span>
              {text}
            </del>
          )
        }
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        return <span key={at}>{text}</span>
      })}
    </div>
  )
}
