const holds = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/**
 * Whether depth maps in a folder would come among the pictures that they are made of. Each folder is one that pictures are
 * taken from, in the space of the maps; empty is the space's own.
 */
export const isAmongPictures = (folder: string, pictureFolders: readonly string[]): boolean =>
  folder === '' || pictureFolders.some((pictures) => holds(folder, pictures))
