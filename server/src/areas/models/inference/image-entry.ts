import { inferenceResult } from '@vermilion/contract/models'

/** Image data aligned with the lines of `predictions.jsonl`, for facts that the program does not know. */
export const imageEntries = 'images.jsonl'
export const imageEntry = inferenceResult.pick({ itemId: true, fileId: true, path: true, truth: true })
