import { deflateSync } from 'node:zlib'
import { pngChunk, pngSignature } from '@vermilion/contract/formats/png/chunks'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import sharp from 'sharp'
import { zipOf } from '../../files/testing/hostile-archives.ts'
import { box } from './imports.ts'

type Content = string | Uint8Array
export const archive = (files: Readonly<Record<string, Content>>) =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })))

export async function greyMask(value: number, ground = 0): Promise<Buffer> {
  const pixels = Buffer.alloc(64 * 48, ground)
  for (let y = 10; y < 30; y += 1) pixels.fill(value, y * 64 + 10, y * 64 + 30)
  const raw = { width: 64, height: 48, channels: 1 } as const
  return sharp(pixels, { raw }).toColourspace('b-w').png().toBuffer()
}

async function paletteMask(): Promise<Buffer> {
  const samples = Buffer.alloc(64 * 48, 1)
  for (let y = 10; y < 30; y += 1) samples.fill(0, y * 64 + 10, y * 64 + 30)
  const rows = Array.from({ length: 48 }, (_, y) => Buffer.from([0, ...samples.subarray(y * 64, (y + 1) * 64)]))
  const palette = pngChunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 0]))
  return pngOf(rows, { depth: 8, colourType: 3 }, [palette])
}

function pngOf(
  rows: readonly Buffer[],
  { depth, colourType }: { depth: number; colourType: number },
  more: readonly Uint8Array[] = [],
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(64)
  head.writeUInt32BE(48, 4)
  head[8] = depth
  head[9] = colourType
  const [begin, end] = [pngChunk('IHDR', head), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngSignature, begin, ...more, pngChunk('IDAT', deflateSync(Buffer.concat(rows))), end])
}

async function smoothMask(): Promise<Buffer> {
  const pixels = Buffer.alloc(64 * 48)
  for (let y = 10; y < 30; y += 1) pixels.fill(255, y * 64 + 10, y * 64 + 30).fill(90, y * 64 + 30, y * 64 + 31)
  const raw = { width: 64, height: 48, channels: 1 } as const
  return sharp(pixels, { raw }).toColourspace('b-w').png().toBuffer()
}

async function oneBitMask(): Promise<Buffer> {
  const rows = Array.from({ length: 48 }, (_, y) => {
    const row = Buffer.alloc(9)
    if (y >= 10 && y < 30) for (let x = 10; x < 30; x += 1) row[1 + (x >> 3)]! |= 0x80 >> (x & 7)
    return row
  })
  return pngOf(rows, { depth: 1, colourType: 0 })
}

const gb = {
  cat: [0xc3, 0xa8],
  dog: [0xb9, 0xb7],
  label: [0xb1, 0xea, 0xc7, 0xa9],
}
const wide = (text: string, mark: boolean, isBig = false): Uint8Array => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const header = 'filename,width,height,class,xmin,ymin,xmax,ymax\n'
export const cocoDocument = (annotation: object, more: object = {}) => ({
  images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
  categories: [{ id: 1, name: 'cat' }],
  annotations: [{ ...box(1, 1, 1, [1, 2, 9, 9]), ...annotation }],
  ...more,
})
const region = (labels: string[]) => [
  {
    id: 1,
    data: { image: 'a.png' },
    annotations: [
      {
        result: [
          {
            id: 'r',
            type: 'rectanglelabels',
            from_name: 'label',
            original_width: 64,
            original_height: 48,
            value: { x: 25, y: 25, width: 25, height: 25, rotation: 0, rectanglelabels: labels },
          },
        ],
      },
    ],
  },
]

export type LabeledPlace = [string, number[] | number]

interface Case {
  readonly what: string
  readonly name: string
  readonly content: () => Promise<Content> | Content
  readonly seen: readonly LabeledPlace[]
  readonly told?: string
  readonly type?: LabelType
  readonly image?: string
}

const square = { type: 'semantic-segmentation', name: 'masks.zip' } as const
const masks = (mask: () => Promise<Buffer>, names: Readonly<Record<string, string>> = {}) => ({
  ...square,
  content: async () => archive({ 'masks/a.png': await mask(), ...names }),
})
const yolo = (rows: string, more: Readonly<Record<string, Content>> = { 'data.yaml': 'names: [cat, dog]\n' }) => ({
  name: 'yolo.zip',
  content: () => archive({ 'labels/a.txt': rows, ...more }),
})
const half = [24, 18, 16, 12]

