import { type Signed, spokenFigure } from './figures'
import type { LinkedFigure } from './rows-behind'

/** Signs for who sees, words for who hears. A sign takes no colour of good or bad: a green ▲ would look like a rise. */
export const SignedText = ({ text, words }: Signed) => (
  <span className="relative">
    <span aria-hidden>
      {text.split(/([▲+±])/).map((part, at) =>
        at % 2 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          <span key={at} className="text-muted-foreground">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
    <span className="sr-only">{words}</span>
  </span>
)

/** A figure's text, with words in the place of its sign where it has one. */
export function FigureText({ figure: { key, text } }: { figure: Pick<LinkedFigure, 'key' | 'text'> }) {
  if (!/^[▲+]/.test(text)) return text
  return <SignedText text={text} words={spokenFigure(key, text)} />
}
