import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import type { Shape } from '@vermilion/contract/labels/index'
import { maskPixels } from '@vermilion/contract/labels/mask'
import { shapeBounds } from '@vermilion/contract/labels/bounds'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { archive } from './foreign-files.ts'
import { importFile } from './imports.ts'
import { datasetOf, picture as smallPicture } from './pictures.ts'
import { itemsOf } from './red-dataset.ts'
import { usual, type Way, ways } from './ways-of-writing.ts'
import { type Content, type Writer, type WriterName, writerNames, writers } from './writers.ts'
import { asWritten, drawn, middleOf, type ScenePicture, type Sight, setPixels, storedSize } from './written-scene.ts'

export interface Pair {
  readonly way: Way
  readonly name: WriterName
  readonly what: string
}

export const pairs: readonly Pair[] = ways.flatMap((way) =>
  writerNames
    .filter((name) => way.without?.(writers[name], name) !== true)
    .map((name) => ({ way, name, what: way.what })),
)

/** Every style with some formats, such that each is tried beside its neighbors. */
export const somePairs = pairs.filter(
  ({ way, name }) => way.isWhole === true || (ways.indexOf(way) + writerNames.indexOf(name)) % 11 === 0,
)

type Sights = Readonly<Record<string, readonly string[]>>

export interface Outcome {
  readonly done: DatasetImport
  readonly seen: Sights
  readonly expected: Sights
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const stemOf = (path: string) => path.replace(/\.[^.]*$/, '')

export function createPairTrial(server: TestServer) {
  const spaces = new Map<string, Promise<string>>()

  function spaceOf(files: ReadonlyMap<string, Uint8Array>, what: string): Promise<string> {
    const key =
      what + JSON.stringify([...files].map(([path, content]) => [path, Buffer.from(content).toString('base64')]))
    const existing = spaces.get(key) ?? fill(`space ${spaces.size}`, files)
    spaces.set(key, existing)
    return existing
  }

  async function fill(name: string, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
    const { id } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
    for (const [path, content] of files) await upload(server, { spaceId: id, path }, new Uint8Array(content))
    return id
  }

  return async ({ way, name, what }: Pair): Promise<Outcome> => {
    const writer: Writer = writers[name]
    const { pictures = usual, lies = (path) => path, isInside = false } = way
    const files = await picturesOf(way)
    const spaceId = await (isInside
      ? spaceOf(new Map([['other.png', await smallPicture(77)]]), `${name} ${what}`)
      : spaceOf(files, ''))
    const called = `${name} ${what}`.replaceAll(/[,.]/g, '').slice(0, 90)
    const dataset = await datasetOf(server, spaceId, { name: called, labelType: writer.labelType })
    const documents = written(writer, way)
    const content = archive(isInside ? { ...documents, ...Object.fromEntries(files) } : documents)
    const done = await importFile(server, dataset.id, { name: 'written.zip', content, addImages: isInside })
    const { labels } = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
    const names = new Map(labels.map((label) => [label.id, label.name]))
    const items = await itemsOf(server, dataset.id)
    items.delete('other.png')
    return {
      done,
      seen: sightsOf([...items].map(([path, { shapes }]) => [path, shapes.map((shape) => seenOf(shape, names))])),
      expected: sightsOf(
        pictures.map((one) => [`${isInside ? 'written/' : ''}${lies(one.path)}`, expectedIn(writer, way, one)]),
      ),
    }
  }
}

async function picturesOf({ pictures = usual, lies = (path) => path, turns }: Way) {
  const files = new Map<string, Uint8Array>()
  for (const [seed, { path, ...size }] of pictures.entries()) {
    const turn = turns?.(path) ?? 1
    const create = { ...storedSize(size, turn), channels: 3, background: { r: seed, g: turn, b: 7 } } as const
    const plain = sharp({ create }).withMetadata({ orientation: turn })
    files.set(lies(path), await (/png$/i.test(path) ? plain.png() : plain.jpeg()).toBuffer())
  }
  return files
}

function expectedIn(writer: Writer, { turns, hasNoFrame }: Way, one: ScenePicture): Sight[] {
  // Unmarked stored pixels are taken for upright ones, as far as fractions go.
  const picture = asWritten(one, undefined, hasNoFrame?.(writer) === true ? turns?.(one.path) : 1)
  const scales = writer.isOfParts === true ? [one.width / picture.width, one.height / picture.height] : [1, 1]
  const things = writer.drawing === 'class' ? picture.things.slice(0, 1) : picture.things
  return things.map((thing) => {
    const [name, ...numbers] = drawn(thing, writer.drawing, picture)
    return [name, ...numbers.map((value, at) => value * (scales[at % 2] ?? 1))]
  })
}

function written(writer: Writer, way: Way): Record<string, Content> {
  const { pictures = usual, stated = (path) => path, turns, encoded = (text) => text, named = (path) => path } = way
  const files: Record<string, Content> = {}
  const classes = ['猫', '狗']
  const add = (folder: string, some: Readonly<Record<string, Content>>) => {
    for (const [path, content] of Object.entries(some))
      files[named(`${folder}${path}`)] = typeof content === 'string' ? encoded(content, path) : content
  }
  const tell = (one: ScenePicture) => asWritten(one, stated(fileName(one.path), writer), turns?.(one.path))
  for (const [folder, own] of Map.groupBy(pictures, ({ path }) => folderOf(path))) {
    const lists = writer.list === undefined ? [] : way.isApart === true ? apart(own) : [own]
    for (const [at, some] of lists.entries()) {
      for (const [path, content] of Object.entries(writer.list?.(some.map(tell), classes) ?? {}))
        add(at === 0 ? folder : `${folder}${at}/`, { [path]: content })
    }
    for (const one of own) add(folder, writer.sidecar?.(tell(one), stemOf(fileName(one.path)), classes) ?? {})
  }
  add('', writer.beside?.(classes) ?? {})
  return files
}

function apart(pictures: readonly ScenePicture[]): ScenePicture[][] {
  const most = Math.max(...pictures.map(({ things }) => things.length))
  return Array.from({ length: most }, (_, at) =>
    pictures.flatMap((one) => (one.things[at] === undefined ? [] : [{ ...one, things: [one.things[at]] }])),
  )
}

function seenOf(shape: Shape, names: ReadonlyMap<string, string>): Sight {
  const name = names.get(shape.labelId) ?? ''
  const bounds = shapeBounds(shape)
  if (bounds === null) return [name]
  return [name, bounds.x, bounds.y, bounds.width, bounds.height, ...insideOf(shape)]
}

function insideOf(shape: Shape): number[] {
  if ('polygon' in shape) return middleOf(shape.polygon.rings[0] ?? [])
  if (!('mask' in shape)) return []
  const [x, y] = middleOf(setPixels(maskPixels(shape.mask), shape.mask.width))
  return [shape.mask.x + x, shape.mask.y + y]
}

const sightsOf = (entries: readonly (readonly [string, readonly Sight[]])[]): Sights =>
  Object.fromEntries(
    entries
      .map(([path, all]) => [path, all.map((one) => one.map(rounded).join(' ')).sort()] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
const rounded = (value: string | number) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)

/** Fails when labels are missing or moved without a report; whatever the files express must arrive exactly. */
export function expectTold({ way, name }: Pair, { done, seen, expected }: Outcome): void {
  const isTold = done.status === 'failed' || done.problemCount > 0
  const isExact = JSON.stringify(seen) === JSON.stringify(expected)
  if (isExact) return
  if (way.isTold !== true && !(way.hasNoFrame?.(writers[name]) === true && isTold)) {
    expect(seen).toEqual(expected)
    return
  }
  expect(isTold).toBe(true)
  if (way.isTold === true)
    for (const [path, things] of Object.entries(seen))
      expect(expected[path]).toEqual(expect.arrayContaining([...things]))
}
