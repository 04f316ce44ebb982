import { create } from 'zustand'
import { upload } from '#lib/upload.ts'
import type { Chosen } from './dropped.ts'
import { decided, isPlain, planUpload, type UploadPlan } from './upload-plan.ts'

/** What waits to be decided before its first byte is sent; and how many files are being looked at. */
export const useUploadRequest = create<{
  asked: { plan: UploadPlan; handles: Chosen['handles'] } | null
  looking: number
}>(() => ({ asked: null, looking: 0 }))

/** Looks at what was chosen and begins, whichever page is shown by then; asks only where there is something to ask. */
export async function requestUpload(spaceId: string, folder: string, { files, handles }: Chosen): Promise<void> {
  const look = (count: number) => useUploadRequest.setState(({ looking }) => ({ looking: looking + count }))
  look(files.length)
  try {
    const plan = await planUpload(spaceId, folder, files)
    const plain = { conflict: 'replace', each: new Map(), unpack: false } as const
    if (isPlain(plan)) await upload(spaceId, decided(plan, plain), handles)
    else useUploadRequest.setState({ asked: { plan, handles } })
  } finally {
    look(-files.length)
  }
}
