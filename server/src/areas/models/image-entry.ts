import { inferenceResult } from '@vermilion/contract/models'

/** Line by line beside `predictions.jsonl`: what the results say of an image that the program does not know. */
export const imageEntries = 'images.jsonl'
export const imageEntry = inferenceResult.pick({ itemId: true, fileId: true, path: true, truth: true })
