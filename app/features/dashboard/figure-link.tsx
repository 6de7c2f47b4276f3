import type { ShownFigure } from './figures'

/** A figure's number. */
export function FigureLink({ figure }: { figure: ShownFigure }) {
  return figure.text
}
