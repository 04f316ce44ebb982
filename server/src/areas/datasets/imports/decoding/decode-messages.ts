import type { FormatKind } from '@vermilion/contract/formats/offers'
import type { AnnotatorChoice, ImportedAttribute } from '@vermilion/contract/datasets/imports'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { LabeledClass, LabeledShape } from '@vermilion/contract/formats/labeled-images'
import type { Text } from '@vermilion/contract/kernel/text'
import type { LabelKind } from '@vermilion/contract/labels/index'
import type { Flag, JsonText } from '#platform/database/columns'

/** An image that files speak of, as it is kept until it is imported. */
export interface DecodedImage {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly split: DatasetItem['split'] | null
  readonly tags: JsonText<string[]>
  /** Path of the image itself in the source. */
  readonly file: string | null
  /** The place, without its ending, of a document that is about this image alone. */
  readonly sidecar: string | null
  /** Folder of the document that lists the image; empty at the top, and for sidecars. */
  readonly folder: string
  readonly shapes: JsonText<LabeledShape[]>
  readonly shapeCount: number
  /** 0 where nobody has looked at it yet. */
  readonly isLabeled: Flag
  /** How often each class occurs: its index, then how often. */
  readonly classes: readonly (readonly [number, number])[]
}

export interface DecodedProblem {
  readonly file: string
  readonly line: number | null
  readonly reason: Text
}

/** What was read since the part before. */
export interface DecodedPart {
  readonly format: FormatKind
  readonly classes: readonly LabeledClass[]
  readonly images: readonly DecodedImage[]
  readonly problems: readonly DecodedProblem[]
  /** What is said by attributes, of the class with an index. */
  /** Who labeled its images: a name for each image. */
  readonly annotators: readonly string[]
  readonly described: readonly (ImportedAttribute & { readonly classIndex: number })[]
}

/** What is to be read, and how much of it is known from another time. */
export interface DecodeOrder {
  readonly format: FormatKind | 'auto'
  readonly kinds: readonly LabelKind[]
  readonly from: { readonly images: number; readonly problems: number }
  /** Whose answers are taken where files have those of several people; null for the right or the newest one. */
  readonly annotator: AnnotatorChoice | null
}

export type ToDecoder =
  | { readonly type: 'paths'; readonly paths: readonly string[]; readonly sizes: readonly number[] }
  | { readonly type: 'begin'; readonly order: DecodeOrder }
  /** Null at the end of the file. `problem`: why it ends before its end. */
  | { readonly type: 'bytes'; readonly call: number; readonly bytes: Uint8Array | null; readonly problem?: Text }
  /** One more part may be sent. */
  | { readonly type: 'more' }

export type FromDecoder =
  /** Asks for the next bytes of a file; the first time for a number, the file is opened. */
  | { readonly type: 'read'; readonly call: number; readonly path: string }
  | { readonly type: 'drop'; readonly call: number }
  | { readonly type: 'part'; readonly part: DecodedPart; readonly finished: boolean }
  | { readonly type: 'failed'; readonly reason: Text }
  | { readonly type: 'crashed'; readonly error: string }
