import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LabeledImage, LabeledShape } from '@vermilion/contract/formats/labeled-images'
import type { WrittenFormatKind } from '@vermilion/contract/formats/offers'
import { formats } from '@vermilion/contract/formats/registry'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import sharp from 'sharp'
import { randomAt } from '../random.ts'

export const figureLabels = ['square', 'disc', 'triangle'] as const

interface Figures {
  count: number
  seed: number
  says: 'classes' | 'areas'
  most: number
}

const size = { width: 80, height: 64 }

interface Drawn {
  image: LabeledImage
  png: Buffer
}

/** A hue per shape makes the classes learnable within seconds. */
const hueOf = (label: number, strong: number, weak: number) =>
  `rgb(${[0, 2, 1].map((part) => (part === label ? strong : weak)).join(' ')})`

async function drawFigures(index: number, { seed, says, most }: Figures): Promise<Drawn> {
  const random = randomAt(seed, index)
  const between = (low: number, high: number) => Math.round(low + (high - low) * random.uniform())
  const colour = (low: number, high: number) => `rgb(${between(low, high)} ${between(low, high)} ${between(low, high)})`
  const specks = Array.from({ length: 12 }, () => {
    return `<circle cx="${between(0, size.width)}" cy="${between(0, size.height)}" r="${between(1, 2)}" fill="${colour(120, 200)}"/>`
  })
  const shapes: LabeledShape[] = []
  const marks = Array.from({ length: 1 + (index % most) }, (_, markIndex) => {
    const labelIndex = (index + markIndex) % figureLabels.length
    const side = between(20, 30)
    const x = between(2, size.width / most - side - 2) + (markIndex * size.width) / most
    const y = between(2, size.height - side - 2)
    const ring = outlines[labelIndex]!.map((part, at) => (at % 2 === 0 ? x : y) + part * side)
    shapes.push(says === 'classes' ? { kind: 'class', labelIndex } : areaOf(ring, labelIndex))
    return `<polygon points="${ring.map((value) => value.toFixed(2)).join(' ')}" fill="${hueOf(labelIndex, between(140, 220), between(20, 80))}"/>`
  })
  const paper = `<rect width="100%" height="100%" fill="${colour(190, 250)}"/>`
  const body = [paper, ...specks, ...marks].join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${body}</svg>`
  const path = `${String(index).padStart(3, '0')}.png`
  const image: LabeledImage = { path, ...size, shapes, split: index % 4 === 3 ? 'validation' : 'train' }
  return { image, png: await sharp(Buffer.from(svg)).png().toBuffer() }
}

/** In a unit square: x and y alternating. */
const outlines: readonly number[][] = [
  [0, 0, 1, 0, 1, 1, 0, 1],
  Array.from({ length: 48 }, (_, at) => {
    const angle = (Math.floor(at / 2) / 24) * 2 * Math.PI
    return 0.5 + 0.5 * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle))
  }),
  [0.5, 0, 1, 1, 0, 1],
]

/** Discs as masks, others as polygons: both are read. */
function areaOf(ring: number[], labelIndex: number): LabeledShape {
  const mask = labelIndex === 1 ? maskOfRings([ring], size) : null
  return mask === null
    ? { kind: 'polygon', labelIndex, polygon: { rings: [ring] } }
    : { kind: 'mask', labelIndex, mask }
}

export async function writeFigureFolder(folder: string, format: WrittenFormatKind, figures: Figures): Promise<void> {
  const drawn = await Promise.all(Array.from({ length: figures.count }, (_, index) => drawFigures(index, figures)))
  const source = {
    labels: figureLabels.map((name) => ({ name })),
    splits: ['train', 'validation'] as const,
    async *images(split: string | null) {
      for (const { image } of drawn) if (image.split === split) yield image
    },
  }
  for await (const part of formats[format].encode(source, { images: true })) {
    if (part.type === 'problem') continue
    const file = join(folder, part.path)
    mkdirSync(dirname(file), { recursive: true })
    await writeFile(file, part.type === 'file' ? part.content : drawn.find(({ image }) => image.path === part.of)!.png)
  }
}
