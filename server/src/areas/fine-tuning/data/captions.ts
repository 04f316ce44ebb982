import { buffer } from 'node:stream/consumers'
import type { Files } from '#areas/files'

/** Bytes of a text that are read as a caption. */
const mostRead = 65_536

/** A text of a data space that lies beside a picture under the same name, as kohya has them. */
interface CaptionFile {
  readonly id: string
  readonly size: number
}

export interface ReadCaption {
  /** Empty where the text is none. */
  readonly caption: string
  /** The text holds labels in numbers, as YOLO has them beside pictures. */
  readonly isLabels: boolean
  /** The text was read to its end. */
  readonly isWhole: boolean
}

const noCaption: ReadCaption = { caption: '', isLabels: false, isWhole: true }

/** A path without its ending: `a/1.png` and `a/1.txt` have the same. */
const stemOf = (path: string): string => path.replace(/\.[^./]*$/, '')

/** Where the caption of a picture lies. */
export const captionPath = (picture: string): string => `${stemOf(picture)}.txt`

/** The texts beside pictures of a space, of which there are at most some hundreds, by the pictures' paths. */
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
  const bytes = size === 0 ? Buffer.alloc(0) : await buffer(await open({ start: 0, end: Math.min(size, mostRead) - 1 }))
  const text = bytes.toString('utf8').trim()
  const isLabels = text !== '' && text.split('\n').every(isLabelLine)
  return { caption: isLabels ? '' : text, isLabels, isWhole: size <= mostRead }
}

/** A class and at least the four numbers of a box. */
function isLabelLine(line: string): boolean {
  const words = line.trim().split(/\s+/)
  return words.length >= 5 && words.every((word) => Number.isFinite(Number(word)))
}
