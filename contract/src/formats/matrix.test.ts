import { expect, test } from 'vitest'
import type { LabeledImage } from './labeled-images.ts'
import type { FormatKind } from './offers.ts'
import { formats } from './registry.ts'
import { filesOfFormat as filesOf } from './testing/files-of-format.ts'
import { decoded, memoryFolder, sizesOf } from './testing/memory-folder.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

const kinds = Object.keys(formats) as FormatKind[]
/** Lists that only give names: without them indices stay the same. */
const isNames = (path: string) => /(?:labelmap\.txt|class-descriptions\.csv)$/.test(path)
const isText = (path: string) => !/\.(?:png|jpg)$/i.test(path)
const textOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)
const change = (files: Files, by: (text: string, path: string) => string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, isText(path) ? by(textOf(content), path) : content]),
  )

const readIn = (kind: FormatKind, files: Files) => decoded(formats[kind], memoryFolder(files, 50, sizesOf(sized)))
const sized: LabeledImage[] = [0, 1].map((index) => ({ path: `${index}.png`, width: 8, height: 8, shapes: [] }))

const labelsOf = ({ labels: classes, images }: Awaited<ReturnType<typeof readIn>>) =>
  images
    .flatMap(({ path, shapes }) =>
      shapes.map(({ labelIndex, ...shape }) =>
        JSON.stringify([path.replace(/^.*\//, ''), classes[labelIndex]?.name, shape]),
      ),
    )
    .toSorted()

test.each(kinds)('R2.24 %s: folders around it, line ends and byte order marks change nothing', async (kind) => {
  const files = await filesOf(kind)
  const right = await readIn(kind, files)
  expect(right.problems).toEqual([])
  expect(labelsOf(right).length).toBeGreaterThan(0)
  const nested = Object.fromEntries(Object.entries(files).map(([path, content]) => [`outer/in ner/${path}`, content]))
  const variants: Record<string, Files> = {
    nested,
    'line ends': change(files, (text) => text.replaceAll(/\r?\n/g, '\r\n')),
    'byte order mark': change(files, (text) => `\uFEFF${text}`),
  }
  for (const [name, variant] of Object.entries(variants)) {
    const back = await readIn(kind, variant)
    expect({ name, problems: back.problems, labels: labelsOf(back) }).toEqual({
      name,
      problems: [],
      labels: labelsOf(right),
    })
  }
})

test.each(kinds)('R2.24 %s: what is empty or cut off gives no label that is not its own, and says so', async (kind) => {
  const files = await filesOf(kind)
  const own = new Set(labelsOf(await readIn(kind, files)))
  for (const path of Object.keys(files).filter((path) => isText(path) && !isNames(path))) {
    for (const part of [0, 0.3, 0.6, 0.9]) {
      const text = textOf(files[path]!)
      const cut = { ...files, [path]: text.slice(0, Math.floor(text.length * part)) }
      const back = await readIn(kind, cut)
      const strange = labelsOf(back).filter((label) => !own.has(label))
      expect({ path, part, strange }).toEqual({ path, part, strange: [] })
    }
  }
})

/** Formats whose documents have an end mark: a truncated one is refused with a report. */
const closed = kinds.filter(
  (kind) => !['yolo', 'imagenet', 'mask', 'csv', 'open-images', 'kitti', 'mot'].includes(kind),
)

test.each(closed)('R2.24 %s: a document that is cut off is told', async (kind) => {
  const files = await filesOf(kind)
  for (const path of Object.keys(files).filter(
    (path) => /\.(?:json|xml)$/.test(path) && !path.endsWith('config.xml'),
  )) {
    const text = textOf(files[path]!)
    const back = await readIn(kind, { ...files, [path]: text.slice(0, Math.floor(text.length * 0.7)) })
    expect({ path, count: back.problems.filter((problem) => problem.startsWith(path)).length }).toEqual({
      path,
      count: 1,
    })
  }
})

test.each(kinds)('R2.24 %s: read as every other format it gives no label of another image or place', async (kind) => {
  const files = await filesOf(kind)
  const own = labelsOf(await readIn(kind, files))
  for (const other of kinds.filter((one) => one !== kind)) {
    const read = labelsOf(await readIn(other, files))
    // ImageNet accepts any image in a folder; shared layouts may be read as each other, with equal labels.
    const strange = read.filter((label) => !own.includes(label) && !label.includes('"kind":"class"'))
    expect({ other, strange }).toEqual({ other, strange: [] })
  }
})
