import type { Size } from '../editor/document.ts'
import type { ReadPixels } from '../editor/pixels.ts'

/**
 * Reads colours of an image that the browser has decoded, at the image's own size also where the element shows a
 * smaller preview. What was read last is kept, since tools ask for the same part again.
 */
export function pixelsOf(element: HTMLImageElement, image: Size): ReadPixels {
  let last: { key: string; data: ImageData } | null = null
  return ({ x, y, width, height }) => {
    const key = [x, y, width, height].join(' ')
    if (last?.key === key) return last.data
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || element.naturalWidth === 0) return null
    const [across, down] = [element.naturalWidth / image.width, element.naturalHeight / image.height]
    context.drawImage(element, x * across, y * down, width * across, height * down, 0, 0, width, height)
    last = { key, data: context.getImageData(0, 0, width, height) }
    return last.data
  }
}
