/**
 * One row for each way in which an exporter lays out what its models take and say. All look at the same picture, 64 × 32 pixels of
 * one red, and say the same: `here` in 24, 8, 16 × 16 with a score that is the mean red of their input, and `there` in the upper
 * left quarter with 0.6. Numbers are those that the exporter's own library gives for it, worked out by hand.
 */
import { fixedModel } from './fixed-outputs.ts'

export const red = Number.NaN
export const square = { name: 'images', shape: [1, 3, 32, 32] }

/** The picture is 204 of 255 red; letterboxed into the square, its rows are half of all, the others are gray. */
export const filled = 0.8
export const padded = (0.8 + 114 / 255) / 2
export const normalized = (204 - 123.675) / 58.395
export const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))
export const softmax = (...logits: readonly number[]) => {
  const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0)
  return logits.map((logit) => Math.exp(logit) / sum)
}

/** Letterboxed into 32 × 32, the picture begins at row 8. */
export const [hereCentre, thereCentre] = [
  [16, 16, 8, 8],
  [4, 12, 8, 8],
] as const
export const [hereCorners, thereCorners] = [
  [12, 12, 20, 20],
  [0, 8, 8, 16],
] as const
export const [hereShare, thereShare] = [
  [0.5, 0.5, 0.25, 0.5],
  [0.125, 0.25, 0.25, 0.5],
] as const
export const [hereUnit, thereUnit] = [
  [0.375, 0.25, 0.625, 0.75],
  [0, 0, 0.25, 0.5],
] as const

export interface ExporterRow {
  readonly exporter: string
  readonly dialect: string
  readonly layout: string
  readonly file: Buffer
  readonly labels?: string[]
  /** Label, score, and for boxes x, y, width and height; for masks also their pixels. */
  readonly says: readonly string[]
}

export const boxes = (score: number): string[] => [`here ${score.toFixed(3)} 24 8 16 16`, 'there 0.600 0 0 16 16']
export const typed = ['there', 'here']

export interface Signature {
  readonly dialect: string
  readonly layout: string
  readonly model: Parameters<typeof fixedModel>[0]
  readonly says: string[]
  readonly labels?: string[]
}
export const row = (exporter: string, { model, ...more }: Signature): ExporterRow => ({
  exporter,
  file: fixedModel(model),
  ...more,
})