export const foreignFiles: readonly Case[] = [
  { what: 'a mask of 0 and 255', ...masks(() => greyMask(255)), seen: [['object', 400]], told: 'one class “object”' },
  { what: 'a mask of one bit', ...masks(oneBitMask), seen: [['object', 400]], told: 'one class' },
  { what: 'a mask of 0 and 1', ...masks(() => greyMask(1)), seen: [['object', 400]], told: 'one class' },
  { what: 'a mask whose palette ends in black', ...masks(paletteMask), seen: [['object', 400]], told: 'one class' },
  { what: 'a mask of smoothed edges', ...masks(smoothMask), seen: [['90', 20]], told: 'two values' },
  {
    what: 'a box of corners that is said to be one of sizes',
    name: 'corners.json',
    content: () => JSON.stringify(cocoDocument({ bbox: [40, 30, 60, 45] })),
    seen: [['cat', [40, 30, 24, 18]]],
    told: 'for the most part',
  },
  {
    what: 'a mask of 0 and 255, one name',
    ...masks(() => greyMask(255), { 'classes.txt': 'cat\n' }),
    seen: [['cat', 400]],
  },
  {
    what: 'a mask of 0 and 1, names after the background',
    ...masks(() => greyMask(1), { 'classes.txt': 'background\ncat\n' }),
    seen: [['cat', 400]],
  },
  {
    what: 'a mask of 0 and 1, names without a background',
    ...masks(() => greyMask(1), { 'classes.txt': 'cat\ndog\n' }),
    seen: [['cat', 400]],
    told: 'the value 0 is taken as the background',
  },
  {
    what: 'a mask whose 255 is ignored',
    ...masks(() => greyMask(1, 255), { 'classes.txt': 'background\ncat\n' }),
    seen: [['cat', 400]],
  },
  {
    what: 'rows of a tracker',
    ...yolo('0 0.5 0.5 0.25 0.25 0.9 1\n1 0.5 0.5 0.25 0.25 0.8 12\n'),
    seen: [
      ['cat', half],
      ['dog', half],
    ],
    told: 'track_id',
  },
  { what: 'rows with tracks alone', ...yolo('0 0.5 0.5 0.25 0.25 7\n'), seen: [['cat', half]], told: 'track_id' },
  { what: 'rows with a confidence', ...yolo('0 0.5 0.5 0.25 0.25 0.75\n'), seen: [['cat', half]] },
  {
    what: 'an outline with a confidence',
    ...yolo('0 0.25 0.25 0.5 0.25 0.5 0.5 0.25 0.5 0.75\n0 0.25 0.25 0.5 0.25 0.5 0.5 0.9\n'),
    seen: [
      ['cat', [16, 12, 16, 12]],
      ['cat', [16, 12, 16, 12]],
    ],
  },
  {
    what: 'class names that YAML takes for something else',
    ...yolo([0, 1, 2, 3, 4, 5].map((at) => `${at} 0.5 0.5 0.25 0.25\n`).join(''), {
      'data.yaml': 'names:\n  0: 2.0\n  1: 0x1F\n  2: 1e3\n  3: yes\n  4: null\n  5: 01\n',
    }),
    seen: ['2.0', '0x1F', '1e3', 'yes', 'null', '01'].map((name) => [name, half]),
  },
  {
    what: 'class names in GB18030',
    ...yolo('1 0.5 0.5 0.25 0.25\n', { 'classes.txt': Uint8Array.of(...gb.cat, 10, ...gb.dog, 10) }),
    seen: [['狗', half]],
    told: 'read as GB18030',
  },
  {
    what: 'class names after a byte order mark',
    ...yolo('\uFEFF1 0.5 0.5 0.25 0.25\n', { 'data.yaml': '\uFEFFnames: [cat, 狗]\n' }),
    seen: [['狗', half]],
  },
  {
    what: 'a table in GB18030',
    name: 'gb.csv',
    content: () =>
      Buffer.concat([Buffer.from(`${header}a.png,64,48,`), Buffer.from(gb.label), Buffer.from(',1,2,30,40\n')]),
    seen: [['标签', [1, 2, 29, 38]]],
    told: 'read as GB18030',
  },
  ...[true, false].flatMap((mark) =>
    [true, false].map((isBig): Case => ({
      what: `a table in UTF-16, ${mark ? 'with' : 'without'} a mark, ${isBig ? 'big' : 'little'}-endian`,
      name: 'wide.csv',
      content: () => wide(`${header}a.png,64,48,标签,1,2,30,40\r\n`, mark, isBig),
      seen: [['标签', [1, 2, 29, 38]]],
      told: 'read as UTF-16',
    })),
  ),
  {
    what: 'a document in UTF-16',
    name: 'wide.json',
    content: () => wide(JSON.stringify(cocoDocument({})), true),
    seen: [['cat', [1, 2, 9, 9]]],
    told: 'read as UTF-16',
  },
  {
    what: 'a decomposed name',
    name: 'names.csv',
    image: 'café.png',
    content: () => `${header}cafe\u0301.png,64,48,cafe\u0301,1,2,30,40\n`,
    seen: [['café', [1, 2, 29, 38]]],
  },
  {
    what: 'a column bbox',
    name: 'bbox.csv',
    content: () => 'image_id,width,height,bbox,source\na,64,48,"[1.0, 2.0, 29.0, 38.0]",x\n',
    seen: [['object', [1, 2, 29, 38]]],
    told: 'no column names a class',
  },
  {
    what: 'a column bbox that holds two corners',
    name: 'corners.csv',
    content: () => 'image,width,height,label,bbox\na.png,64,48,cat,"(40, 30, 60, 45)"\na.png,64,48,cat,1 2 50 47\n',
    seen: [
      ['cat', [40, 30, 20, 15]],
      ['cat', [1, 2, 49, 45]],
    ],
  },
  {
    what: 'an outline without the list around it',
    name: 'flat.json',
    content: () => JSON.stringify(cocoDocument({ segmentation: [1, 2, 10, 2, 10, 11, 1, 11] })),
    seen: [['cat', [1, 2, 9, 9]]],
    type: 'semantic-segmentation',
  },
  {
    what: 'numbers that are none',
    name: 'nan.json',
    content: () =>
      JSON.stringify(cocoDocument({ area: 'A', score: 'B', segmentation: [['A', 1]] }))
        .replaceAll('"A"', 'NaN')
        .replaceAll('"B"', '-Infinity'),
    seen: [['cat', [1, 2, 9, 9]]],
    told: 'annotation 1: segmentation',
  },
  {
    what: 'a region of two labels',
    name: 'tasks.json',
    content: () => JSON.stringify(region(['cat', 'dog'])),
    seen: [
      ['cat', [16, 12, 16, 12]],
      ['dog', [16, 12, 16, 12]],
    ],
  },
]
