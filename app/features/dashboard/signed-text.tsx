import { type Signed, spokenFigure } from './figures'
import type { LinkedFigure } from './rows-behind'

/** Signs on the screen, words for screen readers. ▲ (minus) is never coloured good or bad: green would look like a rise. */
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

/** A figure's text; screen readers get words instead of the sign. */
export function FigureText({ figure: { key, text } }: { figure: Pick<LinkedFigure, 'key' | 'text'> }) {
  if (!/^[▲+]/.test(text)) return text
  return <SignedText text={text} words={spokenFigure(key, text)} />
}
