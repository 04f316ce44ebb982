import type { CSSProperties } from 'react'

/**
 * Colors of lines and bars, none near the accent or the red of errors. Each has a contrast of 3:1 on the light and the dark
 * background, and any two differ for color-blind readers. The first six have the hues of `labelColour` in its order, so that a
 * class has the same color in curves and pictures.
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

export const [figureColour] = seriesColours

export function seriesColour(index: number): string {
  return seriesColours[index % seriesColours.length] ?? figureColour
}

export function lineStyle(index: number): CSSProperties {
  return { '--line': seriesColour(index) } as CSSProperties
}
