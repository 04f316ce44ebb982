import type { Text } from '@vermilion/contract/kernel/text'
import { labelKinds } from '@vermilion/contract/labels/dataset-labels'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import { type FormatKind, formatKinds } from '@vermilion/contract/formats/offers'
import { filesOfFormat } from '@vermilion/contract/formats/testing/files-of-format'
import { expect, test } from 'vitest'
import { decodeFiles } from './decode-files.ts'
import type { DecodedPart } from './decode-messages.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

const everyKind = [...new Set(Object.values(labelKinds).flat())]
const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

async function imported(files: Files): Promise<{ labels: string[]; format: FormatKind | undefined; failed: boolean }> {
  const parts: DecodedPart[] = []
  const paths = Object.keys(files).toSorted()
  const readable = {
    paths,
    sizes: paths.map((path) => bytesOf(files[path]!).length),
    async *read(path: string) {
      yield bytesOf(files[path]!)
    },
  }
  const order = { format: 'auto', kinds: everyKind, from: { images: 0, problems: 0 }, annotator: null } as const
  const reason: Text | undefined = await decodeFiles(readable, order, async (part) => void parts.push(part))
  const names = parts.flatMap(({ classes }) => classes.map(({ name }) => name))
  const labels = parts.flatMap(({ images }) =>
    images.flatMap(({ path, shapes }) =>
      (JSON.parse(shapes) as LabeledShape[]).map(({ labelIndex, ...shape }) =>
        JSON.stringify([path.replace(/^.*\//, '').replace(/\.\w+$/, ''), names[labelIndex], shape]),
      ),
    ),
  )
  return { labels, format: parts[0]?.format, failed: reason !== undefined }
}

const isOfFolders = ({ format }: { format: FormatKind | undefined }) => format === 'imagenet'
const isNames = (path: string) =>
  /(?:labelmap\.txt|labels\.txt|classes\.txt|synsets\.txt|class-descriptions\.csv|ya?ml)$/.test(path)

const renamed = (files: Files, ending: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      isNames(path) ? path : path.replace(/\.(?:json|xml|csv|txt)$/, ending),
      content,
    ]),
  )

test.each(formatKinds)(
  'R2.24 %s: found out by its files, it gives its labels; with other endings none but these',
  async (kind) => {
    const files = await filesOfFormat(kind)
    const right = await imported(files)
    expect(right).toMatchObject({ format: kind, failed: false })
    expect(right.labels.length).toBeGreaterThan(0)
    for (const ending of ['.json', '.xml', '.csv', '.txt', '.bak']) {
      const read = await imported(renamed(files, ending))
      if (read.failed || isOfFolders(read)) continue
      expect({ ending, strange: read.labels.filter((label) => !right.labels.includes(label)) }).toEqual({
        ending,
        strange: [],
      })
    }
  },
)

test.each(formatKinds)(
  'R2.24 %s: beside another format, or a document of one, it gives no label that is in neither',
  async (kind) => {
    const files = await filesOfFormat(kind)
    const right = await imported(files)
    for (const other of formatKinds.filter((one) => one !== kind)) {
      const others = await filesOfFormat(other)
      const theirs = await imported(others)
      const documents = Object.fromEntries(Object.entries(others).filter(([path]) => !/\.(?:png|jpg)$/.test(path)))
      const sizeless = await imported(documents)
      const own = new Set([right, theirs, sizeless].flatMap(({ labels }) => labels))
      const mixtures: Record<string, Files> = {
        'two in one archive': { ...prefixed(others, 'one'), ...prefixed(files, 'two') },
        'the documents of another': { ...files, ...prefixed(documents, 'other') },
      }
      for (const [name, mixture] of Object.entries(mixtures)) {
        const read = await imported(mixture)
        if (read.failed || isOfFolders(read)) continue
        const strange = read.labels.filter((label) => !own.has(label))
        expect({ name, other, strange }).toEqual({ name, other, strange: [] })
      }
    }
  },
)

const prefixed = (files: Files, folder: string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]))
