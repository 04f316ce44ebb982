import { gzip, tarOf, zipOf } from '../../files/testing/hostile-archives.ts'

export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (most: number) => Math.floor(next() * most),
    of: <Item>(list: readonly Item[]): Item => list[Math.floor(next() * list.length)] as Item,
  }
}

type Random = ReturnType<typeof createRandom>
type Files = Map<string, string | Uint8Array>

const sound: Readonly<Record<string, () => Files>> = {
  coco: () =>
    new Map([
      [
        'annotations/instances_train.json',
        JSON.stringify({
          info: {},
          images: [1, 2, 3].map((id) => ({ id, file_name: `${id}.png`, width: 64, height: 48 })),
          categories: [
            { id: 1, name: 'cat', supercategory: 'animal' },
            { id: 2, name: '狗', supercategory: 'animal' },
          ],
          annotations: Array.from({ length: 12 }, (_, id) => ({
            id,
            image_id: (id % 3) + 1,
            category_id: (id % 2) + 1,
            bbox: [id, 1, 10, 8],
            area: 80,
            iscrowd: id % 5 === 0 ? 1 : 0,
            segmentation: id % 3 === 0 ? [[1, 1, 9, 1, 9, 9]] : { size: [48, 64], counts: [10, 20, 3042] },
          })),
        }),
      ],
    ]),
  yolo: () =>
    new Map<string, string | Uint8Array>([
      ['data.yaml', 'path: .\ntrain: images/train\nval: images/val\nnames: [cat, dog]\n'],
      ['labels/train/1.txt', '0 0.5 0.5 0.25 0.25\n1 0.1 0.1 0.3 0.1 0.2 0.4\n'],
      ['labels/train/2.txt', ''],
      ['labels/val/3.txt', '1 0.5 0.5 0.5 0.5 0.9\n'],
      ['images/train/1.jpg', new Uint8Array([255, 216, 255])],
    ]),
  voc: () =>
    new Map([
      [
        'Annotations/1.xml',
        '<annotation><filename>1.png</filename><size><width>64</width><height>48</height><depth>3</depth></size><object><name>cat</name><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object></annotation>',
      ],
      ['ImageSets/Main/train.txt', '1\n'],
    ]),
  labelme: () =>
    new Map([
      [
        '1.json',
        JSON.stringify({
          version: '5.0',
          shapes: [
            {
              label: 'cat',
              points: [
                [1, 1],
                [9, 9],
                [1, 9],
              ],
              shape_type: 'polygon',
            },
          ],
          imagePath: '1.png',
          imageWidth: 64,
          imageHeight: 48,
        }),
      ],
    ]),
  csv: () => new Map([['labels.csv', 'filename,width,height,class,xmin,ymin,xmax,ymax\n1.png,64,48,cat,1,2,30,40\n']]),
  folders: () =>
    new Map([
      ['train/cat/1.png', new Uint8Array([137, 80])],
      ['train/dog/2.png', new Uint8Array([137])],
    ]),
}

const bad = [
  'NaN',
  '-1',
  '1e999',
  '-0',
  'null',
  '"x"',
  '[]',
  '{}',
  'true',
  '9007199254740993000000',
  '1e-320',
  '""',
  '[[[[[[]]]]]]',
  '"\\ud800"',
  '{"__proto__":1}',
]

const textFaults: readonly ((text: string, random: Random) => string | Uint8Array)[] = [
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => {
    const bytes = Buffer.from(text)
    for (let times = 0; times <= random.below(20); times += 1)
      bytes[random.below(bytes.length || 1)] = random.below(256)
    return bytes
  },
  (text, random) => replaceOne(text, /-?\d+(?:\.\d+)?/g, random, random.of(bad)),
  (text, random) =>
    replaceOne(
      text,
      /"(?:id|image_id|category_id|bbox|width|height|counts|size|name|label)":/g,
      random,
      `"${random.of(['id', 'x', 'name'])}":`,
    ),
  (text, random) => replaceOne(text, /[[{<\n]/g, random, random.of(['[', '{', '<', '', '\u0000', '[['.repeat(5_000)])),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`),
  (text, random) =>
    Buffer.from(
      text.replaceAll(/cat|dog|狗/g, () => random.of(['caf\u00e9', '\u0000', '../..', 'x'.repeat(5_000)])),
      'latin1',
    ),
  (text, random) => text.repeat(random.below(4) + 2),
  () => '',
  (text) => `${text.slice(0, 5)}${'['.repeat(100_000)}`,
  (text, random) => replaceOne(text, /\[\d[^\][]*\]/g, random, `[${'7,'.repeat(random.of([3, 1_001, 200_000]))}1]`),
  (text, random) =>
    replaceOne(
      text,
      /\d+\.png|1\.jpg/g,
      random,
      random.of(['../../etc/passwd', '/x.png', 'C:\\x.png', 'x'.repeat(3_000), '\u202egnp', '']),
    ),
]

function replaceOne(text: string, pattern: RegExp, random: Random, by: string): string {
  const match = [...text.matchAll(pattern)]
  if (match.length === 0) return by
  const { index, 0: part } = random.of(match)
  return text.slice(0, index) + by + text.slice(index + part.length)
}

export function millionPoints(): string {
  const ring = Array.from({ length: 2_000_000 }, (_, at) => (at * 7) % 48)
  return JSON.stringify({
    images: [{ id: 1, file_name: '1.png', width: 64, height: 48 }],
    categories: [{ id: 1, name: 'cat' }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [0, 0, 48, 48], segmentation: [ring] }],
  })
}

export async function malformed(seed: number): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }> {
  const random = createRandom(seed)
  const files = sound[random.of(Object.keys(sound))]?.() ?? new Map()
  for (let times = 0; times <= random.below(3); times += 1) {
    const path = random.of([...files.keys()])
    const text = Buffer.from(files.get(path) ?? '').toString()
    files.set(path, random.of(textFaults)(text, random))
  }
  const list = [...files].map(([name, content]) => ({ name, content: new Uint8Array(Buffer.from(content)) }))
  const form = random.of(['zip', 'zip', 'tar', 'tar.gz', 'plain'])
  if (form === 'plain') {
    const [first = { name: 'x.json', content: new Uint8Array() }] = list
    return { name: first.name.slice(first.name.lastIndexOf('/') + 1), content: first.content }
  }
  const packed =
    form === 'zip'
      ? zipOf(list.map((entry) => ({ ...entry, ...random.of(zipFaults)(random) })))
      : await tarOf(list.map(({ name, content }) => ({ name, content: Buffer.from(content).toString('latin1') })))
  const full = form === 'tar.gz' ? gzip(packed) : packed
  return { name: `${seed}.${form}`, content: random.below(4) === 0 ? damagedBytes(full, random) : full }
}

const zipFaults: readonly ((random: Random) => object)[] = [
  () => ({}),
  () => ({}),
  () => ({}),
  (random) => ({ crc32: random.below(2 ** 31) }),
  (random) => ({ size: random.of([0, 1, 0xffff_fff0, 2 ** 31]) }),
  (random) => ({ method: random.of([1, 12, 99]) }),
  () => ({ flags: 0x801 }),
  () => ({ mode: 0o120777 }),
  (random) => ({
    name: random.of(['../x.json', '/x.json', '', 'a\u0000b', 'x'.repeat(2_000), Buffer.from([0xff, 0xfe, 0x41])]),
  }),
]

function damagedBytes(content: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  if (random.below(2) === 0) return content.slice(0, random.below(content.length))
  const bytes = content.slice()
  for (let times = 0; times < 8; times += 1) bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}
