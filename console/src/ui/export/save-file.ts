/** Lets the browser save something made here as a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has taken hold of it once the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A name that every file system takes. */
export function fileNameOf(...words: readonly string[]): string {
  return words
    .join(' ')
    .trim()
    .replaceAll(/[\s/\\:*?"<>|.]+/g, '-')
}

/** Of an element's look, what a picture of it must carry along. */
const carried = [
  'fill',
  'stroke',
  'stroke-width',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
]
/** CSS pixels of ground around the picture. */
const margin = 16

/** A chart as PNG, at twice its size, on the ground that it stands on; `plot` is a part of it that is drawn by itself. */
export async function pngOf(chart: SVGSVGElement, plot?: HTMLCanvasElement | null): Promise<Blob> {
  const { width, height, left, top } = chart.getBoundingClientRect()
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
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * margin) * 2
  canvas.height = (height + 2 * margin) * 2
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser cannot draw the picture')
  context.scale(2, 2)
  context.fillStyle = groundOf(chart)
  context.fillRect(0, 0, width + 2 * margin, height + 2 * margin)
  context.drawImage(picture, margin, margin, width, height)
  if (plot !== undefined && plot !== null && plot.width > 0 && plot.height > 0) {
    const visible = (plot.parentElement ?? plot).getBoundingClientRect()
    const complete = plot.getBoundingClientRect()
    const [across, down] = [margin - left, margin - top]
    context.beginPath()
    context.rect(visible.left + across, visible.top + down, visible.width, visible.height)
    context.clip()
    context.drawImage(plot, complete.left + across, complete.top + down, complete.width, complete.height)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture could not be made')) : resolve(blob)))
  })
}

/** The nearest colour behind an element. */
function groundOf(element: Element | null): string {
  for (let at = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return 'Canvas'
}
