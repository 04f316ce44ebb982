import type { CSSProperties } from 'react'

/**
 * Colours of lines and bars, none near the accent or the errors' red. Each reaches 3:1 on the light and on the dark ground,
 * and any two differ for readers who do not see red, green or blue. The first six have the hues of `labelColour` in its
 * order, so that a class is the same in curves and in pictures.
 */
export const seriesColours = [
  '#2f7fd1',
  '#be8b0e',
  '#b3387f',
  '#0aa249',
  '#b44a1b',
  '#a27fb9',
  '#955c55',
  '#859a8a',
] as const

/** The color of counts that are not compared with others. */
export const [figureColour] = seriesColours

export function seriesColour(index: number): string {
  return seriesColours[index % seriesColours.length] ?? figureColour
}

/** Passes the color to style sheets as `--line`. */
export function lineStyle(index: number): CSSProperties {
  return { '--line': seriesColour(index) } as CSSProperties
}
