import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formats } from './registry.ts'
import { decoded, memoryFolder } from './testing/memory-folder.ts'

interface Written {
  readonly name: string
  readonly image: string
  readonly end: string
  readonly declared: string
}

const json = (value: unknown, end: string) => JSON.stringify(value, null, 1).replaceAll('\n', end)
const writers = {
  coco: ({ name, image, end }: Written) => ({
    'a.json': json(
      {
        images: [{ id: 1, file_name: image, width: 64, height: 48 }],
        categories: [{ id: 1, name }],
        annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [16, 12, 16, 12] }],
      },
      end,
    ),
  }),
  csv: ({ name, image, end }: Written) => ({
    'a.csv': ['filename,width,height,class,xmin,ymin,xmax,ymax', `${image},64,48,${name},16,12,32,24`, ''].join(end),
  }),
  yolo: ({ name, image, end }: Written) => ({
    'classes.txt': ['other', name, ''].join(end),
    [`labels/${image.replace('.png', '.txt')}`]: `1 0.375 0.375 0.25 0.25${end}`,
  }),
  voc: ({ name, image, end, declared }: Written) => ({
    'a.xml': [
      declared === '' ? '' : `<?xml version="1.0" encoding="${declared}"?>`,
      `<annotation><filename>${image}</filename><size><width>64</width><height>48</height></size>`,
      `<object><name>${name}</name><bndbox><xmin>16</xmin><ymin>12</ymin><xmax>32</xmax><ymax>24</ymax></bndbox></object>`,
      '</annotation>',
    ].join(end),
  }),
  labelme: ({ name, image, end }: Written) => ({
    'a.json': json(
      {
        imagePath: image,
        imageWidth: 64,
        imageHeight: 48,
        shapes: [
          {
            label: name,
            shape_type: 'rectangle',
            points: [
              [16, 12],
              [32, 24],
            ],
          },
        ],
      },
      end,
    ),
  }),
} as const
type Writer = keyof typeof writers

const gbBytes = new Map<string, number[]>()
const gb = new TextDecoder('gb18030')
for (let lead = 0x81; lead < 0xff; lead += 1)
  for (let trail = 0x40; trail < 0xff; trail += 1) {
    const text = gb.decode(Uint8Array.of(lead, trail))
    if (text.length === 1 && text !== '\uFFFD') gbBytes.set(text, [lead, trail])
  }

const wide = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const units = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at))
      return units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]))
    }),
  )
const encoders = {
  'utf-8': (text: string) => new TextEncoder().encode(text),
  'utf-8 with a mark': (text: string) => new TextEncoder().encode(`\uFEFF${text}`),
  'utf-16le': (text: string) => wide(text, false),
  'utf-16be': (text: string) => wide(text, true),
  'utf-16le with a mark': (text: string) => wide(`\uFEFF${text}`, false),
  'utf-16be with a mark': (text: string) => wide(`\uFEFF${text}`, true),
  gb18030: (text: string) =>
    Uint8Array.from([...text].flatMap((letter) => gbBytes.get(letter) ?? [letter.charCodeAt(0)])),
} as const
type Encoding = keyof typeof encoders

const isUtf8 = (bytes: Uint8Array) => !new TextDecoder().decode(bytes).includes('\uFFFD')

test('R2.24 what each format holds comes back in every encoding, with every line end and form of names', async () => {
  const any = fc.record({
    writer: fc.constantFrom(...(Object.keys(writers) as Writer[])),
    encoding: fc.constantFrom(...(Object.keys(encoders) as Encoding[])),
    name: fc.constantFrom('狗', '标签', '红绿灯', '车辆 1', 'café', 'traffic light'),
    image: fc.constantFrom('a.png', 'café.png', '图片.png'),
    form: fc.constantFrom('NFC', 'NFD'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    isDeclared: fc.boolean(),
    chunk: fc.integer({ min: 1, max: 64 }),
  })
  await fc.assert(
    fc.asyncProperty(any, async ({ writer, encoding, name, image, form, end, isDeclared, chunk }) => {
      const isChinese = encoding === 'gb18030'
      const own = isChinese ? 'NFC' : form
      const declared = isDeclared ? encoding.split(' ')[0]! : ''
      const written = writers[writer]({ name: name.normalize(own), image: image.normalize(own), end, declared })
      const files = Object.fromEntries(
        Object.entries(written).map(([path, text]) => [path, encoders[encoding](text)] as const),
      )
      // Some GB18030 text is also valid UTF-8 and ambiguous.
      const isOpen = Object.entries(files).some(
        ([path, bytes]) => isChinese && isUtf8(bytes) && bytes.some((code) => code > 0x7f) && path !== '',
      )
      fc.pre(!isOpen)
      const back = await decoded(formats[writer], memoryFolder(files, chunk))
      expect(back.labels.at(-1)).toEqual({ name })
      expect(back.images).toHaveLength(1)
      const [only] = back.images
      expect(only?.path.replace('.png', '')).toBe(image.replace('.png', ''))
      const [width, height] = writer === 'yolo' ? [64, 48] : [1, 1]
      const [shape] = only?.shapes ?? []
      expect(shape?.kind === 'box' ? Object.values(shape.box) : []).toEqual(
        [16 / width, 12 / height, 16 / width, 12 / height].map(
          (value) => expect.closeTo(value, writer === 'voc' ? -1 : 6) as number,
        ),
      )
      const isTold = !encoding.startsWith('utf-8') && (writer !== 'voc' || !isDeclared || encoding !== 'gb18030')
      const texts = Object.values(files).filter((bytes) => isTold && (!isChinese || !isUtf8(bytes)))
      expect(back.problems).toHaveLength(texts.length)
    }),
    { numRuns: 120 },
  )
})
