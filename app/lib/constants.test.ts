import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breakpoints, confirmDialogMargin, navigationWidth, smallScreenWidth } from './constants'

const css = readFileSync('app/styles/theme.css', 'utf8')
const pixels = (name: string) => Number(new RegExp(`--${name}: (\\d+)px`).exec(css)?.[1])

test('the stylesheet has the breakpoints and sizes of the specification', () => {
  expect({
    sm: pixels('breakpoint-sm'),
    md: pixels('breakpoint-md'),
    lg: pixels('breakpoint-lg'),
    xl: pixels('breakpoint-xl'),
  }).toEqual(breakpoints)
  expect(pixels('breakpoint-xs')).toBe(smallScreenWidth)
  expect(pixels('spacing-navigation')).toBe(navigationWidth)
  expect(pixels('spacing-confirm-margin')).toBe(confirmDialogMargin)
})
