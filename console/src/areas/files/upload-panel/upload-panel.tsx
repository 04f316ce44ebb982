import { useEffect } from 'react'
import { findLeftUploads, useLeftUploads } from '#lib/upload/unfinished-uploads.ts'
import { useUploads } from '#lib/upload/upload.ts'
import { UploadList } from './upload-list.tsx'

export function UploadPanel() {
  const any = useUploads(({ uploads }) => uploads.length > 0)
  const left = useLeftUploads(({ batches }) => batches.length > 0)
  useEffect(() => {
    findLeftUploads().catch(() => undefined)
  }, [])
  return any || left ? <UploadList /> : null
}
