import { ApiError } from '#lib/api.ts'

/** As many letters of a version as tell it from others. */
export const shortVersion = (version: string): string => version.slice(0, 8)

/** Whether an answer says that the workflow was deleted. */
export const isGone = (problem: unknown): boolean =>
  problem instanceof ApiError && problem.error === 'generation.workflow-missing'
