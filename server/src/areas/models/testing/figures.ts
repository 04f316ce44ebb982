import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import type { Shape } from '@vermilion/contract/labels/index'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import { wholeImage } from '@vermilion/contract/labels/whole-image'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { datasetOf } from '../../datasets/testing/pictures.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

export const figureLabels = ['square', 'disc', 'triangle'] as const
const size = { width: 80, height: 64 }

function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Figure {
  label: number
  ring: number[]
}

/** Outlines in a unit square: x and y alternately. */
const outlines: readonly number[][] = [
  [0, 0, 1, 0, 1, 1, 0, 1],
  Array.from({ length: 48 }, (_, at) => {
    const angle = (Math.floor(at / 2) / 24) * 2 * Math.PI
    return 0.5 + 0.5 * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle))
  }),
  [0.5, 0, 1, 1, 0, 1],
]

/** Each shape has its own hue, so that networks learn it in seconds. */
const hueOf = (label: number, strong: number, weak: number) =>
  `rgb(${[0, 2, 1].map((part) => (part === label ? strong : weak)).join(' ')})`

async function drawFigures(index: number, count: number): Promise<{ figures: Figure[]; png: Buffer }> {
  const random = randomOf(index + 1)
  const between = (low: number, high: number) => Math.round(low + (high - low) * random())
  const colour = (low: number, high: number) => `rgb(${between(low, high)} ${between(low, high)} ${between(low, high)})`
  const paper = `<rect width="100%" height="100%" fill="${colour(190, 250)}"/>`
  const figures = Array.from({ length: count }, (_, position): Figure => {
    const label = Math.floor(random() * figureLabels.length)
    const side = between(22, 32)
    const x = between(2, size.width / count - side - 2) + (position * size.width) / count
    const y = between(2, size.height - side - 2)
    return { label, ring: outlines[label]!.map((part, at) => (at % 2 === 0 ? x : y) + part * side) }
  })
  const marks = figures.map(({ label, ring }) => {
    const fill = hueOf(label, between(140, 220), between(20, 80))
    return `<polygon points="${ring.join(' ')}" fill="${fill}"/>`
  })
  const body = [paper, ...marks].join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${body}</svg>`
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return { figures, png: await sharp(Buffer.from(svg)).png().toBuffer() }
}

type ShapesOf = (figures: readonly Figure[], labelIds: readonly string[]) => Shape[]

const kinds: Readonly<Record<Exclude<LabelType, 'target-detection'>, { count: number; shapesOf: ShapesOf }>> = {
  'picture-classification': {
    count: 1,
    shapesOf: (figures, labelIds) => figures.map(({ label }) => wholeImage(labelIds[label]!)),
  },
  'semantic-segmentation': {
    count: 2,
    // Discs as masks, others as polygons: trainings read both.
    shapesOf: (figures, labelIds) =>
      figures.map(({ label, ring }, index): Shape => {
        const shape = { id: `s${index}`, labelId: labelIds[label]!, source: 'manual' } as const
        const mask = label === 1 ? maskOfRings([ring], size) : null
        return mask === null
          ? { ...shape, kind: 'polygon', polygon: { rings: [ring] } }
          : { ...shape, kind: 'mask', mask }
      }),
  },
}

export async function makeFigures(
  server: TestServer,
  name: string,
  labelType: keyof typeof kinds,
  count: number,
): Promise<Dataset> {
  const space = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  const drawn = new Map<string, Figure[]>()
  for (let index = 0; index < count; index += 1) {
    const path = `${String(index).padStart(3, '0')}.png`
    const { figures, png } = await drawFigures(index, kinds[labelType].count)
    drawn.set(path, figures)
    await upload(server, { spaceId: space.id, path }, new Uint8Array(png))
  }
  const labels = figureLabels.map((label) => ({ name: label }))
  const dataset = await datasetOf(server, space.id, { name, labelType, labels })
  const labelIds = dataset.labels.map(({ id }) => id)
  const params = { datasetId: dataset.id }
  const { items } = await server.call(datasetEndpoints.listItems, { params, query: { limit: 200 } })
  for (const item of items) {
    const shapes = kinds[labelType].shapesOf(drawn.get(item.path) ?? [], labelIds)
    const body = { baseRevision: 0, shapes, complete: true }
    await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: item.id }, body })
  }
  return server.call(datasetEndpoints.getDataset, { params })
}
