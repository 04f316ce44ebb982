export type Turn = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface Thing {
  readonly name: string
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

export interface ScenePicture {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly things: readonly Thing[]
}

export interface WrittenThing {
  readonly name: string
  readonly box: readonly [x: number, y: number, width: number, height: number]
  /** A triangle with the right angle at the box's upper left corner before turning. */
  readonly ring: readonly number[]
  /** The frame's pixels of the object, row by row: the box without its lower right quarter. */
  readonly pixels: Uint8Array
}

export interface WrittenPicture {
  readonly path: string
  /** The documents' name of it; undefined when they have none. */
  readonly stated: string | undefined
  readonly width: number
  readonly height: number
  readonly things: readonly WrittenThing[]
}

type Point = readonly [x: number, y: number]
type Size = { readonly width: number; readonly height: number }

/** Maps a point of the upright picture to stored pixels; the size is the stored one. */
const stored: Readonly<Record<Turn, (point: Point, size: Size) => Point>> = {
  1: (point) => point,
  2: ([x, y], { width }) => [width - x, y],
  3: ([x, y], { width, height }) => [width - x, height - y],
  4: ([x, y], { height }) => [x, height - y],
  5: ([x, y]) => [y, x],
  6: ([x, y], { height }) => [y, height - x],
  7: ([x, y], { width, height }) => [width - y, height - x],
  8: ([x, y], { width }) => [width - y, x],
}

export const storedSize = ({ width, height }: Size, turn: Turn): Size =>
  turn > 4 ? { width: height, height: width } : { width, height }

export function asWritten(picture: ScenePicture, stated: string | undefined, turn: Turn = 1): WrittenPicture {
  const size = storedSize(picture, turn)
  const toStored = (point: Point) => stored[turn](point, size)
  const things = picture.things.map(({ name, box: [x, y, width, height] }): WrittenThing => {
    const [one, other] = [toStored([x, y]), toStored([x + width, y + height])]
    const left = Math.min(one[0], other[0])
    const top = Math.min(one[1], other[1])
    const ring = [toStored([x, y]), toStored([x + width, y]), toStored([x, y + height])].flat()
    const pixels = new Uint8Array(size.width * size.height)
    for (let row = y; row < y + height; row += 1)
      for (let column = x; column < x + width; column += 1) {
        if (row >= y + height / 2 && column >= x + width / 2) continue
        const [across, down] = toStored([column + 0.5, row + 0.5])
        pixels[Math.floor(down) * size.width + Math.floor(across)] = 1
      }
    return { name, box: [left, top, Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])], ring, pixels }
  })
  return { path: picture.path, stated, ...size, things }
}

export type Sight = readonly [name: string, ...numbers: number[]]

export type Drawing = 'box' | 'ring' | 'mask' | 'class'

export function middleOf(points: readonly number[]): [x: number, y: number] {
  const mean = (from: number) =>
    points.reduce((sum, value, at) => sum + (at % 2 === from ? value : 0), 0) / (points.length / 2)
  return [mean(0), mean(1)]
}

export const setPixels = (pixels: Uint8Array, width: number): number[] =>
  [...pixels].flatMap((value, at) => (value === 0 ? [] : [(at % width) + 0.5, Math.floor(at / width) + 0.5]))

export function drawn({ name, box, ring, pixels }: WrittenThing, drawing: Drawing, { width }: Size): Sight {
  if (drawing === 'class') return [name]
  if (drawing === 'box') return [name, ...box]
  return [name, ...box, ...middleOf(drawing === 'ring' ? ring : setPixels(pixels, width))]
}
