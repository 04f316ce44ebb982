import { splits } from '@vermilion/contract/dataset-items'
import { count, id } from '@vermilion/contract/kernel/fields'
import { box } from '@vermilion/contract/labels/box'
import { z } from 'zod'

/**
 * What a task works on: the images and, where they were labelled at the time, their boxes. It is written once when
 * the task is created and never changes, so that a run can be repeated, and labelling may go on meanwhile. It is kept
 * as a blob; its SHA-256 is the version of the dataset that the task names.
 */
export const snapshot = z.object({
  name: z.string(),
  labels: z.array(z.object({ name: z.string(), colour: z.string() })),
  images: z.array(
    z.object({
      path: z.string(),
      fileId: id,
      /** Null for an image taken from a data space. */
      itemId: id.nullable(),
      checksum: z.string(),
      width: count,
      height: count,
      split: z.enum(splits),
      /** Null for an image that nobody has labelled. */
      boxes: z.array(z.object({ labelIndex: count, box })).nullable(),
    }),
  ),
})
export type Snapshot = z.output<typeof snapshot>
export type SnapshotImage = Snapshot['images'][number]
