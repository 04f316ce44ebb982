import type { AnnotatorChoice } from '../datasets/imports.ts'
import type { LabelKind } from '../labels/index.ts'
import type { AreaGeometry, FirstPixel, FormatKind, FormatOffer, WrittenFormatKind } from './offers.ts'
import type { LabeledClass, LabeledImage, Split } from './labeled-images.ts'
import type { FormatProblem } from './problems/problems.ts'

/** Files of a folder or an archive. Paths are relative, with forward slashes; only listed paths are ever opened. */
export interface FileReader {
  paths: () => AsyncIterable<string> | Iterable<string>
  /** From the beginning, and any number of times: large documents are read more than once. */
  open: (path: string) => AsyncIterable<Uint8Array>
  /** Bytes. */
  size: (path: string) => Promise<number> | number
  /**
   * Width and height of the upright image that annotations call `path`, with or without its ending; null where it is
   * not known. Formats that say no size measure in parts of the image then (1 × 1).
   */
  imageSize?: (path: string) => Promise<ImageSize | null>
}

export interface ImageSize {
  width: number
  height: number
}

export interface DecodeOptions {
  /** By default the answer that was declared to be right, else the newest. */
  annotator?: AnnotatorChoice
  /** What the dataset takes; shapes of other kinds are turned into these where that is possible. All by default. */
  kinds?: readonly LabelKind[]
}

/**
 * What a decoder finds, in this order for each file: problems anywhere, a class before the first image that uses it (its
 * place among the classes is its `labelIndex`), an image once with all its shapes.
 */
export type Decoded =
  | { type: 'class'; value: LabeledClass }
  /**
   * `file`: the listed path of the image itself, null where only annotations are there. `sidecar`: the place, without its
   * ending, of a document that is about this image alone. `folder`: that of a document about many images.
   */
  | { type: 'image'; image: LabeledImage; file: string | null; sidecar?: string; folder?: string }
  | { type: 'problem'; problem: FormatProblem }
  /** Who labeled the image that is told next, where the files say so. */
  | { type: 'annotators'; names: readonly string[] }

/** What is exported. Paths are unique; the same call gives the same images in the same order. */
export interface LabeledSource {
  labels: readonly LabeledClass[]
  /** Those that occur; null stands for images without one. */
  splits: readonly (Split | null)[]
  /** The images of one split. Called more than once where a layout needs it. */
  images: (split: Split | null) => AsyncIterable<LabeledImage>
}

export interface EncodeOptions {
  /** One of the codec's layouts; the first by default. */
  layout?: string
  /** How areas are written; as they were drawn by default. */
  geometry?: AreaGeometry
  /** Where pixels are counted from, where the format leaves that open; from 0 by default. */
  firstPixel?: FirstPixel
  /** Whether the image files are part of what is written. */
  images?: boolean
}

/** What an encoder writes, the same for the same source. A file's content must be consumed before the next part. */
export type Encoded =
  | { type: 'file'; path: string; content: AsyncIterable<Uint8Array> }
  /** The image file of the source whose path is `of`. */
  | { type: 'image'; path: string; of: string }
  /** What the format cannot say of this image. */
  | { type: 'problem'; problem: FormatProblem }

/** A file layout of labeled images that is read, without I/O. */
export interface FormatDecoder extends FormatOffer {
  id: FormatKind
  /** How sure the names of files make it that they are of this format: 0 (not) to 1. */
  detect: (paths: readonly string[]) => number
  /** Never fails for what is in the files: that is told as problems. It throws what `open` throws. */
  decode: (reader: FileReader, options?: DecodeOptions) => AsyncGenerator<Decoded>
}

/** One that is written too. */
export interface FormatCodec extends FormatDecoder {
  id: WrittenFormatKind
  encode: (source: LabeledSource, options?: EncodeOptions) => AsyncGenerator<Encoded>
}
