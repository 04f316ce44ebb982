import { stepsIn } from '../../editor/pixels.ts'
import type { Size } from '../../editor/document/document.ts'
import type { ReadPixels } from '../../editor/pixels.ts'

/** A picture of an area, possibly at another resolution. In image pixels. */
export interface Piece {
  element: HTMLImageElement
  x: number
  y: number
  width: number
  height: number
}

/** Later pieces are on top. The last area is cached until the pieces change, because tools read it repeatedly. */
export function readPieces(piecesFor: (step: number) => readonly Piece[]): ReadPixels {
  let last: { key: string; data: ImageData } | null = null
  return ({ x, y, width, height }, step = 1) => {
    const pieces = piecesFor(step).filter(({ element }) => element.naturalWidth > 0)
    const key = [x, y, width, height, step, ...pieces.map(({ element }) => element.src)].join(' ')
    if (last?.key === key) return last.data
    const canvas = document.createElement('canvas')
    canvas.width = stepsIn(width, step)
    canvas.height = stepsIn(height, step)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || pieces.length === 0) return null
    context.scale(1 / step, 1 / step)
    context.translate(-x, -y)
    for (const piece of pieces) {
      const apart =
        piece.x > x + width || piece.y > y + height || piece.x + piece.width < x || piece.y + piece.height < y
      if (!apart) context.drawImage(piece.element, piece.x, piece.y, piece.width, piece.height)
    }
    last = { key, data: context.getImageData(0, 0, canvas.width, canvas.height) }
    return last.data
  }
}

export function wholePiece(element: HTMLImageElement, { width, height }: Size): Piece {
  return { element, x: 0, y: 0, width, height }
}
