import type { ScenePicture, Turn } from './written-scene.ts'
import type { Content, Writer, WriterName } from './writers.ts'

export interface Way {
  readonly what: string
  readonly pictures?: readonly ScenePicture[]
  readonly lies?: (path: string) => string
  readonly turns?: (path: string) => Turn
  /** The documents' name of a picture; its name within the folder by default. */
  readonly stated?: (path: string, writer: Writer) => string | undefined
  readonly encoded?: (text: string, path: string) => Content
  readonly named?: (path: string) => string
  readonly isApart?: true
  readonly isInside?: true
  /** Formats that cannot express it; all others are tried. */
  readonly without?: (writer: Writer, name: WriterName) => boolean
  /** Writers whose documents cannot show that labels are in stored pixels; they are taken for upright ones. */
  readonly hasNoFrame?: (writer: Writer) => boolean
  /** One label is expected to be refused and reported. */
  readonly isTold?: true
  /** Tried with every format, not just some. */
  readonly isWhole?: true
}

export const usual: readonly ScenePicture[] = [
  {
    path: 'a.png',
    width: 64,
    height: 48,
    things: [
      { name: '猫', box: [8, 12, 16, 24] },
      { name: '狗', box: [28, 4, 16, 8] },
    ],
  },
  { path: 'b.png', width: 64, height: 48, things: [{ name: '狗', box: [24, 30, 8, 12] }] },
]
const [first, second] = usual as readonly [ScenePicture, ScenePicture]
const at = (picture: ScenePicture, path: string): ScenePicture => ({ ...picture, path })
const upright = (turn: Turn): ScenePicture =>
  at(turn > 4 ? { ...first, width: first.height, height: first.width } : first, `${turn}.jpg`)
const turnOf = (path: string) => Number(/\d/.exec(path)?.[0]) as Turn

const bytesOf: Readonly<Record<string, readonly number[]>> = { 猫: [0xc3, 0xa8], 狗: [0xb9, 0xb7] }
const gb18030 = (text: string) =>
  Uint8Array.from(Array.from(text).flatMap((letter) => bytesOf[letter] ?? [letter.charCodeAt(0)]))
const wide = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** XML declares the encoding that it is in. */
const declared = (text: string, encoding: string) => text.replace('encoding="utf-8"', `encoding="${encoding}"`)

const isSidecar = ({ sidecar }: Writer) => sidecar !== undefined
const isStating = ({ sidecar, states }: Writer) => sidecar !== undefined && states
const isClassFolder = (_: Writer, name: WriterName) => name === 'folders of classes'

export const ways: readonly Way[] = [
  { what: 'as it is usual' },
  { what: 'a byte order mark', encoded: (text) => `\uFEFF${text}` },
  { what: 'GB18030', encoded: (text) => gb18030(declared(text, 'gb18030')) },
  ...[true, false].flatMap((mark) =>
    [true, false].map((isBig): Way => ({
      what: `UTF-16${isBig ? 'BE' : 'LE'}, ${mark ? 'with' : 'without'} a mark`,
      encoded: (text) => wide(`${mark ? '\uFEFF' : ''}${declared(text, 'utf-16')}`, isBig),
    })),
  ),
  { what: 'line ends of Windows', encoded: (text) => text.replaceAll('\n', '\r\n') },
  {
    what: 'decomposed names in documents and of them',
    pictures: [at(first, 'café.png'), second],
    stated: (path) => path.normalize('NFD'),
    named: (path) => path.normalize('NFD'),
  },
  {
    what: 'paths of Windows',
    stated: (path) => `C:\\data\\images\\${path}`,
    encoded: (text, path) => (path.endsWith('json') ? text.replaceAll('\\\\', '\\').replaceAll('\\', '\\\\') : text),
    without: ({ states }) => !states,
  },
  {
    what: 'names of another picture',
    stated: (path) => (path === 'a.png' ? 'b.png' : 'a.png'),
    without: (one) => !isStating(one),
  },
  { what: 'one constant name', stated: () => 'image.png', without: (one) => !isStating(one) },
  { what: 'no names', stated: () => undefined, without: (one) => !isStating(one) },
  {
    what: 'folders of splits with the same names in each',
    pictures: [at(first, 'train/img.png'), at(second, 'val/img.png')],
    without: isClassFolder,
  },
  {
    what: 'folders of splits by another word',
    pictures: [at(first, 'train/img.png'), at(second, 'valid/img.png')],
    lies: (path) => path.replace('valid', 'val'),
    without: isClassFolder,
  },
  {
    what: 'stored pixels of pictures whose sides EXIF swaps',
    pictures: ([5, 6, 7, 8] as const).map(upright),
    turns: turnOf,
    without: isClassFolder,
    hasNoFrame: ({ sizes }) => !sizes,
    isWhole: true,
  },
  {
    what: 'stored pixels of pictures that EXIF turns without swapping their sides',
    pictures: ([2, 3, 4] as const).map(upright),
    turns: turnOf,
    without: isClassFolder,
    hasNoFrame: () => true,
  },
  {
    what: 'a label that is no number beside sound ones',
    encoded: (text, path) =>
      path.startsWith('labels/') ? `${text}0 nan nan nan nan\n` : text.replace(/(?<=[[\s",=]|<xmin>)24(?=\D)/, 'NaN'),
    without: (_, name) => /mask|runs|panoptic|folders/.test(name),
    isTold: true,
  },
  { what: 'pictures in the archive', isInside: true, without: isClassFolder },
  {
    what: 'folders of splits with the same names in each, pictures in the archive',
    pictures: [at(first, 'train/img.png'), at(second, 'val/img.png')],
    isInside: true,
    without: isClassFolder,
  },
  {
    what: 'turned pictures in the archive',
    pictures: ([5, 6, 7, 8] as const).map(upright),
    turns: turnOf,
    isInside: true,
    without: isClassFolder,
    hasNoFrame: ({ sizes }) => !sizes,
  },
  {
    what: 'each label in a document of its own, pictures in the archive',
    isApart: true,
    isInside: true,
    without: (one) => isSidecar(one),
  },
  { what: 'each label in a document of its own', isApart: true, without: (one) => isSidecar(one) },
  {
    what: 'two pictures of one stem',
    pictures: [at(first, 'a.png'), at(second, 'a.jpg')],
    without: (one) => isSidecar(one),
  },
  {
    what: 'one document for two pictures of one stem',
    pictures: [at(first, 'a.png'), at(first, 'a.jpg')],
    stated: () => undefined,
    without: (one, name) => !isSidecar(one) || isClassFolder(one, name),
  },
  {
    what: 'endings in capitals',
    lies: (path) => path.replace('.png', '.PNG'),
    named: (path) => path.replace(/\.(?:xml|json|csv|txt)$/, (ending) => ending.toUpperCase()),
  },
]
