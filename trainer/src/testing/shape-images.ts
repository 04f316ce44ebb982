import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeCoco } from '@vermilion/contract/formats/coco/document'
import type { LabeledImage } from '@vermilion/contract/formats/labeled-images'
import { encodeYoloConfiguration, yoloLabelPath } from '@vermilion/contract/formats/yolo/configuration'
import { encodeYoloLabels } from '@vermilion/contract/formats/yolo/labels'
import sharp from 'sharp'
import { randomAt } from '../random.ts'

export const shapeLabels = ['square', 'disc'] as const

/** Pictures with red squares and blue discs on gray, learnable within seconds. */
export interface ShapeImages {
  count: number
  seed: number
  width?: number
  height?: number
}

interface Drawn extends LabeledImage {
  png: Buffer
}

async function drawShapes(index: number, path: string, { seed, width = 96, height = 72 }: ShapeImages): Promise<Drawn> {
  const random = randomAt(seed, index)
  const between = (low: number, high: number) => Math.round(low + (high - low) * random.uniform())
  const ground = between(150, 230)
  const marks: string[] = []
  // The first image is empty, to include data without objects.
  const shapes = Array.from({ length: index === 0 ? 0 : between(1, 2) }, (_, i) => {
    const side = between(14, 30)
    // Left and right halves, so that they do not overlap.
    const x = between(0, width / 2 - side) + (i * width) / 2
    const y = between(0, height - side)
    const labelIndex = between(0, 1)
    const colour = labelIndex === 0 ? `rgb(${between(170, 230)} 40 40)` : `rgb(40 60 ${between(170, 230)})`
    const round = labelIndex === 0 ? 0 : side / 2
    marks.push(`<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${round}" fill="${colour}"/>`)
    return { kind: 'box' as const, labelIndex, box: { x, y, width: side, height: side } }
  })
  const paper = `<rect width="100%" height="100%" fill="rgb(${ground} ${ground} ${ground})"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paper}${marks.join('')}</svg>`
  return { path, width, height, shapes, png: await sharp(Buffer.from(svg)).png().toBuffer() }
}

function put(folder: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

export async function writeShapeFolder(folder: string, format: 'yolo' | 'coco', images: ShapeImages): Promise<void> {
  const drawn = await Promise.all(
    Array.from({ length: images.count }, (_, i) =>
      drawShapes(i, `images/${i % 4 === 3 ? 'val' : 'train'}/${String(i).padStart(3, '0')}.png`, images),
    ),
  )
  for (const { path, png } of drawn) put(folder, path, png)
  if (format === 'yolo') {
    for (const image of drawn) {
      if (image.shapes.length > 0) put(folder, yoloLabelPath(image.path), encodeYoloLabels(image.shapes, image))
    }
    const splits = { train: ['images/train'], val: ['images/val'], test: [] }
    put(folder, 'data.yaml', encodeYoloConfiguration({ path: '.', ...splits, names: [...shapeLabels] }))
    return
  }
  for (const split of ['train', 'val']) {
    const prefix = `images/${split}/`
    const named = drawn.flatMap(({ path, width, height, shapes }) =>
      path.startsWith(prefix) ? [{ path: path.slice(prefix.length), width, height, shapes }] : [],
    )
    const document = encodeCoco({ labels: shapeLabels.map((name) => ({ name })), images: named })
    put(folder, `annotations/instances_${split}.json`, JSON.stringify(document))
  }
}
