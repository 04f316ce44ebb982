import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { useUploadQuestions } from './upload-questions.ts'

const UploadPrompt = lazyPart(async () => (await import('./upload-prompt.tsx')).UploadPrompt)

/** Where is asked what must be known before an upload begins, whichever page is shown by then. */
export function UploadRequests() {
  return useUploadQuestions(({ questions, looking }) => questions.length > 0 || looking > 0) ? <UploadPrompt /> : null
}
