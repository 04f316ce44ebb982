import { create } from 'zustand'
import { session } from '#lib/api.ts'
import type { SelectedFiles } from './selected-files.ts'

export interface TransferredFiles {
  spaceId: string
  folder: string
  files: SelectedFiles
  count: number
  keys: ReadonlySet<string>
}

interface Clipboard {
  content: (TransferredFiles & { moves: boolean }) | null
}

export const useClipboard = create<Clipboard>(() => ({ content: null }))
session.onForget(() => useClipboard.setState({ content: null }))

/** Marks a drag of the console's own files. */
export const transferType = 'application/x-vermilion-files'

let carried: Promise<TransferredFiles | null> | null = null
let carriedFolders: readonly string[] = []
let carriedFrom = ''

/** The dragged files. The drag starts before its files are resolved, since drag events are synchronous. */
export const dragged = {
  begin(what: Promise<TransferredFiles | null>, folders: readonly string[], from: string): void {
    carried = what
    carriedFolders = folders
    carriedFrom = from
  },
  end(): void {
    carried = null
  },
  fits: (folder: string, copies: boolean) =>
    carried !== null &&
    (copies || folder !== carriedFrom) &&
    !carriedFolders.some((path) => folder === path || folder.startsWith(`${path}/`)),
  what: () => carried,
}
