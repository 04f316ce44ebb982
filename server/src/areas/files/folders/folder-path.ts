import { normalizePath } from '@vermilion/contract/paths'
import { isInPlace } from '@vermilion/contract/spaces'
import type { Spaces } from '#areas/spaces'

/** A folder in its space's spelling: composed, or as the disk of a space in place spells it. */
export async function folderPath(spaces: Pick<Spaces, 'get'>, spaceId: string, input: string): Promise<string> {
  const path = input.replace(/\/$/, '')
  const composed = normalizePath(path)
  return path === composed || isInPlace(await spaces.get(spaceId)) ? path : composed
}
