import type { Upload } from './upload-state.ts'

export function sumUploads(uploads: readonly Upload[]) {
  const count = { waiting: 0, sending: 0, paused: 0, done: 0, failed: 0 }
  let sent = 0
  let size = 0
  let skipped = 0
  let equal = 0
  for (const upload of uploads) {
    count[upload.status] += 1
    sent += upload.sent
    size += upload.size
    if (upload.result?.outcome === 'skipped') skipped += 1
    if ((upload.result?.equals ?? null) !== null) equal += 1
  }
  return { ...count, sent, size, skipped, equal, total: uploads.length, active: count.waiting + count.sending }
}
