const carried = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
]
/** CSS pixels: the margin, the title, a line of names, and the space before and after a name. */
const margin = 16
const titleHeight = 26
const lineHeight = 20
const swatch = 18
const gap = 16

export interface Series {
  name: string
  colour: string
}

interface ChartPicture {
  title: string
  series: readonly Series[]
  plot?: HTMLCanvasElement | null | undefined
}

export async function pngOf(chart: SVGSVGElement, { title, series, plot }: ChartPicture): Promise<Blob> {
  const { width, height, left, top } = chart.getBoundingClientRect()
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copyOf(chart)))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser cannot draw the picture')
  const style = getComputedStyle(chart)
  const lines = linesOf(series, width, context, style)
  const head = titleHeight + lines.length * lineHeight
  canvas.width = (width + 2 * margin) * 2
  canvas.height = (head + height + 2 * margin) * 2
  context.scale(2, 2)
  context.fillStyle = groundOf(chart)
  context.fillRect(0, 0, width + 2 * margin, head + height + 2 * margin)
  context.translate(margin, margin)
  context.fillStyle = style.color
  context.font = `600 14px ${style.fontFamily}`
  context.fillText(title, 0, 14)
  for (const [index, line] of lines.entries()) drawSeries(context, line, titleHeight + index * lineHeight, style)
  context.translate(0, head)
  context.drawImage(picture, 0, 0, width, height)
  if (plot !== undefined && plot !== null && plot.width > 0 && plot.height > 0) {
    const visible = (plot.parentElement ?? plot).getBoundingClientRect()
    const complete = plot.getBoundingClientRect()
    context.beginPath()
    context.rect(visible.left - left, visible.top - top, visible.width, visible.height)
    context.clip()
    context.drawImage(plot, complete.left - left, complete.top - top, complete.width, complete.height)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture could not be made')) : resolve(blob)))
  })
}

function copyOf(chart: SVGSVGElement): SVGSVGElement {
  const { width, height } = chart.getBoundingClientRect()
  const copy = chart.cloneNode(true) as SVGSVGElement
  const originals = chart.querySelectorAll('*')
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const style = getComputedStyle(original)
    element.setAttribute('style', carried.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'))
  }
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return copy
}

type SeriesEntry = Series & { x: number }

function linesOf(
  series: readonly Series[],
  width: number,
  context: CanvasRenderingContext2D,
  style: CSSStyleDeclaration,
) {
  context.font = `12px ${style.fontFamily}`
  const lines: SeriesEntry[][] = []
  let x = Infinity
  for (const one of series) {
    const needed = swatch + context.measureText(one.name).width + gap
    if (x + needed > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push({ ...one, x })
    x += needed
  }
  return lines
}

function drawSeries(
  context: CanvasRenderingContext2D,
  line: readonly SeriesEntry[],
  top: number,
  style: CSSStyleDeclaration,
) {
  context.font = `12px ${style.fontFamily}`
  for (const { name, colour, x } of line) {
    context.fillStyle = colour
    context.fillRect(x, top + 8, 12, 3)
    context.fillStyle = style.color
    context.fillText(name, x + swatch, top + 14)
  }
}

function groundOf(element: Element | null): string {
  for (let at = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return 'Canvas'
}
