import { lazyPart } from '#lib/lazy-part.tsx'
import { useUploadQuestions } from './upload-questions.ts'

const UploadAsking = lazyPart(async () => (await import('./upload-prompt.tsx')).UploadAsking)

/** Where is asked what must be known before an upload begins, whichever page is shown by then. */
export function UploadRequests() {
  return useUploadQuestions(({ asked, looking }) => asked.length > 0 || looking > 0) ? <UploadAsking /> : null
}
