import { diffArrays } from 'diff'
import { useMemo } from 'react'

const words = new Intl.Segmenter('ja', { granularity: 'word' })
/** Beyond as many changed words the lines are compared: two long texts of nothing in common would take minutes. */
const mostChanges = 4_000
const linesOf = (text: string) => text.split(/(?<=\n)/)
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment)

const differenceOf = (before: string, after: string) =>
  diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: mostChanges }) ??
  diffArrays(linesOf(before), linesOf(after))

/** What became of a text, word by word: what went is struck through, what came is underlined, and both are said. */
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
