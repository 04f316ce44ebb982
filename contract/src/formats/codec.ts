import type { AnnotatorChoice } from '../datasets/imports.ts'
import type { LabelKind } from '../labels/index.ts'
import type { AreaGeometry, FirstPixel, FormatKind, FormatOffer, WrittenFormatKind } from './offers.ts'
import type { LabeledClass, LabeledImage, Split } from './labeled-images.ts'
import type { FormatProblem } from './problems/problems.ts'

/** Files of a folder or archive. Paths are relative, with forward slashes; only listed paths are opened. */
export interface FileReader {
  paths: () => AsyncIterable<string> | Iterable<string>
  /** Opens a file from the start, repeatedly: large documents are read in several passes. */
  open: (path: string) => AsyncIterable<Uint8Array>
  /** In bytes. */
  size: (path: string) => Promise<number> | number
  /** Size of the upright image; null when unknown. Formats without sizes then use relative coordinates (1 × 1). */
  imageSize?: (path: string) => Promise<ImageSize | null>
}

export interface ImageSize {
  width: number
  height: number
}

export interface DecodeOptions {
  /** Defaults to the ground truth answer, else the newest. */
  annotator?: AnnotatorChoice | undefined
  /** Kinds the dataset accepts; other shapes are converted where possible. All by default. */
  kinds?: readonly LabelKind[]
}

/**
 * Events of a decoder, per file in this order: problems anywhere; a class before the first image that uses it (`labelIndex` is
 * its position among the classes); an image once, with all its shapes.
 */
export type Decoded =
  | { type: 'class'; value: LabeledClass }
  /** `file`: null when only annotations exist. `sidecar`: path without extension of a document about this image alone. */
  | { type: 'image'; image: LabeledImage; file: string | null; sidecar?: string; folder?: string }
  | { type: 'problem'; problem: FormatProblem }
  | { type: 'annotators'; names: readonly string[] }

/** Data to export. Paths are unique, and repeated calls give the same images in the same order. */
export interface LabeledSource {
  labels: readonly LabeledClass[]
  splits: readonly (Split | null)[]
  images: (split: Split | null) => AsyncIterable<LabeledImage>
}

export interface EncodeOptions {
  layout?: string | undefined
  geometry?: AreaGeometry | undefined
  /** Origin of pixel coordinates, where the format has a choice; 0 by default. */
  firstPixel?: FirstPixel | undefined
  images?: boolean
}

/** Output of an encoder, deterministic for a source. A file's content must be consumed before the next part. */
export type Encoded =
  | { type: 'file'; path: string; content: AsyncIterable<Uint8Array> }
  | { type: 'image'; path: string; of: string }
  | { type: 'problem'; problem: FormatProblem }

export interface FormatDecoder extends FormatOffer {
  id: FormatKind
  detect: (paths: readonly string[]) => number
  /** Reports invalid content as problems and throws only what `open` throws. */
  decode: (reader: FileReader, options?: DecodeOptions) => AsyncGenerator<Decoded>
}

export interface FormatCodec extends FormatDecoder {
  id: WrittenFormatKind
  encode: (source: LabeledSource, options?: EncodeOptions) => AsyncGenerator<Encoded>
}
