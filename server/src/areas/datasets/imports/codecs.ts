import type { TransferFormat } from '@vermilion/contract/dataset-imports'
import type { FormatCodec } from '@vermilion/contract/formats/codec'
import { formats } from '@vermilion/contract/formats/registry'

/** The formats that are read and written, by the names that callers know. */
export const codecs: Readonly<Record<TransferFormat, FormatCodec>> = formats
