import type { fileSelection } from '@vermilion/contract/files'
import type { z } from 'zod'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

export interface DatasetExport {
  spaceId: string
  spaceName: string
  selection: z.input<typeof fileSelection>
  count?: number | undefined
}

export const useDatasetExport = create<{ request: DatasetExport | null }>(() => ({ request: null }))
session.onForget(() => useDatasetExport.setState({ request: null }))

/** The dialog is mounted in the shell. An empty filter (`{ filter: { recursive: true } }`) means all files. */
export function exportToDataset(request: DatasetExport): void {
  useDatasetExport.setState({ request })
}
