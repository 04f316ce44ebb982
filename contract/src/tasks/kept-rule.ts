import { z } from 'zod'

/** The highest validation value of a metric; earlier versions took the last of statistically equal epochs. */
export const keptRule = z.enum(['best-mAP50to95', 'best-mIoU', 'best-top1', 'best-meanPrecision', 'last-of-alike'])
export type KeptRule = z.output<typeof keptRule>
