/** Font sizes in pixels. */
export const textSizes: readonly number[] = [11, 12, 13, 14, 16, 20, 24, 32]

/** Corner radii in pixels: marks, controls, cards, and pills. */
export const radii: readonly number[] = [2, 4, 6, 8, 10, 999]

/** Gaps and paddings: a hairline, even numbers to 16 pixels, multiples of four beyond. */
export function isSpacing(pixels: number): boolean {
  const size = Math.abs(pixels)
  return size === 1 || size % (size <= 16 ? 2 : 4) === 0
}

/** Files that define colors; all others use the variables. */
export const colourSources: readonly string[] = [
  'console/src/app/theme.ts',
  'console/src/app/base.css',
  'console/src/ui/chart/series-colours.ts',
]

/** Files with their own colors, each with its reason. */
export const colourExceptions: Readonly<Record<string, string>> = {
  'console/src/app/watermark.tsx': 'a picture in an address sees no variables',
  'console/src/areas/datasets/labels/label-row.tsx': 'the colour that a new label is proposed is data',
  'console/src/areas/datasets/likeness/map-colours.ts': 'a scale of values, drawn by WebGL',
  'console/src/areas/datasets/overlay/drawings.ts': 'a shade on pictures, which are alike in both themes',
  'console/src/areas/datasets/overlay/label-overlay.tsx': 'colours of labels are data',
  'console/src/areas/models/report/label-marks.ts': 'colours of labels are data',
  'console/src/areas/settings/appearance/pictures.module.css': 'shows both themes at once',
  'console/src/areas/tasks/logs/sgr.ts': 'colours that a program prints',
  'console/src/ui/terminal/ansi-colours.module.css': "a terminal's sixteen colours in both themes",
}
