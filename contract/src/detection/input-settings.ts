import { z } from 'zod'
import { imageFits, type Size } from './letterbox.ts'

/**
 * `area` averages the covered pixels when shrinking; `linear` interpolates between two pixel centers, and `opencv` with that
 * library's roundings; `antialiased` widens the interpolation by the factor of shrinking, as Pillow and torchvision do; `nearest`
 * takes one.
 */
export const resamplings = ['area', 'linear', 'opencv', 'antialiased', 'nearest'] as const
export type Resampling = (typeof resamplings)[number]

export const maxClasses = 10_000
/** Maximum edge of an input in pixels. */
export const maxInputSize = 4_096

const perChannel = z.array(z.number()).length(3)

export const inputSettings = z.object({
  /** Edge of a square input in pixels, or the width. */
  size: z.number().int().min(1).max(maxInputSize),
  /** Height of an input that is not square. */
  height: z.number().int().min(1).max(maxInputSize).optional(),
  /** Channel order; `mean` and `scale` are always in order red, green, blue. */
  channels: z.enum(['rgb', 'bgr']).default('rgb'),
  mean: perChannel,
  scale: perChannel,
  /** Gray level (0 to 255) of the padding. */
  letterbox: z.object({ grey: z.number().int().min(0).max(255) }),
  fit: z.enum(imageFits).default('letterbox'),
  resampling: z.enum(resamplings).default('area'),
  /** Batch (n), channels (c), rows (h), columns (w). */
  layout: z.enum(['nchw', 'nhwc', 'chw']).default('nchw'),
})
export type InputSettings = z.output<typeof inputSettings>

export const inputExtent = ({ size, height = size }: Pick<InputSettings, 'size' | 'height'>): Size => ({
  width: size,
  height,
})
