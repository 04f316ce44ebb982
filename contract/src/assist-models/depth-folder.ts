const holds = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** True when depth maps written to `folder` would land among their source images. An empty folder is the root of the space. */
export const isAmongPictures = (folder: string, pictureFolders: readonly string[]): boolean =>
  folder === '' || pictureFolders.some((pictures) => holds(folder, pictures))
