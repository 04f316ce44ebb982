/** A folder and a path below it, as one path. Empty is the space's own folder. */
export const joined = (folder: string, path: string) => (folder === '' ? path : `${folder}/${path}`)
export const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Archives that are unpacked, and whose entries are shown. */
export const isArchive = (path: string) => /\.(?:zip|tar|tar\.gz|tgz)$/i.test(path)
