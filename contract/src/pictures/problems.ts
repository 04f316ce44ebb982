import type { Text } from '../kernel/text.ts'

/** Reasons a picture is unreadable: too many pixels; no decoder; HEVC (most HEIC files); damaged content. */
export const pictureProblems = ['too-large', 'unknown-format', 'hevc', 'damaged'] as const
export type PictureProblem = (typeof pictureProblems)[number]

/** Texts for users. A decoder's own messages are never shown: they change with its version and exist in one language. */
export const pictureProblemTexts: Readonly<Record<PictureProblem, Text>> = {
  'too-large': { en: 'it is larger than what is read here', zh: '图片过大，超出可读取的范围' },
  'unknown-format': { en: 'its format cannot be decoded here', zh: '此处无法解码该格式' },
  hevc: {
    en: 'it is an HEVC (HEIC) picture, which cannot be decoded here: convert it to JPEG or AVIF',
    zh: '图片采用 HEVC（HEIC）编码，此处无法解码：请转换为 JPEG 或 AVIF',
  },
  damaged: { en: 'it is damaged, or no picture', zh: '图片已损坏，或不是图片' },
}

export class UnreadablePicture extends Error {
  readonly problem: PictureProblem
  readonly pixels: PixelLimit | undefined

  constructor(problem: PictureProblem, pixels?: PixelLimit) {
    super(`a picture cannot be read: ${problem}`)
    this.problem = problem
    this.pixels = pixels
  }
}

export interface PixelLimit {
  readonly width: number
  readonly height: number
  readonly most: number
}

export interface UnreadPicture {
  readonly broken: PictureProblem
  readonly pixels?: PixelLimit
}

export function unreadOf(error: unknown): UnreadPicture {
  const pixels = error instanceof UnreadablePicture ? error.pixels : undefined
  return { broken: pictureProblemOf(error), ...(pixels && { pixels }) }
}

export function unreadText({ broken, pixels }: UnreadPicture): Text {
  if (pixels === undefined) return pictureProblemTexts[broken]
  const { width, height, most } = pixels
  return {
    en: `it has ${width} × ${height} pixels, and up to ${most / 1e6} million are read`,
    zh: `图片为 ${width} × ${height} 像素，最多读取 ${most / 1e4} 万像素`,
  }
}

export function pictureProblemOf(error: unknown): PictureProblem {
  if (error instanceof UnreadablePicture) return error.problem
  const message = error instanceof Error ? error.message : String(error)
  if (/hevc|libde265/i.test(message)) return 'hevc'
  if (/pixel limit|too large|too big|exceeds the limit/i.test(message)) return 'too-large'
  if (/unsupported|not a known|compression format|no decoding plugin/i.test(message)) return 'unknown-format'
  return 'damaged'
}
