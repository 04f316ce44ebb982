import type { Folder, SpaceFile } from '@vermilion/contract/files'

export type Entry = Folder | SpaceFile

export const isFolder = (entry: Entry): entry is Folder => !('id' in entry)

/** A file's id, or a folder's path after a slash, which no id begins with. */
export const keyOf = (entry: Entry) => (isFolder(entry) ? `/${entry.path}` : entry.id)

export const nameOf = ({ name }: Entry) => name
