import { useUploadQuestions } from './upload-questions.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

const UploadPrompt = lazyPart(async () => (await import('./upload-prompt.tsx')).UploadPrompt)

export function UploadRequests() {
  return useUploadQuestions(({ questions, reading }) => questions.length > 0 || reading > 0) ? <UploadPrompt /> : null
}
