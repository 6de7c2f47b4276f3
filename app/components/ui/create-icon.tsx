import { type ComponentProps, createElement } from 'react'

/** An icon in the format of lucide's files: name and strokes. */
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

/** Replaces lucide's own function in the browser's build (build/icons.ts); create-icon.test.tsx compares the output. */
export default function createIcon(icon: IconData) {
  return (props: IconProps) => draw(icon, props)
}
