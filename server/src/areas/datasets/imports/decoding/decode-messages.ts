import type { FormatKind } from '@vermilion/contract/formats/offers'
import type { AnnotatorChoice, ImportedAttribute } from '@vermilion/contract/datasets/imports'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { LabeledClass, LabeledShape } from '@vermilion/contract/formats/labeled-images'
import type { Text } from '@vermilion/contract/kernel/text'
import type { LabelKind } from '@vermilion/contract/labels/index'
import type { Flag, JsonText } from '#platform/database/columns'

export interface DecodedImage {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly split: DatasetItem['split'] | null
  readonly tags: JsonText<string[]>
  readonly file: string | null
  /** The path, without extension, of a document about this image alone. */
  readonly sidecar: string | null
  /** The folder of the listing document; empty at the top and for sidecars. */
  readonly folder: string
  readonly shapes: JsonText<LabeledShape[]>
  readonly shapeCount: number
  readonly isLabeled: Flag
  readonly classes: readonly (readonly [number, number])[]
}

export interface DecodedProblem {
  readonly file: string
  readonly line: number | null
  readonly reason: Text
}

export interface DecodedPart {
  readonly format: FormatKind
  readonly classes: readonly LabeledClass[]
  readonly images: readonly DecodedImage[]
  readonly problems: readonly DecodedProblem[]
  readonly annotators: readonly string[]
  readonly described: readonly (ImportedAttribute & { readonly classIndex: number })[]
}

export interface DecodeOrder {
  readonly format: FormatKind | 'auto'
  readonly kinds: readonly LabelKind[]
  readonly from: { readonly images: number; readonly problems: number }
  /** The annotator whose labels are taken when several people labeled an image; null takes the accepted or the newest ones. */
  readonly annotator: AnnotatorChoice | null
}

export type ToDecoder =
  | { readonly type: 'paths'; readonly paths: readonly string[]; readonly sizes: readonly number[] }
  | { readonly type: 'begin'; readonly order: DecodeOrder }
  /** Null at the end of the file. `problem` is why it ended early. */
  | { readonly type: 'bytes'; readonly call: number; readonly bytes: Uint8Array | null; readonly problem?: Text }
  | { readonly type: 'more' }

export type FromDecoder =
  | { readonly type: 'read'; readonly call: number; readonly path: string }
  | { readonly type: 'drop'; readonly call: number }
  | { readonly type: 'part'; readonly part: DecodedPart; readonly finished: boolean }
  | { readonly type: 'failed'; readonly reason: Text }
  | { readonly type: 'crashed'; readonly error: string }
