import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { StoredItem } from '#areas/datasets'
import { ModelFailed } from '#areas/data-evaluation'
import type { Files } from '#areas/files'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { Labeller, LabelReply, LabelRequest } from '../labellers/labeller.ts'

export interface ItemFailure {
  readonly text: Text
  readonly isGeneral: boolean
}

export async function labelItem(
  files: Files,
  labeller: Labeller,
  { fileId, width, height }: Pick<StoredItem, 'fileId' | 'width' | 'height'>,
  request: LabelRequest,
): Promise<LabelReply | ItemFailure> {
  try {
    return await files.withPictureSource(fileId, (content) => labeller.label({ content, width, height }, request))
  } catch (error) {
    request.signal.throwIfAborted()
    if (error instanceof ModelFailed) return { text: called(error.text), isGeneral: error.isGeneral }
    if (!(error instanceof Failure) || error instanceof StoreUnreachable) throw error
    return { text: error.text, isGeneral: false }
  }
}

/** Adds to a service's error that the service was called (R8.09). */
const called = (reason: Text): Text => fail('generation.score-failed', { reason }).text
