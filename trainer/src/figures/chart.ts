export interface Series {
  name: string
  points: readonly (readonly [x: number, y: number])[]
  strong?: boolean
}

export interface Chart {
  title: string
  x: string
  y: string
  series: readonly Series[]
  rangeX?: readonly [number, number]
  rangeY?: readonly [number, number]
}

/** Ten colors distinguishable with most color vision deficiencies. */
export const palette = [
  '#4e79a7',
  '#f28e2b',
  '#59a14f',
  '#e15759',
  '#b07aa1',
  '#76b7b2',
  '#edc948',
  '#ff9da7',
  '#9c755f',
  '#7f7f7f',
] as const
export const colourAt = (index: number): string => palette[index % palette.length]!

export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const plot = { left: 64, top: 44, width: 480, height: 320 } as const
const legendWidth = 190

function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!
  const first = Math.ceil(low / step - 1e-9)
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step)
}

function rangeOf(values: readonly number[]): [number, number] {
  const low = Math.min(...values)
  const high = Math.max(...values)
  return low < high ? [low, high] : [low - 0.5, high + 0.5]
}

export function svgDocument(width: number, height: number, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` font-family="system-ui, sans-serif" font-size="12" fill="#333">`,
    `<rect width="100%" height="100%" fill="#fff"/>${body.join('\n')}</svg>\n`,
  ].join('')
}

export function lineChart({ title, x, y, series, rangeX, rangeY }: Chart): string {
  const points = series.flatMap((s) => s.points)
  const [left, right] = rangeX ?? rangeOf(points.map((p) => p[0]))
  const [bottom, top] = rangeY ?? rangeOf([0, ...points.map((p) => p[1])])
  const placeX = (value: number) => Number((plot.left + ((value - left) / (right - left)) * plot.width).toFixed(1))
  const placeY = (value: number) => Number((plot.top + ((top - value) / (top - bottom)) * plot.height).toFixed(1))
  const label = (value: number) => String(Number(value.toPrecision(6)))
  const grid = [
    ...ticks(left, right).map((value) => [
      `<path d="M${placeX(value)} ${plot.top}v${plot.height}" stroke="#e5e5e5"/>`,
      `<text x="${placeX(value)}" y="${plot.top + plot.height + 18}" text-anchor="middle">${label(value)}</text>`,
    ]),
    ...ticks(bottom, top).map((value) => [
      `<path d="M${plot.left} ${placeY(value)}h${plot.width}" stroke="#e5e5e5"/>`,
      `<text x="${plot.left - 8}" y="${placeY(value) + 4}" text-anchor="end">${label(value)}</text>`,
    ]),
  ].flat()
  const lines = series.map(({ points: list, strong = false }, i) => {
    const path = list.map(([px, py]) => `${placeX(px)},${placeY(py)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colourAt(i)}" stroke-width="${strong ? 3 : 1.5}"/>`
  })
  const legend = series.map(({ name }, i) => {
    const at = plot.top + 10 + i * 18
    const from = plot.left + plot.width + 16
    return `<path d="M${from} ${at}h18" stroke="${colourAt(i)}" stroke-width="3"/><text x="${from + 24}" y="${at + 4}">${escapeText(name)}</text>`
  })
  const middle = plot.left + plot.width / 2
  return svgDocument(plot.left + plot.width + legendWidth, plot.top + plot.height + 48, [
    `<text x="${middle}" y="24" text-anchor="middle" font-size="15">${escapeText(title)}</text>`,
    ...grid,
    `<text x="${middle}" y="${plot.top + plot.height + 38}" text-anchor="middle">${escapeText(x)}</text>`,
    `<text transform="translate(18 ${plot.top + plot.height / 2}) rotate(-90)" text-anchor="middle">${escapeText(y)}</text>`,
    ...lines,
    ...legend,
  ])
}
