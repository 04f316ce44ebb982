export const joined = (folder: string, path: string) => (folder === '' ? path : `${folder}/${path}`)
export const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const isArchive = (path: string) => /\.(?:zip|tar|tar\.gz|tgz)$/i.test(path)
