import { access } from 'node:fs/promises'

export const isThere = (path: string, mode?: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  )
