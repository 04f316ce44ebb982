import { z } from 'zod'

/**
 * By what a training chose the epoch whose weights it kept: the highest value of a measure on its validation images. Earlier
 * versions kept the last of those that the images cannot tell apart.
 */
export const keptRule = z.enum(['best-mAP50to95', 'best-mIoU', 'best-top1', 'best-meanPrecision', 'last-of-alike'])
export type KeptRule = z.output<typeof keptRule>
