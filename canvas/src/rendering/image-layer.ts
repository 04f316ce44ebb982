import type { Size } from '../editor/document.ts'
import type { Frame } from '../editor/view.ts'

/** Device pixels per image pixel from which single image pixels are shown as squares. */
const PIXELATED_FROM = 4

/**
 * The image itself: an element that the browser decodes, scales and composes off the main thread. The source may be of
 * another resolution than the image (a preview); it is stretched to the image's size.
 */
export function placeImage(element: HTMLImageElement, image: Size, frame: Frame): void {
  const { style } = element
  style.width = `${image.width}px`
  style.height = `${image.height}px`
  style.transform = `matrix(${frame.scale}, 0, 0, ${frame.scale}, ${frame.x}, ${frame.y})`
  style.imageRendering = frame.scale * frame.pixelRatio >= PIXELATED_FROM ? 'pixelated' : 'auto'
}
