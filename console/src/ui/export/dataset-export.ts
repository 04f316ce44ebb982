import type { fileSelection } from '@vermilion/contract/files'
import type { z } from 'zod'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

/** Files of a data space that somebody wants in a dataset. */
export interface DatasetExport {
  spaceId: string
  spaceName: string
  selection: z.input<typeof fileSelection>
  /** The number of files, when it is known. */
  count?: number | undefined
}

export const useDatasetExport = create<{ request: DatasetExport | null }>(() => ({ request: null }))
session.onForget(() => useDatasetExport.setState({ request: null }))

/**
 * Opens the dialog that takes files of a data space into a new dataset or one that exists. It stands in the frame, so
 * that the pages of files can ask for it; an empty filter (`{ filter: { recursive: true } }`) means all files.
 */
export function exportToDataset(request: DatasetExport): void {
  useDatasetExport.setState({ request })
}
