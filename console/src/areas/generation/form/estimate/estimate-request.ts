import { type GenerationEstimateRequest, generationEstimateRequest } from '@vermilion/contract/generations/estimates'

/** Values are undefined while the form mounts, and null while a number is incomplete. */
export type TypedExtent = {
  [Field in keyof GenerationEstimateRequest]: GenerationEstimateRequest[Field] | undefined | null
}

/** The request for an estimate; null while the form is invalid. */
export function estimateRequestOf({ byProducts, ...typed }: TypedExtent): GenerationEstimateRequest | null {
  if (Object.values(typed).some((value) => value === undefined || value === null)) return null
  return generationEstimateRequest.safeParse({ ...typed, byProducts: byProducts ?? [] }).data ?? null
}
