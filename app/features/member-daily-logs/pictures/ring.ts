/** A point on a circle around 0, 0: `turn` 0 is the top, 0.25 the right. */
export function pointAt(turn: number, radius: number): { x: number; y: number } {
  const angle = turn * 2 * Math.PI
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) }
}

const at = (turn: number, radius: number) => {
  const { x, y } = pointAt(turn, radius)
  return `${x.toFixed(2)} ${y.toFixed(2)}`
}

/** A ring segment as SVG path data, at most half a turn. */
export const piece = (from: number, to: number, inner: number, outer: number) =>
  `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}z`
