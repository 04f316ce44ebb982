import type { Adjustments } from '../../editor/appearance.ts'
import type { Size } from '../../editor/document/document.ts'
import type { Frame } from '../../editor/view.ts'

/** Device pixels per image pixel from which pixels are shown as squares. */
const PIXELATED_FROM = 4

/** The browser decodes, scales and composes the element off the main thread. A preview is stretched to the image's size. */
export function placeImage(element: HTMLElement, image: Size, frame: Frame): void {
  const { style } = element
  style.width = `${image.width}px`
  style.height = `${image.height}px`
  style.transform = `matrix(${frame.scale}, 0, 0, ${frame.scale}, ${frame.x}, ${frame.y})`
  style.imageRendering = frame.scale * frame.pixelRatio >= PIXELATED_FROM ? 'pixelated' : 'auto'
}

/** Color matrix row that makes a channel gray; null leaves colors unchanged. */
const channelRows: Record<Adjustments['channel'], string | null> = {
  all: null,
  red: '1 0 0 0 0 ',
  green: '0 1 0 0 0 ',
  blue: '0 0 1 0 0 ',
}

export function filterOf({ brightness, contrast, saturation, inverted, channel }: Adjustments): string {
  const row = channelRows[channel]
  const matrix = row === null ? '' : channelFilter(row)
  return [
    matrix,
    brightness === 1 ? '' : `brightness(${brightness})`,
    contrast === 1 ? '' : `contrast(${contrast})`,
    saturation === 1 ? '' : `saturate(${saturation})`,
    inverted ? 'invert(1)' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function channelFilter(row: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><filter id="c" color-interpolation-filters="sRGB"><feColorMatrix values="${row.repeat(3)}0 0 0 1 0"/></filter></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}#c")`
}
