import { ApiError } from '#lib/api.ts'

/** A prefix long enough to tell versions apart. */
export const shortVersion = (version: string): string => version.slice(0, 8)

export const isGone = (problem: unknown): boolean =>
  problem instanceof ApiError && problem.error === 'generation.workflow-missing'
