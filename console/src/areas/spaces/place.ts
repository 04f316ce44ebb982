import type { Space } from '@vermilion/contract/spaces'

/** Whether the files of a space lie in a folder of the server's machine that is indexed as it is. */
export function isInPlace({ path }: Pick<Space, 'path'>): boolean {
  return path.startsWith('/')
}
