import { newRequestId } from '#lib/http/request-id.ts'
import { upload } from '#lib/upload/upload.ts'
import type { PickedFiles } from './dropped-files.ts'
import { uploadsOf, isPlain, planUpload } from './upload-plan.ts'
import { useUploadQuestions } from './upload-questions.ts'

export async function requestUpload(spaceId: string, folder: string, { files, handles }: PickedFiles): Promise<void> {
  const countReading = (count: number) => useUploadQuestions.setState(({ reading }) => ({ reading: reading + count }))
  countReading(files.length)
  try {
    const plan = await planUpload(spaceId, folder, files)
    const plain = { conflict: 'replace', each: new Map(), unpack: false } as const
    if (isPlain(plan)) await upload(spaceId, uploadsOf(plan, plain), handles)
    else
      useUploadQuestions.setState(({ questions }) => ({
        questions: [...questions, { id: newRequestId(), plan, handles }],
      }))
  } finally {
    countReading(-files.length)
  }
}
