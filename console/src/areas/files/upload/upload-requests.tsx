import { useUploadQuestions } from './upload-questions.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

const UploadPrompt = lazyPart(async () => (await import('./upload-prompt.tsx')).UploadPrompt)

/** The dialogs before an upload; mounted once, because the page may change meanwhile. */
export function UploadRequests() {
  return useUploadQuestions(({ questions, reading }) => questions.length > 0 || reading > 0) ? <UploadPrompt /> : null
}
