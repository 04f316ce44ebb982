import { buffer } from 'node:stream/consumers'
import type { Files } from '#areas/files'

/** Maximum bytes read of a caption. */
const maxReadBytes = 65_536

interface CaptionFile {
  readonly id: string
  readonly size: number
}

export interface ReadCaption {
  /** Empty when it is no caption. */
  readonly caption: string
  /** True for a YOLO label file. */
  readonly isLabels: boolean
  /** False when the text was longer than the limit. */
  readonly isWhole: boolean
}

const noCaption: ReadCaption = { caption: '', isLabels: false, isWhole: true }

/** `a/1.png` and `a/1.txt` have the same stem. */
const stemOf = (path: string): string => path.replace(/\.[^./]*$/, '')

export const captionPath = (picture: string): string => `${stemOf(picture)}.txt`

export async function findCaptions(
  files: Pick<Files, 'atPaths'>,
  spaceId: string,
  pictures: readonly string[],
): Promise<ReadonlyMap<string, CaptionFile>> {
  const texts = await files.atPaths(spaceId, [...new Set(pictures.map(captionPath))])
  const byPath = new Map(texts.map((text) => [text.path, text]))
  return new Map(
    pictures.flatMap((picture) => {
      const text = byPath.get(captionPath(picture))
      return text === undefined ? [] : [[picture, text] as const]
    }),
  )
}

export async function readCaption(files: Pick<Files, 'content'>, file: CaptionFile | undefined): Promise<ReadCaption> {
  if (file === undefined) return noCaption
  const { size, open } = await files.content(file.id, true)
  const bytes =
    size === 0 ? Buffer.alloc(0) : await buffer(await open({ start: 0, end: Math.min(size, maxReadBytes) - 1 }))
  const text = bytes.toString('utf8').trim()
  const isLabels = text !== '' && text.split('\n').every(isLabelLine)
  return { caption: isLabels ? '' : text, isLabels, isWhole: size <= maxReadBytes }
}

/** A class and at least four numbers. */
function isLabelLine(line: string): boolean {
  const words = line.trim().split(/\s+/)
  return words.length >= 5 && words.every((word) => Number.isFinite(Number(word)))
}
