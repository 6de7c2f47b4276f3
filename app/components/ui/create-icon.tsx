import { type ComponentProps, createElement } from 'react'

/** An icon as lucide's files hold it: its name and its strokes. */
export interface IconData {
  name: string
  node: [tag: string, attributes: Record<string, string>][]
}

interface IconProps extends ComponentProps<'svg'> {
  size?: string | number
}

function draw(
  { name, node }: IconData,
  { className, children, color = 'currentColor', size = 24, ...rest }: IconProps,
) {
  const isNamed = children || Object.keys(rest).some((prop) => /^(aria-|role$|title$)/.test(prop))
  const svg = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: color,
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className: `lucide lucide-${name}${className ? ` ${className}` : ''}`,
    'aria-hidden': isNamed ? undefined : true,
    ...rest,
  } as const
  // biome-ignore lint/correctness/useJsxKeyInIterable: children by their place, which never change it
  return createElement('svg', svg, ...node.map((stroke) => createElement(...stroke)), children)
}

/** Draws what lucide's own function draws (create-icon.test.tsx); the browser's build has it in its place (build/icons.ts). */
export default function createIcon(icon: IconData) {
  return (props: IconProps) => draw(icon, props)
}
